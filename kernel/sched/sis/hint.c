// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIS_CORE: setting, searching and taking the bits. hint.h has the model.
 */
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/slab.h>

#include "hint.h"
#include "reserve.h"
#include "stats.h"

static struct sis_hint_word *sis_word(struct sis_hint *hint, int cpu)
{
	return &hint->word[cpu / BITS_PER_LONG - hint->first];
}

static unsigned long sis_bit(int cpu)
{
	return BIT(cpu % BITS_PER_LONG);
}

#ifdef CONFIG_SCHED_SMT
static int sis_core_of(int cpu)
{
	return cpumask_first(cpu_smt_mask(cpu));
}

/* @cpu's siblings are idle; @cpu itself is about to be. */
static bool sis_siblings_idle(int cpu)
{
	int i;

	for_each_cpu(i, cpu_smt_mask(cpu)) {
		if (i != cpu && !available_idle_cpu(i))
			return false;
	}
	return true;
}
#else
static int sis_core_of(int cpu)
{
	return cpu;
}

static bool sis_siblings_idle(int cpu)
{
	return true;
}
#endif

/* The hint of the LLC that @cpu is in. Interrupts are off, which RCU waits for. */
static struct sis_hint *sis_hint_of(int cpu)
{
	struct sched_domain_shared *sds = rcu_dereference_sched(per_cpu(sd_llc_shared, cpu));

	return sds ? sds->hint : NULL;
}

/*
 * Clear @bit of @word if it is set. A set bit is seen first by a plain read, so
 * that finding it clear does not take the line away from the others.
 */
static bool sis_take(unsigned long *word, int cpu)
{
	if (!(READ_ONCE(*word) & sis_bit(cpu)))
		return false;
	if (!test_and_clear_bit(cpu % BITS_PER_LONG, word))
		return false;
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.writes);
	return true;
}

static void sis_set(unsigned long *word, int cpu)
{
	if (READ_ONCE(*word) & sis_bit(cpu))
		return;
	set_bit(cpu % BITS_PER_LONG, word);
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.writes);
}

/* A core with a CPU taken is not wholly idle. */
static void sis_take_core(struct sis_hint *hint, int cpu)
{
	int core = sis_core_of(cpu);
	unsigned int i = core / BITS_PER_LONG - hint->first;

	/* With isolated CPUs a core's first CPU may be outside of the span. */
	if (i < hint->nr)
		sis_take(&hint->word[i].cores, core);
}

/**
 * sis_hint_init() - a new domain's hint: all of its CPUs are believed idle
 * @sd: the domain, its span and weight set; may have no ->shared
 *
 * Called when domains are built, before anybody else sees @sd. A domain of SMT
 * siblings gets none, there is nothing to order. Without memory the domain goes
 * without.
 */
void sis_hint_init(struct sched_domain *sd)
{
	const struct cpumask *span = sched_domain_span(sd);
	struct sched_domain_shared *sds = sd->shared;
	struct sis_hint *hint;
	unsigned int first, last;
	int cpu;

	if (!sds || sds->hint || sd->span_weight < 2 || (sd->flags & SD_SHARE_CPUCAPACITY))
		return;

	first = cpumask_first(span) / BITS_PER_LONG;
	last = cpumask_last(span) / BITS_PER_LONG;
	hint = kzalloc_node(struct_size(hint, word, last - first + 1), GFP_KERNEL,
			    cpu_to_node(cpumask_first(span)));
	if (!hint)
		return;

	hint->first = first;
	hint->nr = last - first + 1;
	for_each_cpu(cpu, span) {
		sis_word(hint, cpu)->cpus |= sis_bit(cpu);
		if (sis_core_of(cpu) == cpu) {
			sis_word(hint, cpu)->cores |= sis_bit(cpu);
			hint->cores++;
		}
	}
	sds->hint = hint;
}

/**
 * sis_hint_free() - a domain's shared object goes
 * @sds: the object, which nobody can reach any more; may be NULL
 */
void sis_hint_free(struct sched_domain_shared *sds)
{
	if (sds)
		kfree(sds->hint);
}

/**
 * __sis_hint_idle() - the slow half of sis_hint_idle()
 * @rq: the run-queue that goes idle, locked
 */
void __sis_hint_idle(struct rq *rq)
{
	struct sched_domain_shared *sds;
	struct sis_hint_word *word;
	int cpu = cpu_of(rq);
	unsigned long cpus;
	int core;

	/*
	 * With something to run it goes idle only for the sake of its core's
	 * cookie, with a wakeup pending not for long.
	 */
	if (rq->nr_running || READ_ONCE(rq->ttwu_pending))
		return;

	sds = rcu_dereference_sched(per_cpu(sd_llc_shared, cpu));
	if (!sds || !sds->hint)
		return;

	word = sis_word(sds->hint, cpu);
	cpus = READ_ONCE(word->cpus);
	core = sis_core_of(cpu);
	if (core / BITS_PER_LONG - sds->hint->first < sds->hint->nr) {
		struct sis_hint_word *cw = sis_word(sds->hint, core);
		unsigned long cores = READ_ONCE(cw->cores);

		if (!(cores & sis_bit(core)) && hweight_long(cores) < SIS_HINTS &&
		    sis_siblings_idle(cpu)) {
			sis_set(&cw->cores, core);
			sis_set(&word->cpus, cpu);
			return;
		}
	}

	if ((cpus & sis_bit(cpu)) || hweight_long(cpus) >= SIS_HINTS)
		return;
	if (sched_feat(SIS_UTIL) && !READ_ONCE(sds->nr_idle_scan))
		return;
	sis_set(&word->cpus, cpu);
}

/**
 * sis_hint_offline() - a CPU leaves its domain
 * @cpu: the CPU
 *
 * Its domain is still there. Also while SIS_CORE is off, since bits may be left
 * over from before.
 */
void sis_hint_offline(int cpu)
{
	struct sis_hint *hint;

	hint = sis_hint_of(cpu);
	if (hint) {
		sis_take(&sis_word(hint, cpu)->cpus, cpu);
		sis_take_core(hint, cpu);
	}
}

/**
 * __sis_claim() - the slow half of sis_claim()
 * @cpu: the CPU
 *
 * Under RCU. Whether the bit was there does not matter: the fast paths choose
 * their CPU for warmth, and do not move on.
 */
void __sis_claim(int cpu)
{
	struct sis_hint *hint = sis_hint_of(cpu);

	if (!hint)
		return;
	sis_take(&sis_word(hint, cpu)->cpus, cpu);
	sis_take_core(hint, cpu);
}

/*
 * A CPU that goes idle sets its bit a moment before it looks idle to others. Only
 * a CPU that has something to run is wrong to have it.
 */
static bool sis_busy(int cpu)
{
	return READ_ONCE(cpu_rq(cpu)->nr_running) || READ_ONCE(cpu_rq(cpu)->ttwu_pending);
}

/*
 * Look for an idle CPU among those of @cpus, and of @within unless NULL, that
 * are hinted. Those looked at are removed from @cpus.
 */
static int sis_hint_cpu(struct task_struct *p, struct sis_hint *hint, const struct cpumask *within,
			struct cpumask *cpus, int target, int *nr, struct sis_scan *scan)
{
	unsigned int start, i;

	/* From behind the target to the end, and around up to the target */
	start = target / BITS_PER_LONG - hint->first;
	for (i = 0; i <= hint->nr; i++) {
		unsigned int w = start + i < hint->nr ? start + i : start + i - hint->nr;
		unsigned long upper = ~1UL << (target % BITS_PER_LONG);
		struct sis_hint_word *word = &hint->word[w];
		unsigned long bits;

		bits = READ_ONCE(word->cpus) & cpumask_bits(cpus)[hint->first + w];
		if (within)
			bits &= cpumask_bits(within)[hint->first + w];
		if (!i)
			bits &= upper;
		else if (i == hint->nr)
			bits &= ~upper;

		for (; bits; bits &= bits - 1) {
			int cpu = (hint->first + w) * BITS_PER_LONG + __ffs(bits);
			int pick;

			if (--*nr <= 0)
				return -1;
			scan->looked++;
			__cpumask_clear_cpu(cpu, cpus);
			if (sis_try_cpu(cpu, p) != cpu) {
				if (sis_busy(cpu))
					sis_take(&word->cpus, cpu);
				continue;
			}
			/* One that is kept for its owner keeps its bit. */
			pick = sis_prefer(cpu, p, scan);
			if (pick < 0)
				continue;
			if (pick != cpu && sis_take(&sis_word(hint, pick)->cpus, pick)) {
				cpu = pick;
			} else if (!sis_take(&word->cpus, cpu)) {
				scan->lost++;
				continue;
			}
			sis_take_core(hint, cpu);
			scan->hinted = true;
			return cpu;
		}
	}

	return -1;
}

#ifdef CONFIG_SCHED_SMT
/*
 * The first CPU of @core that @p may use, if all of them are idle, else -1. Unless
 * NULL, @cpus loses those looked at, and @idle_cpu gets the first idle one of it.
 */
static int sis_try_core(int core, struct task_struct *p, struct sched_domain *sd,
			struct cpumask *cpus, int *idle_cpu, struct sis_scan *scan)
{
	int cpu, pick = -1;

	for_each_cpu(cpu, cpu_smt_mask(core)) {
		scan->looked++;
		if (!available_idle_cpu(cpu)) {
			if (cpus)
				__cpumask_clear_cpu(cpu, cpus);
			return -1;
		}
		if (pick < 0 && cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    cpumask_test_cpu(cpu, sched_domain_span(sd)))
			pick = cpu;
		if (cpus && cpumask_test_cpu(cpu, cpus)) {
			__cpumask_clear_cpu(cpu, cpus);
			if (*idle_cpu < 0)
				*idle_cpu = cpu;
		}
	}
	return pick;
}

/*
 * Look for a wholly idle core among at most @left of those that are hinted. A
 * core's bit is set only when all of it is idle, and taken with any of its CPUs,
 * so the first one is likely to do.
 */
static int sis_hint_core(struct task_struct *p, struct sched_domain *sd, struct sis_hint *hint,
			 struct cpumask *cpus, int *idle_cpu, int target, unsigned int left,
			 struct sis_scan *scan)
{
	unsigned int start, i;

	start = target / BITS_PER_LONG - hint->first;
	for (i = 0; i <= hint->nr; i++) {
		unsigned int w = start + i < hint->nr ? start + i : start + i - hint->nr;
		unsigned long upper = ~1UL << (target % BITS_PER_LONG);
		struct sis_hint_word *word = &hint->word[w];
		unsigned long bits = READ_ONCE(word->cores);

		if (!i)
			bits &= upper;
		else if (i == hint->nr)
			bits &= ~upper;

		for (; bits; bits &= bits - 1) {
			int core = (hint->first + w) * BITS_PER_LONG + __ffs(bits);
			int cpu, pick;

			if (!cpumask_intersects(cpu_smt_mask(core), p->cpus_ptr))
				continue;
			if (!left--)
				return -1;
			cpu = sis_try_core(core, p, sd, cpus, idle_cpu, scan);
			if (cpu < 0) {
				sis_take(&word->cores, core);
				continue;
			}
			pick = sis_prefer_core(cpu, p, idle_cpu, scan);
			if (pick < 0)
				continue;
			if (pick != cpu)
				return pick;
			if (!sis_take(&word->cores, core)) {
				scan->lost++;
				continue;
			}
			sis_take(&sis_word(hint, cpu)->cpus, cpu);
			scan->hinted = true;
			return cpu;
		}
	}

	return -1;
}

/* A search that was restricted by affinity may miss cores that others can use. */
static bool sis_hint_no_core(struct sis_hint *hint)
{
	unsigned int i;

	for (i = 0; i < hint->nr; i++) {
		if (READ_ONCE(hint->word[i].cores))
			return false;
	}
	return true;
}
#else
static int sis_hint_core(struct task_struct *p, struct sched_domain *sd, struct sis_hint *hint,
			 struct cpumask *cpus, int *idle_cpu, int target, unsigned int left,
			 struct sis_scan *scan)
{
	return -1;
}

static bool sis_hint_no_core(struct sis_hint *hint)
{
	return true;
}
#endif /* CONFIG_SCHED_SMT */

/**
 * sis_hint_scan() - look at the hinted CPUs of an LLC
 * @p: the wakee
 * @sd: the LLC of @target
 * @cluster: where to look first, or NULL
 * @cpus: the CPUs of @sd that @p may use; those looked at are removed
 * @has_idle_core: a core is believed wholly idle; false on return if the hint
 *	has been asked for one, as walking the span for it would be in vain
 * @target: where the scan starts, that is behind it
 * @nr: one more than the CPUs that may be looked at, goes down with each; at 0
 *	the scan is over
 * @scan: the search's own
 *
 * Under RCU, interrupts off.
 *
 * Return: the CPU, its bit taken, or -1.
 */
int sis_hint_scan(struct task_struct *p, struct sched_domain *sd, const struct cpumask *cluster,
		  struct cpumask *cpus, bool *has_idle_core, int target, int *nr,
		  struct sis_scan *scan)
{
	struct sis_hint *hint = sd->shared ? sd->shared->hint : NULL;
	int cpu, idle_cpu = -1;

	if (!hint)
		return -1;

	if (*has_idle_core) {
		cpu = sis_hint_core(p, sd, hint, cpus, &idle_cpu, target, UINT_MAX, scan);
		if (cpu >= 0)
			return sis_pick(scan, SIS_END_CORE, cpu);
		if (sis_hint_no_core(hint))
			WRITE_ONCE(sd->shared->has_idle_cores, 0);
		*has_idle_core = false;
		idle_cpu = sis_prefer(idle_cpu, p, scan);
		/* Of a core that is not wholly idle, but better than busy */
		if (idle_cpu >= 0) {
			__sis_claim(idle_cpu);
			return sis_pick(scan, SIS_END_FOUND, idle_cpu);
		}
	}

	if (cluster) {
		cpu = sis_hint_cpu(p, hint, cluster, cpus, target, nr, scan);
		if (cpu >= 0 || *nr <= 0)
			return sis_pick(scan, SIS_END_FOUND, cpu);
	}
	cpu = sis_hint_cpu(p, hint, NULL, cpus, target, nr, scan);
	return sis_pick(scan, SIS_END_FOUND, cpu);
}

/**
 * sis_hint_gate() - a short look for an idle core while the limit is 0
 * @p: the wakee
 * @sd: the LLC of @target
 * @target: where the scan starts
 * @scan: the search's own
 *
 * Called when a core is believed wholly idle. That is not expected in an LLC
 * with a limit of 0, so it looks at no more cores than half the logarithm of
 * their number: 2 of 8, 3 of 56, 5 of 512. Under RCU, interrupts off.
 *
 * Return: a CPU of the core, the bits of both taken; or -1.
 */
int sis_hint_gate(struct task_struct *p, struct sched_domain *sd, int target,
		  struct sis_scan *scan)
{
	struct sis_hint *hint = sd->shared ? sd->shared->hint : NULL;
	int cpu = -1;

	if (hint)
		cpu = sis_hint_core(p, sd, hint, NULL, NULL, target,
				    1 + ilog2(hint->cores | 1) / 2, scan);
	return sis_pick(scan, cpu < 0 ? SIS_END_GATE : SIS_END_CORE, cpu);
}
