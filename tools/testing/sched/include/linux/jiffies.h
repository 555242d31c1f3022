/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_JIFFIES_H
#define _STUB_LINUX_JIFFIES_H

#include <linux/kernel.h>

#define HZ			1000
#define jiffies			slice_jiffies
#define jiffies_64		((u64)slice_jiffies)
#define TICK_NSEC		(1000000000L / HZ)
#define time_after(a, b)	((long)((b) - (a)) < 0)
#define time_before(a, b)	time_after(b, a)
#define time_after_eq(a, b)	((long)((a) - (b)) >= 0)
#define time_before_eq(a, b)	time_after_eq(b, a)
#define msecs_to_jiffies(ms)	((unsigned long)(ms))
#define jiffies_to_msecs(j)	((unsigned int)(j))

#endif /* _STUB_LINUX_JIFFIES_H */
