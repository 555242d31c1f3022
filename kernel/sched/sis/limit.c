// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIS_UTIL: computing the limit and keeping it fresh. limit.h has the model.
 */
#include <linux/atomic.h>
#include <linux/math64.h>

#include "compat.h"
#include "limit.h"
#include "stats.h"

#include <trace/events/sis.h>

/* Read-mostly, written through debugfs */
unsigned int sis_curve __read_mostly = SIS_CURVE_ADAPTIVE;

/* The linear curve never goes below this many CPUs. */
#define SIS_LINEAR_FLOOR	4U

static unsigned int sis_linear(unsigned int span, u64 util, u64 capacity)
{
	unsigned int floor = min(span, SIS_LINEAR_FLOOR);

	if (2 * util >= capacity)
		return floor;
	return span - (unsigned int)div64_u64(2 * util * (span - floor), capacity);
}

/*
 * With x the mean utilization in 1/1024, the share of the span that is left is
 * 1 - (x / 1024 * pct / 100)^2. It ends at pct * x = 102400, before the square
 * could overflow.
 */
static unsigned int sis_quadratic(unsigned int span, u64 util, unsigned int pct)
{
	u64 x = div_u64(util, span) * pct;
	u64 gone;

	if (x >= 100 * SCHED_CAPACITY_SCALE)
		return 0;
	gone = div_u64(x * x, 10000 * SCHED_CAPACITY_SCALE);
	return (span * (SCHED_CAPACITY_SCALE - gone)) >> SCHED_CAPACITY_SHIFT;
}

/* @used and @usable: utilization and capacity, scaled to meet at overload */
static unsigned int sis_adaptive(unsigned int span, u64 used, u64 usable, unsigned int pct)
{
	u64 worth, limit = 0;
	unsigned int least = 0;

	if (span <= SIS_WORTH / 2 && used < usable)
		return span;

	if (span <= SIS_WORTH) {
		least = pct > 100 ? span * (pct - 100) / pct : 0;
		least = clamp(least, 1U, min(span, 2U));
	}
	worth = used < usable ? SIS_WORTH * (usable - used) : 0;
	if (worth > usable)
		limit = div64_u64(SIS_FIRM * (worth - usable), usable);
	return clamp_t(u64, limit, least, span);
}

/**
 * sis_limit_compute() - the limit for a utilization
 * @curve: which way to compute it
 * @span: number of CPUs in the domain
 * @util: sum of their utilization, in units of SCHED_CAPACITY_SCALE a CPU
 * @capacity: sum of their capacity, in the same unit
 * @imbalance_pct: the domain is overloaded where @util * @imbalance_pct exceeds
 *	@capacity * 100
 *
 * Any value of any argument is safe; a @util of more than 2^32 or a @capacity of
 * more than 2^29, that of half a million CPUs, counts as that much. Has no state;
 * anybody may call it.
 *
 * Return: 0 to @span, never more for a larger @util.
 */
unsigned int sis_limit_compute(enum sis_curve curve, unsigned int span, unsigned long util,
			       unsigned long capacity, unsigned int imbalance_pct)
{
	/* Below 2^32, 2^29 and 2^25, so that no product below passes 2^64. */
	u64 u = min_t(u64, util, U32_MAX);
	u64 cap = min_t(u64, capacity, U32_MAX >> 3);
	unsigned int pct = min(imbalance_pct, U32_MAX >> 7);

	if (!span)
		return 0;

	switch (curve) {
	case SIS_CURVE_OVERLOAD:
		return cap * 100 < u * pct ? 0 : span;
	case SIS_CURVE_LINEAR:
		return sis_linear(span, u, cap);
	case SIS_CURVE_QUADRATIC:
		return sis_quadratic(span, u, pct);
	default:
		return sis_adaptive(span, u * pct, cap * 100, pct);
	}
}

/**
 * sis_limit_init() - a new domain's limit: the whole span
 * @sd: the domain, its span and weight set; may have no ->shared
 *
 * Called when domains are built, before anybody else sees @sd. A limit that was
 * never computed must not read as 0, which would keep the scan off until the
 * first periodic balance. It counts as old, so the first search computes it.
 */
void sis_limit_init(struct sched_domain *sd)
{
	if (!sd->shared)
		return;
	sd->shared->nr_idle_scan = sd->span_weight;
	sd->shared->limit_stamp = jiffies - sis_limit_max_age(sd->span_weight) - 1;
}

static void sis_limit_make_old(struct sched_domain *sd)
{
	WRITE_ONCE(sd->shared->limit_stamp, jiffies - sis_limit_max_age(sd->span_weight) - 1);
}

static void sis_limit_set(struct sched_domain *sd, unsigned long util, unsigned long capacity,
			  bool refresh)
{
	struct sched_domain_shared *sds = sd->shared;
	unsigned int curve = READ_ONCE(sis_curve);
	int limit;

	limit = sis_limit_compute(curve, sd->span_weight, util, capacity, sd->imbalance_pct);
	if (READ_ONCE(sds->nr_idle_scan) != limit)
		WRITE_ONCE(sds->nr_idle_scan, limit);
	/* Whoever changed the curve may have had it recomputed before this. */
	if (unlikely(READ_ONCE(sis_curve) != curve))
		sis_limit_make_old(sd);

	trace_sis_limit(cpumask_first(sched_domain_span(sd)), sd->span_weight, util, capacity,
			sd->imbalance_pct, curve, limit, refresh);
}

/**
 * sis_limit_update() - take over what load balance has summed up
 * @sd: the domain that was balanced; without ->shared nothing is done
 * @util: sum of its CPUs' utilization
 * @capacity: sum of their capacity
 *
 * Called by periodic load balance, not by newidle balance, which runs far more
 * often and would write the shared line as often. Under RCU. Several CPUs may
 * do so at once: any of their results will do.
 */
void sis_limit_update(struct sched_domain *sd, unsigned long util, unsigned long capacity)
{
	struct sched_domain_shared *sds = sd->shared;
	unsigned long stamp, now = jiffies;

	if (!sds)
		return;
	stamp = READ_ONCE(sds->limit_stamp);
	sis_limit_set(sd, util, capacity, false);

	/*
	 * A stamp that is too old by a quarter only makes a refresh come early. One
	 * that was made old meanwhile, by a change of the curve, stays so.
	 */
	if (now - stamp > sis_limit_max_age(sd->span_weight) / 4)
		cmpxchg(&sds->limit_stamp, stamp, now);
}

/*
 * While nobody balances nobody decays the utilization of an idle CPU. Halve it
 * for each 32 ms since its run-queue's clock, that is about since it went idle.
 */
static unsigned long sis_cpu_util(int cpu)
{
	unsigned long util = cpu_util_cfs(cpu);
	u64 ms;

	if (!util || !idle_cpu(cpu))
		return util;
#ifdef CONFIG_64BIT
	ms = max_t(s64, local_clock() - READ_ONCE(cpu_rq(cpu)->clock), 0);
	ms = div_u64(ms, NSEC_PER_MSEC);
#elif defined(CONFIG_NO_HZ_COMMON)
	/* That clock could be read torn. This one is coarser, and counts too much. */
	ms = jiffies_to_msecs(jiffies - READ_ONCE(cpu_rq(cpu)->last_blocked_load_update_tick));
#else
	ms = 0;
#endif
	return util >> min_t(u64, ms / 32, BITS_PER_LONG - 1);
}

/**
 * sis_limit_refresh() - recompute a limit that load balance let grow old
 * @sd: the domain
 *
 * Load balance leaves a domain alone while all of its CPUs are idle, and for up
 * to 16 times longer than usual while all are busy: a burst after either would
 * be served by what held before. The first search to see it recomputes it; that
 * it is first is settled by the cmpxchg. The cost is a look at each CPU, with
 * interrupts off, at most once in sis_limit_max_age().
 */
void sis_limit_refresh(struct sched_domain *sd)
{
	struct sched_domain_shared *sds = sd->shared;
	unsigned long util = 0, capacity = 0;
	unsigned long stamp = READ_ONCE(sds->limit_stamp);
	unsigned long now = jiffies;
	int cpu;

	if (now - stamp <= sis_limit_max_age(sd->span_weight) ||
	    cmpxchg(&sds->limit_stamp, stamp, now) != stamp)
		return;

	/*
	 * Of a burst after a quiet time, those that come while the sums are made
	 * should not go by a limit of before: until it is known it is unset.
	 */
	if (now - stamp > 2 * sis_limit_max_age(sd->span_weight) &&
	    READ_ONCE(sds->nr_idle_scan) != sd->span_weight)
		WRITE_ONCE(sds->nr_idle_scan, sd->span_weight);

	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.refreshed);
	for_each_cpu(cpu, sched_domain_span(sd)) {
		util += sis_cpu_util(cpu);
		capacity += READ_ONCE(cpu_rq(cpu)->cpu_capacity);
	}
	sis_limit_set(sd, util, capacity, true);
}

/**
 * sis_limit_expire() - let no limit outlive a change of the curve
 *
 * Process context. Every LLC's next search recomputes its limit.
 */
void sis_limit_expire(void)
{
	struct sched_domain *sd;
	int cpu;

	/* Who sees that a limit is old sees the new curve. */
	smp_wmb();
	rcu_read_lock();
	for_each_possible_cpu(cpu) {
		sd = rcu_dereference(cpu_rq(cpu)->sd);
		for (; sd; sd = rcu_dereference(sd->parent)) {
			if (sd->shared)
				sis_limit_make_old(sd);
		}
	}
	rcu_read_unlock();
}
