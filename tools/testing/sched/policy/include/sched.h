/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel/sched/sched.h, as far as the policy uses it
 */
#ifndef _POLICY_SCHED_H
#define _POLICY_SCHED_H

#include <stub/sched.h>

#define DEQUEUE_SLEEP		0x01
#define ENQUEUE_WAKEUP		0x01

extern unsigned int sysctl_sched_migration_cost;

struct rq {
	int			cpu;
	unsigned int		nr_running;
	unsigned int		ttwu_pending;
	unsigned long		cpu_capacity;
	unsigned long		last_blocked_load_update_tick;
	u64			clock;
	struct sched_domain	*sd;
	/* The harness' own: another task than the idle task is on the CPU. */
	bool			curr;
	/* All that runs is SCHED_IDLE. */
	bool			sched_idle;
	unsigned long		util;
};

DECLARE_PER_CPU(struct rq, runqueues);
DECLARE_PER_CPU(struct sched_domain *, sd_llc);
DECLARE_PER_CPU(struct sched_domain_shared *, sd_llc_shared);
DECLARE_PER_CPU(struct sched_domain *, sd_asym_cpucapacity);

bool available_idle_cpu(int cpu);

static inline int cpu_of(struct rq *rq)
{
	return rq->cpu;
}

static inline unsigned long cpu_util_cfs(int cpu)
{
	return cpu_rq(cpu)->util;
}

#endif /* _POLICY_SCHED_H */
