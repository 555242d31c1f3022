/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_LOG2_H
#define _STUB_LINUX_LOG2_H

#include <linux/bitops.h>

#define ilog2(n)		(63 - __builtin_clzll(n))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))

static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	return n <= 1 ? 1 : 1UL << (__fls(n - 1) + 1);
}

#endif /* _STUB_LINUX_LOG2_H */
