/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SCHED_CLOCK_H
#define _STUB_LINUX_SCHED_CLOCK_H

#include <linux/kernel.h>

#define sched_clock()		slice_clock()
#define local_clock()		slice_clock()
#define cpu_clock(cpu)		((void)(cpu), slice_clock())
#define sched_clock_cpu(cpu)	((void)(cpu), slice_clock())

#endif /* _STUB_LINUX_SCHED_CLOCK_H */
