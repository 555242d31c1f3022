/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SMP_H
#define _STUB_LINUX_SMP_H

#include <linux/cpumask.h>

#define smp_processor_id()	((int)slice_this_cpu)
#define raw_smp_processor_id()	((int)slice_this_cpu)
#define get_cpu()		smp_processor_id()
#define put_cpu()		do { } while (0)

struct __call_single_data {
	void *node[2];
	void (*func)(void *info);
	void *info;
};

typedef struct __call_single_data call_single_data_t
	__aligned(sizeof(struct __call_single_data));

#endif /* _STUB_LINUX_SMP_H */
