/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SCHED_CPUTIME_H
#define _STUB_LINUX_SCHED_CPUTIME_H

#include <linux/sched.h>

#endif /* _STUB_LINUX_SCHED_CPUTIME_H */
