/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_HRTIMER_H
#define _STUB_LINUX_HRTIMER_H

#include <linux/types.h>

/* Its size is all that matters here. */
struct hrtimer {
	u64 opaque[8];
};

#endif /* _STUB_LINUX_HRTIMER_H */
