/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIS_UTIL: how many CPUs the scan of an LLC may look at.
 *
 * The model
 *
 * Looking at a CPU costs one unit, a probe: a cache miss on a remote run-queue.
 * Finding an idle CPU is worth SIS_WORTH probes, the wait behind a running
 * task that it saves. What is known of the LLC is the sum of its CPUs'
 * utilization against their capacity. Call
 *
 *	h = 1 - util / capacity * imbalance_pct / 100
 *
 * the headroom: 1 when idle, 0 where load balance calls the domain overloaded.
 * It stands for the chance that the next CPU is idle, and is believed as firmly
 * as SIS_FIRM looks would make it. After k misses that chance is down to
 *
 *	h * SIS_FIRM / (SIS_FIRM + k)
 *
 * and looking on pays while this is above 1 / SIS_WORTH, so the limit is
 *
 *	min(span, SIS_FIRM * (SIS_WORTH * h - 1))
 *
 * which does not grow with the LLC: at 70 % utilization it is 19 CPUs, of 64 or
 * of 1024. Two things the mean does not say are added.
 *
 * - An LLC of at most SIS_WORTH / 2 CPUs is scanned whole until it is
 *   overloaded: that costs no more than half of what a hit is worth, and a
 *   sum over few CPUs is too coarse to cut it shorter. Even where it reads
 *   overloaded, span * (1 - 100 / imbalance_pct) of its CPUs may be fully idle,
 *   as when all others run pinned hogs: so many are looked at, one or two. The
 *   same least is kept in an LLC of up to SIS_WORTH CPUs.
 *
 * - The mean of an LLC says nothing about the few CPUs of a task that may run
 *   on only SIS_FEW of them: all of these are looked at.
 *
 * The bound
 *
 * No scan looks at more CPUs than the limit, except for a whole idle core while
 * one is believed to exist. The limit is recomputed by periodic load balance,
 * and by a search that finds it older than sis_limit_max_age(); others that come
 * while this is going on use the old one. A burst into an LLC that was idle
 * costs each scan at most the limit of an idle LLC, SIS_FIRM * (SIS_WORTH - 1)
 * CPUs, until then.
 *
 * The limit is written only when it changes, its time stamp in the same line up
 * to four times in sis_limit_max_age(): every 4 ms in an LLC of 16.
 */
#ifndef _KERNEL_SCHED_SIS_LIMIT_H
#define _KERNEL_SCHED_SIS_LIMIT_H

#include <linux/compiler.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/sched/topology.h>

/*
 * Searches of a 112-CPU LLC under 224 network threads took 32 to 64 us in the
 * median, so a probe costs about half a microsecond where limits matter. A hit
 * saves what is left of the run of the task in front. That is taken to be 16 us,
 * the order of what tasks run that wake each other.
 */
#define SIS_WORTH	32

/*
 * At 71 % utilization a search of four CPUs was seen to succeed in 62 % of
 * cases, where independent CPUs would give 75 %: idle CPUs come in clumps, and
 * the mean is as firm as three to four looks.
 */
#define SIS_FIRM	4

/* A restricted task may cost a quarter of a hit's worth. */
#define SIS_FEW		(SIS_WORTH / 4)

/**
 * enum sis_curve - from utilization to limit
 * @SIS_CURVE_OVERLOAD: the whole span, none when overloaded
 * @SIS_CURVE_LINEAR: from the whole span at 0 down to 4 CPUs at 50 %
 * @SIS_CURVE_QUADRATIC: from the whole span at 0 down to none when overloaded,
 *	with the square of utilization, as in mainline since 6.0
 * @SIS_CURVE_ADAPTIVE: as this file's head says
 * @SIS_NR_CURVES: how many there are
 */
enum sis_curve {
	SIS_CURVE_OVERLOAD,
	SIS_CURVE_LINEAR,
	SIS_CURVE_QUADRATIC,
	SIS_CURVE_ADAPTIVE,
	SIS_NR_CURVES,
};

extern unsigned int sis_curve;

unsigned int sis_limit_compute(enum sis_curve curve, unsigned int span, unsigned long util,
			       unsigned long capacity, unsigned int imbalance_pct);
void sis_limit_init(struct sched_domain *sd);
void sis_limit_update(struct sched_domain *sd, unsigned long util, unsigned long capacity);
void sis_limit_refresh(struct sched_domain *sd);
void sis_limit_expire(void);

/**
 * sis_limit_max_age() - how old a limit may be
 * @span: number of CPUs in the domain
 *
 * One millisecond per CPU is the interval at which an idle CPU balances the
 * domain, and half the time in which util_avg forgets half is the least.
 *
 * Return: jiffies, a part of one counting as a whole.
 */
static __always_inline unsigned long sis_limit_max_age(unsigned int span)
{
	return DIV_ROUND_UP(max(span, 16U) * HZ, 1000);
}

/**
 * sis_restricted() - may a task use only a few CPUs of a domain?
 * @sd: the domain
 * @p: the task
 *
 * Return: true if the utilization of @sd says little about the CPUs of @p.
 */
static __always_inline bool sis_restricted(struct sched_domain *sd, struct task_struct *p)
{
	return p->nr_cpus_allowed <= SIS_FEW && p->nr_cpus_allowed < sd->span_weight;
}

/**
 * sis_limit() - how many CPUs a search may look at
 * @sd: the domain that is scanned, has ->shared
 * @p: the wakee
 *
 * Called from the wakeup path with SIS_UTIL on, under RCU, interrupts off.
 * Reads one line that others write, that of @sd->shared.
 *
 * Return: 0 to @sd->span_weight.
 */
static __always_inline unsigned int sis_limit(struct sched_domain *sd, struct task_struct *p)
{
	struct sched_domain_shared *sds = sd->shared;
	unsigned int limit;

	if (unlikely(jiffies - READ_ONCE(sds->limit_stamp) > sis_limit_max_age(sd->span_weight)))
		sis_limit_refresh(sd);

	limit = READ_ONCE(sds->nr_idle_scan);
	if (limit < SIS_FEW && sis_restricted(sd, p) &&
	    READ_ONCE(sis_curve) == SIS_CURVE_ADAPTIVE)
		limit = max_t(unsigned int, limit, p->nr_cpus_allowed);

	return limit;
}

#endif /* _KERNEL_SCHED_SIS_LIMIT_H */
