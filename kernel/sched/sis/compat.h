/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The scheduler's own headers as the files here use them. What differs between
 * kernel versions is evened out in this one place.
 */
#ifndef _KERNEL_SCHED_SIS_COMPAT_H
#define _KERNEL_SCHED_SIS_COMPAT_H

#include <linux/sched/clock.h>
#include <linux/sched/cputime.h>

#include "../sched.h"
#include "../stats.h"

/* The CPUs of @sd that share more than the LLC with its owner, or NULL (6.7 on) */
static inline const struct cpumask *sis_cluster(struct sched_domain *sd)
{
#ifdef SD_CLUSTER
	if (static_branch_unlikely(&sched_cluster_active) && (sd->groups->flags & SD_CLUSTER))
		return sched_group_span(sd->groups);
#endif
	return NULL;
}

#endif /* _KERNEL_SCHED_SIS_COMPAT_H */
