/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The scheduler's own headers as the files here use them. What differs between
 * kernel versions is evened out in this one place.
 */
#ifndef _KERNEL_SCHED_SIS_COMPAT_H
#define _KERNEL_SCHED_SIS_COMPAT_H

#include <linux/mmu_context.h>
#include <linux/sched/clock.h>
#include <linux/sched/cputime.h>

#include "../sched.h"
#include "../stats.h"

#endif /* _KERNEL_SCHED_SIS_COMPAT_H */
