/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_TOPOLOGY_H
#define _POLICY_SLICE_TOPOLOGY_H

#include <linux/atomic.h>

/*
 * What the policy uses of a domain; nothing else of it is known here.  Members
 * that the series adds to the kernel's structures are added here, too.
 */
struct sched_domain_shared {
	int		has_idle_cores;
	int		nr_idle_scan;
	unsigned long	limit_stamp;
	struct sis_hint	*hint;
};

struct sched_domain {
	struct sched_domain		*parent;
	struct sched_domain_shared	*shared;
	unsigned int			imbalance_pct;
	int				flags;
	unsigned int			span_weight;
	unsigned long			span[];
};

static inline struct cpumask *sched_domain_span(struct sched_domain *sd)
{
	return to_cpumask(sd->span);
}

#endif /* _POLICY_SLICE_TOPOLOGY_H */
