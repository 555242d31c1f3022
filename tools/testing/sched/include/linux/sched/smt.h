/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SCHED_SMT_H
#define _STUB_LINUX_SCHED_SMT_H

#include <linux/jump_label.h>
#include <slice/smt.h>

#endif /* _STUB_LINUX_SCHED_SMT_H */
