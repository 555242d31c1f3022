/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SLICE_COUNT_H
#define _SLICE_COUNT_H

#include <stddef.h>
#include <stdint.h>

/* What belongs to other CPUs, to this one, and to all together */
enum count_kind { COUNT_BELOW, COUNT_OWN, COUNT_ABOVE, COUNT_SHARED, COUNT_RANGES };

struct count_range {
	uintptr_t from;
	uintptr_t to;
};

struct count_result {
	unsigned int lines[COUNT_RANGES];
	unsigned int written[COUNT_RANGES];
};

void count_start(const struct count_range *r);
struct count_result count_stop(void);

#endif /* _SLICE_COUNT_H */
