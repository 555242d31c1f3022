/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_KTIME_H
#define _STUB_LINUX_KTIME_H

#include <linux/sched/clock.h>

#endif /* _STUB_LINUX_KTIME_H */
