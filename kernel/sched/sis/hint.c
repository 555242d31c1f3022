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

/*
 * Where a CPU finds its own bits. Attached with the CPU's domains, and so is gone
 * when an RCU grace period later the domains and the words are freed.
 *
 * @core is the first of its core's CPUs in the LLC. Those outside, as isolated
 * ones, have no bits, and the topology's own masks change under a CPU that goes
 * offline. The core's bit may be in another word.
 */
struct sis_own {
	struct sis_hint_word __rcu	*word;
	struct sis_hint_word __rcu	*core_word;
	int				core;
};

static DEFINE_PER_CPU_SHARED_ALIGNED(struct sis_own, sis_own);

static struct sis_hint_word *sis_word(struct sis_hint *hint, int cpu)
{
	return &hint->word[cpu / BITS_PER_LONG - hint->first];
}

static unsigned long sis_bit(int cpu)
{
	return BIT(cpu % BITS_PER_LONG);
}

/* The bits of the CPUs around @cpu */
static unsigned long sis_chunk(int cpu)
{
	return (BIT(SIS_CHUNK) - 1) << (cpu % BITS_PER_LONG & ~(SIS_CHUNK - 1));
}

/*
 * A CPU that goes idle sets its bit a moment before it looks idle to others, and
 * one that a hypervisor took away never does. Only a CPU that has something to
 * run is wrong to have a bit.
 */
static bool sis_busy(int cpu)
{
	return READ_ONCE(cpu_rq(cpu)->nr_running) || READ_ONCE(cpu_rq(cpu)->ttwu_pending);
}

#ifdef CONFIG_SCHED_SMT
static int sis_core_of(int cpu, const struct cpumask *span)
{
	return cpumask_first_and(cpu_smt_mask(cpu), span);
}

/*
 * Two siblings that go idle at once each see the other have nothing to run, while
 * both still look busy; so at least one of them sets the bit.
 */
static bool sis_siblings_idle(int cpu)
{
	int i;

	for_each_cpu(i, cpu_smt_mask(cpu)) {
		if (i != cpu && sis_busy(i))
			return false;
	}
	return true;
}
#else
static int sis_core_of(int cpu, const struct cpumask *span)
{
	return cpu;
}

static bool sis_siblings_idle(int cpu)
{
	return true;
}
#endif

/*
 * Clear @cpu's bit of @bits if it is set. A set bit is seen first by a plain read,
 * so that finding it clear does not take the line away from the others.
 */
static bool sis_take(unsigned long *bits, int cpu)
{
	if (!(READ_ONCE(*bits) & sis_bit(cpu)))
		return false;
	if (!test_and_clear_bit(cpu % BITS_PER_LONG, bits))
		return false;
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.writes);
	return true;
}

/* A stamp may be a tick ahead of what this CPU has just read. */
static bool sis_recent(unsigned long stamp)
{
	unsigned long age = jiffies - stamp;

	return age + 1 <= SIS_ASKED + 1;
}

static bool sis_asked(const struct sis_hint_word *word)
{
	return sis_recent(READ_ONCE(word->asked));
}

static void sis_offer(unsigned long *bits, int cpu)
{
	set_bit(cpu % BITS_PER_LONG, bits);
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.writes);
}

/* A core with a CPU taken is no more wholly idle. */
static bool sis_take_core(int cpu)
{
	struct sis_own *own = per_cpu_ptr(&sis_own, cpu);
	struct sis_hint_word *word;

	word = rcu_dereference_sched(own->core_word);
	return word && sis_take(&word->cores, READ_ONCE(own->core));
}

static void sis_take_cpu(int cpu)
{
	struct sis_hint_word *word;

	word = rcu_dereference_sched(per_cpu(sis_own, cpu).word);
	if (word)
		sis_take(&word->cpus, cpu);
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
	size_t size;
	int cpu;

	if (!sds || sds->hint || sd->span_weight < 2 || (sd->flags & SD_SHARE_CPUCAPACITY))
		return;

	first = cpumask_first(span) / BITS_PER_LONG;
	last = cpumask_last(span) / BITS_PER_LONG;
	/* Of sizes that are no power of two the alignment depends on the slab. */
	size = roundup_pow_of_two(struct_size(hint, word, last - first + 1));
	hint = kzalloc_node(size, GFP_KERNEL, cpu_to_node(cpumask_first(span)));
	if (!hint)
		return;

	hint->first = first;
	hint->nr = last - first + 1;
	hint->walked = jiffies - SIS_ASKED - 1;
	for_each_cpu(cpu, span) {
		sis_word(hint, cpu)->asked = jiffies;
		sis_word(hint, cpu)->cpus |= sis_bit(cpu);
		if (sis_core_of(cpu, span) == cpu) {
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
 * sis_hint_attach() - a CPU gets its domains
 * @cpu: the CPU
 * @sd: its LLC, or NULL
 *
 * From update_top_cache_domain(), after the other per-CPU pointers are set. A CPU
 * whose searches go to a domain of asymmetric capacity reads no hint and keeps
 * none. The three words change one after the other: whoever sees them half
 * changed sets or takes a core's bit that is not @cpu's, which is bound to be seen;
 * it need not be that of a CPU in the domain, or of any.
 */
void sis_hint_attach(int cpu, struct sched_domain *sd)
{
	struct sis_own *own = per_cpu_ptr(&sis_own, cpu);
	struct sis_hint *hint = sd && sd->shared ? sd->shared->hint : NULL;

	if (!hint || rcu_access_pointer(per_cpu(sd_asym_cpucapacity, cpu))) {
		RCU_INIT_POINTER(own->word, NULL);
		RCU_INIT_POINTER(own->core_word, NULL);
		return;
	}
	WRITE_ONCE(own->core, sis_core_of(cpu, sched_domain_span(sd)));
	rcu_assign_pointer(own->core_word, sis_word(hint, own->core));
	rcu_assign_pointer(own->word, sis_word(hint, cpu));
}

/**
 * __sis_hint_idle() - the slow half of sis_hint_idle()
 * @rq: the run-queue that goes idle, locked
 */
void __sis_hint_idle(struct rq *rq)
{
	struct sched_domain_shared *sds;
	struct sis_hint_word *word;
	struct sis_own *own;
	int cpu = cpu_of(rq);

	/*
	 * With something to run it goes idle only for the sake of its core's
	 * cookie, with a wakeup pending not for long, and on the way to offline
	 * for good.
	 */
	if (rq->nr_running || READ_ONCE(rq->ttwu_pending) || !cpu_active(cpu))
		return;

	own = per_cpu_ptr(&sis_own, cpu);
	word = rcu_dereference_sched(own->word);
	if (!word)
		return;

	if (sched_smt_active()) {
		struct sis_hint_word *core_word = rcu_dereference_sched(own->core_word);
		int core = READ_ONCE(own->core);

		if (core_word && !(READ_ONCE(core_word->cores) & sis_chunk(core)) &&
		    sis_asked(core_word) && sis_siblings_idle(cpu)) {
			sis_offer(&core_word->cores, core);
			return;
		}
	}

	if (READ_ONCE(word->cpus) & sis_chunk(cpu) || !sis_asked(word))
		return;
	sds = rcu_dereference_sched(per_cpu(sd_llc_shared, cpu));
	if (!sds || (sched_feat(SIS_UTIL) && !READ_ONCE(sds->nr_idle_scan)) ||
	    (sched_smt_active() && READ_ONCE(sds->has_idle_cores)))
		return;
	sis_offer(&word->cpus, cpu);
}

/**
 * sis_hint_offline() - a CPU leaves its domain
 * @cpu: the CPU
 *
 * Its domain is still there. Also while SIS_CORE or SMT is off, since bits may be
 * left over from before. Interrupts are off, which RCU waits for.
 */
void sis_hint_offline(int cpu)
{
	sis_take_cpu(cpu);
	sis_take_core(cpu);
}

/**
 * __sis_claim_new() - the slow half of sis_claim_new()
 * @cpu: where a task will run
 */
void __sis_claim_new(int cpu)
{
	sis_take_cpu(cpu);
	if (sched_smt_active())
		sis_take_core(cpu);
}

/* A walk has found a core that nobody hinted; there may be more of them. */
static void sis_walk_again(int cpu)
{
	struct sched_domain_shared *sds = rcu_dereference_sched(per_cpu(sd_llc_shared, cpu));
	struct sis_hint *hint = sds ? sds->hint : NULL;

	if (hint && sis_recent(READ_ONCE(hint->walked)))
		WRITE_ONCE(hint->walked, jiffies - SIS_ASKED - 1);
}

/**
 * __sis_claim() - the slow half of sis_claim()
 * @cpu: what the search chose
 * @scan: the search's own
 *
 * Whether the bit was there does not matter: the fast paths choose their CPU for
 * warmth, and do not move on.
 *
 * Return: what the search chooses after all.
 */
int __sis_claim(int cpu, struct sis_scan *scan)
{
	switch (scan->end) {
	case SIS_END_KTHREAD:
	case SIS_END_NODOMAIN:
		return cpu;
	case SIS_END_GATE:
	case SIS_END_LIMIT:
	case SIS_END_SPAN:
		/* Nothing is idle, so nothing is there to be taken. */
		if (scan->spare < 0)
			return cpu;
		cpu = sis_pick(scan, SIS_END_FALLBACK, scan->spare);
		break;
	case SIS_END_CORE:
		sis_walk_again(cpu);
		break;
	default:
		break;
	}
	__sis_claim_new(cpu);
	return cpu;
}

/*
 * A walk over the bits of a hint in the order of a search: from behind the target
 * to the end, and around up to the target.
 */
struct sis_walk {
	struct sis_hint	*hint;
	int		target;
	unsigned int	step;
	unsigned int	steps;
	int		base;
	unsigned long	bits;
};

/* That of the target, and at most @words after it; the last may be it once more */
static void sis_walk_begin(struct sis_walk *walk, struct sis_hint *hint, int target,
			   unsigned int words)
{
	walk->hint = hint;
	walk->target = target;
	walk->step = 0;
	walk->steps = min(hint->nr, words) + 1;
	walk->bits = 0;
}

/*
 * The next CPU, or -1. Of those in @a, and in @b unless NULL; with @cores by the
 * other bitmap.
 */
static int sis_walk_next(struct sis_walk *walk, const struct cpumask *a, const struct cpumask *b,
			 bool cores)
{
	struct sis_hint *hint = walk->hint;
	unsigned int w;
	int cpu;

	while (!walk->bits) {
		unsigned long upper = ~1UL << (walk->target % BITS_PER_LONG);
		unsigned long now = jiffies;
		struct sis_hint_word *word;

		if (walk->step == walk->steps)
			return -1;
		w = walk->target / BITS_PER_LONG - hint->first + walk->step;
		if (w >= hint->nr)
			w -= hint->nr;
		word = &hint->word[w];
		if (READ_ONCE(word->asked) != now)
			WRITE_ONCE(word->asked, now);
		walk->base = (hint->first + w) * BITS_PER_LONG;
		walk->bits = READ_ONCE(*(cores ? &word->cores : &word->cpus));
		walk->bits &= cpumask_bits(a)[hint->first + w];
		if (b)
			walk->bits &= cpumask_bits(b)[hint->first + w];
		if (!walk->step)
			walk->bits &= upper;
		else if (walk->step == hint->nr)
			walk->bits &= ~upper;
		walk->step++;
	}

	cpu = walk->base + __ffs(walk->bits);
	walk->bits &= walk->bits - 1;
	return cpu;
}

/*
 * Look for an idle CPU among those of @cpus, and of @within unless NULL, that
 * are hinted. Those looked at are removed from @cpus.
 */
static int sis_hint_cpu(struct task_struct *p, struct sis_hint *hint, const struct cpumask *within,
			struct cpumask *cpus, int target, int *nr, struct sis_scan *scan)
{
	struct sis_walk walk;
	int cpu, pick;

	sis_walk_begin(&walk, hint, target, UINT_MAX);
	while ((cpu = sis_walk_next(&walk, cpus, within, false)) >= 0) {
		if (sis_settled(scan) || --*nr <= 0)
			return -1;
		scan->looked++;
		__cpumask_clear_cpu(cpu, cpus);
		if (sis_try_cpu(cpu, p) != cpu) {
			if (sis_busy(cpu))
				sis_take(&sis_word(hint, cpu)->cpus, cpu);
			continue;
		}
		/* One that is kept for its owner keeps its bit. */
		pick = sis_prefer(cpu, p, scan);
		if (pick < 0)
			continue;
		if (pick != cpu && sis_take(&sis_word(hint, pick)->cpus, pick)) {
			cpu = pick;
		} else if (!sis_take(&sis_word(hint, cpu)->cpus, cpu)) {
			/* Somebody is on the way to it: better than a busy one only */
			scan->lost++;
			if (scan->spare < 0) {
				scan->spare = cpu;
				scan->spare_lost = true;
			}
			continue;
		}
		if (sched_smt_active())
			sis_take_core(cpu);
		scan->hinted = true;
		return sis_pick(scan, SIS_END_FOUND, cpu);
	}

	return -1;
}

#ifdef CONFIG_SCHED_SMT
/* An idle sibling behind @cpu, or -1 */
static int sis_idle_after(int cpu, struct task_struct *p, struct sched_domain *sd,
			  struct sis_scan *scan)
{
	int i;

	for_each_cpu_and(i, cpu_smt_mask(cpu), p->cpus_ptr) {
		if (i <= cpu || !cpumask_test_cpu(i, sched_domain_span(sd)))
			continue;
		scan->looked++;
		if (sis_try_cpu(i, p) == i)
			return i;
	}
	return -1;
}

/*
 * Look for a wholly idle core among at most @left of those that are hinted, and
 * not more words; in @within unless NULL. Unless NULL, @cpus loses the CPUs of
 * those looked at. The siblings in @sd of a CPU that is idle are not looked at: all
 * were when the bit was set, and whoever was sent to one of them since has taken it.
 * An idle CPU of a core that is not wholly idle is remembered.
 */
static int sis_hint_core(struct task_struct *p, struct sched_domain *sd, struct sis_hint *hint,
			 const struct cpumask *within, struct cpumask *cpus, int target,
			 unsigned int left, struct sis_scan *scan)
{
	struct sis_walk walk;
	int core, cpu, other;

	sis_walk_begin(&walk, hint, target, left);
	/* sis_hint_attach() tells what bits may be outside of the span. */
	while ((core = sis_walk_next(&walk, sched_domain_span(sd), within, true)) >= 0) {
		unsigned long *bits = &sis_word(hint, core)->cores;
		int first = -1, last = -1;
		bool idle = false, busy = false;

		if (!cpumask_intersects(cpu_smt_mask(core), cpus ? cpus : p->cpus_ptr))
			continue;
		if (sis_settled(scan) || !left--)
			return -1;

		for_each_cpu_and(cpu, cpu_smt_mask(core), p->cpus_ptr) {
			if (!cpumask_test_cpu(cpu, sched_domain_span(sd)))
				continue;
			scan->looked++;
			first = first < 0 ? cpu : first;
			if (available_idle_cpu(cpu)) {
				idle = cpu == first;
				last = cpu;
				break;
			}
			busy = busy || sis_busy(cpu);
			/* One with SCHED_IDLE tasks only is better than none. */
			if (sis_try_cpu(cpu, p) == cpu)
				last = cpu;
			if (last >= 0 || scan->spare >= 0)
				break;
		}
		for_each_cpu(cpu, cpu_smt_mask(core)) {
			if (!idle)
				break;
			if (cpumask_test_cpu(cpu, sched_domain_span(sd)))
				continue;
			scan->looked++;
			idle = available_idle_cpu(cpu);
			busy = busy || sis_busy(cpu);
		}
		if (cpus)
			cpumask_andnot(cpus, cpus, cpu_smt_mask(core));

		if (idle) {
			/* One that is kept for its owner keeps its bit. */
			other = sis_prefer_core(first, p, &scan->spare, scan);
			if (other < 0)
				continue;
			if (other == first || !sis_take_core(other))
				other = sis_take(bits, core) ? first : -1;
			if (other >= 0) {
				sis_take(&sis_word(hint, other)->cpus, other);
				scan->hinted = true;
				return sis_pick(scan, SIS_END_CORE, other);
			}
			scan->lost++;
		} else if (busy) {
			sis_take(bits, core);
		}
		if (scan->spare >= 0)
			continue;
		/* Whoever took the core took the first CPU that it may use. */
		other = idle ? sis_idle_after(first, p, sd, scan) : -1;
		scan->spare = other < 0 ? last : other;
		scan->spare_lost = idle && other < 0;
	}

	return -1;
}
#else
static int sis_hint_core(struct task_struct *p, struct sched_domain *sd, struct sis_hint *hint,
			 const struct cpumask *within, struct cpumask *cpus, int target,
			 unsigned int left, struct sis_scan *scan)
{
	return -1;
}
#endif /* CONFIG_SCHED_SMT */

/**
 * sis_hint_scan() - look at the hinted CPUs of an LLC
 * @p: the wakee
 * @sd: the LLC of @target
 * @cluster: where to look first, or NULL
 * @cpus: the CPUs of @sd that @p may use; those looked at are removed
 * @has_idle_core: look for cores that are wholly idle; if none is hinted, what is
 *	left of @cpus has to be walked for them
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
		  struct cpumask *cpus, bool has_idle_core, int target, int *nr,
		  struct sis_scan *scan)
{
	struct sis_hint *hint = sd->shared ? sd->shared->hint : NULL;
	int cpu = -1;

	if (!hint)
		return -1;

	if (has_idle_core) {
		if (cluster)
			cpu = sis_hint_core(p, sd, hint, cluster, cpus, target, UINT_MAX, scan);
		if (cpu < 0)
			cpu = sis_hint_core(p, sd, hint, NULL, cpus, target, UINT_MAX, scan);
		scan->brief = sis_recent(READ_ONCE(hint->walked));
		/* A wakee that may use few CPUs does not see all cores. */
		if (cpu < 0 && !scan->brief &&
		    cpumask_subset(sched_domain_span(sd), p->cpus_ptr))
			WRITE_ONCE(hint->walked, jiffies);
		return cpu;
	}

	if (cluster)
		cpu = sis_hint_cpu(p, hint, cluster, cpus, target, nr, scan);
	if (cpu < 0 && *nr > 0)
		cpu = sis_hint_cpu(p, hint, NULL, cpus, target, nr, scan);
	return cpu;
}

/**
 * sis_hint_gate() - a short look for an idle core while the limit is 0
 * @p: the wakee
 * @sd: the LLC of @target
 * @target: where the scan starts
 * @scan: the search's own
 *
 * Called when a core is believed wholly idle. That is not expected in an LLC
 * with a limit of 0, so it looks at no more cores, and no more words, than half
 * the logarithm of the number of cores: 2 of 8, 3 of 56, 5 of 512. Under RCU,
 * interrupts off.
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
	return cpu < 0 ? sis_pick(scan, SIS_END_GATE, -1) : cpu;
}
