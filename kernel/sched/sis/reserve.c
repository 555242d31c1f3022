// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIS_CACHE: making, keeping and ending reservations. reserve.h has the model.
 */
#include <linux/atomic.h>

#include "reserve.h"
#include "stats.h"

/* Read-mostly, written through debugfs */
unsigned int sis_reserve_us __read_mostly = SIS_RESERVE_US;

DEFINE_PER_CPU_SHARED_ALIGNED(struct sis_reservation, sis_reservation);
DEFINE_PER_CPU(struct sis_patience, sis_patience);

/* No deadline is further away; once more for what clocks may differ by. */
static unsigned int sis_most(void)
{
	return 2 * (sis_stamp(sis_reserve_cap()) + 1);
}

/*
 * End what is @owner's, unless somebody else has ended it, or it is another's by
 * now: he who clears it counts it. True if that was before the deadline.
 */
static bool sis_end(int cpu, struct task_struct *owner, enum sis_reserve_end end, u64 now)
{
	struct sis_reservation *res = per_cpu_ptr(&sis_reservation, cpu);
	bool live = sis_stamp_ahead(READ_ONCE(res->until), sis_stamp(now), sis_most());

	if (cmpxchg(&res->owner, owner, NULL) != owner)
		return false;
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.reserve_end[live ? end : SIS_RESERVE_EXPIRED]);
	return live;
}

/**
 * sis_sleep_average() - how long a task sleeps when it sleeps briefly
 * @avg: what was known, in ns, or 0
 * @slept: how long it slept now
 * @cap: from where on a sleep is no short one, in ns
 *
 * Return: what is known now; below @cap, unless @avg was not.
 */
unsigned int sis_sleep_average(unsigned int avg, u64 slept, unsigned int cap)
{
	if (slept >= cap)
		return avg / 2;
	if (!avg)
		return max_t(unsigned int, slept, 1);
	return max(avg - avg / 8 + (unsigned int)slept / 8, 1U);
}

/**
 * __sis_reserve_sleep() - the slow half of sis_reserve_sleep()
 * @rq: the run-queue of @p, locked, the clock updated
 * @p: the task that falls asleep
 */
void __sis_reserve_sleep(struct rq *rq, struct task_struct *p)
{
	struct sis_reservation *res = per_cpu_ptr(&sis_reservation, cpu_of(rq));
	unsigned int cap = sis_reserve_cap(), avg = p->sis.sleep_avg;
	u64 now = rq_clock(rq);

	p->sis.slept = now | 1;
	if (!avg || avg >= cap || sis_nr_runnable(rq) != 1)
		return;

	/* Who sees the new owner with the old deadline sees no reservation. */
	WRITE_ONCE(res->until, sis_stamp(now + min(2 * (u64)avg, (u64)cap)));
	WRITE_ONCE(res->owner, p);
	p->sis.reserved = cpu_of(rq) + 1;
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.reserved);
}

/**
 * __sis_reserve_enqueue() - the slow half of sis_reserve_enqueue()
 * @rq: the run-queue, locked, the clock updated
 * @p: the task that is enqueued there
 * @wakeup: it has slept
 */
void __sis_reserve_enqueue(struct rq *rq, struct task_struct *p, bool wakeup)
{
	int cpu = cpu_of(rq);
	struct task_struct *owner = READ_ONCE(per_cpu(sis_reservation, cpu).owner);
	u64 now = rq_clock(rq);

	if (owner) {
		bool own = owner == p && p->sis.reserved == cpu + 1;

		sis_end(cpu, owner, own ? SIS_RESERVE_HONOURED : SIS_RESERVE_BROKEN, now);
	}
	if (!wakeup || !p->sis.slept)
		return;

	p->sis.reserved = 0;
	/* It slept by another CPU's clock, which may be ahead. */
	p->sis.sleep_avg = sis_sleep_average(p->sis.sleep_avg,
					     max_t(s64, now - p->sis.slept, 0),
					     sis_reserve_cap());
	p->sis.slept = 0;
}

/**
 * __sis_reserve_elsewhere() - the slow half of sis_reserve_migrate()
 * @p: a task that has reserved a CPU and gets another one
 */
void __sis_reserve_elsewhere(struct task_struct *p)
{
	int cpu = p->sis.reserved - 1;

	p->sis.reserved = 0;
	if (sis_end(cpu, p, SIS_RESERVE_ELSEWHERE, local_clock()))
		p->sis.sleep_avg /= 2;
}

/**
 * __sis_reserve_run() - end the reservation of a CPU
 * @cpu: the CPU, interrupts off
 *
 * Something runs there that does not care for it, or the CPU is going away.
 */
void __sis_reserve_run(int cpu)
{
	struct task_struct *owner = READ_ONCE(per_cpu(sis_reservation, cpu).owner);

	if (owner)
		sis_end(cpu, owner, SIS_RESERVE_BROKEN, local_clock());
}

/**
 * sis_reserved() - is a CPU reserved for somebody else?
 * @cpu: the CPU
 * @p: who asks
 * @scan: the search's own, where the time is kept
 *
 * Return: true if it is.
 */
bool sis_reserved(int cpu, struct task_struct *p, struct sis_scan *scan)
{
	const struct sis_reservation *res = per_cpu_ptr(&sis_reservation, cpu);
	struct task_struct *owner = READ_ONCE(res->owner);

	if (!owner || (owner == p && p->sis.reserved == cpu + 1))
		return false;
	if (!scan->clock_read) {
		scan->now = sis_stamp(local_clock());
		scan->clock_read = true;
	}
	return sis_stamp_ahead(READ_ONCE(res->until), scan->now, sis_most());
}

/* Is this search one of those that take a reserved CPU as any other? */
static bool sis_hasty(struct sis_scan *scan)
{
	struct sis_patience *patience = this_cpu_ptr(&sis_patience);

	if (!scan->asked) {
		scan->asked = true;
		if (patience->rest) {
			patience->rest--;
			scan->hasty = true;
		}
	}
	return scan->hasty;
}

/**
 * __sis_reserve_end() - the slow half of sis_reserve_end()
 * @cpu: what a search that has passed over a CPU chose
 * @scan: the search's own
 */
void __sis_reserve_end(int cpu, const struct sis_scan *scan)
{
	struct sis_patience *patience = this_cpu_ptr(&sis_patience);

	/* What it came to last of all says nothing of looking on. */
	if (scan->looked == scan->passed_at)
		return;

	switch (scan->end) {
	case SIS_END_SMT:
	case SIS_END_FOUND:
	case SIS_END_CORE:
	case SIS_END_FALLBACK:
		if (cpu == scan->passed)
			break;
		*patience = (struct sis_patience) { };
		return;
	default:
		break;
	}
	if (patience->vain < SIS_VAIN_MAX)
		patience->vain++;
	patience->rest = rounddown(patience->vain, SIS_VAIN);
}

/**
 * __sis_prefer() - the slow half of sis_prefer()
 * @cpu: an idle CPU that @p may use
 * @p: the wakee
 * @scan: the search's own
 *
 * Return: @cpu; -1 to go on as it is reserved; or, when enough have been passed
 * over, the first of these, which is what is chosen without the feature.
 */
int __sis_prefer(int cpu, struct task_struct *p, struct sis_scan *scan)
{
	/* An SMT sibling was asked already. */
	if (cpu == scan->passed)
		return -1;
	if (!sis_reserved(cpu, p, scan))
		return cpu;

	if (scan->passed < 0) {
		if (!sis_skips(scan) || sis_hasty(scan))
			return cpu;
		scan->passed = cpu;
		scan->passed_at = scan->looked;
	} else if (scan->skips >= sis_skips(scan)) {
		return scan->passed;
	}
	scan->skips++;
	return -1;
}

/**
 * __sis_prefer_core() - the slow half of sis_prefer_core()
 * @cpu: a CPU of a wholly idle core
 * @p: the wakee
 * @idle_cpu: an idle CPU that is no whole core, or -1
 * @scan: the search's own
 *
 * If the core is passed over, a sibling of @cpu will do when no other core does:
 * the owner then finds its CPU free.
 *
 * Return: as for __sis_prefer().
 */
int __sis_prefer_core(int cpu, struct task_struct *p, int *idle_cpu, struct sis_scan *scan)
{
	int pick = __sis_prefer(cpu, p, scan);
#ifdef CONFIG_SCHED_SMT
	struct sched_domain *sd;
	int i;

	if (pick >= 0)
		return pick;
	if (*idle_cpu >= 0 && cpumask_test_cpu(*idle_cpu, cpu_smt_mask(cpu)))
		*idle_cpu = -1;
	/* Better than an idle CPU of a core that is not wholly idle */
	sd = rcu_dereference_sched(per_cpu(sd_llc, cpu));
	for_each_cpu_and(i, cpu_smt_mask(cpu), p->cpus_ptr) {
		if (i == cpu || !sd || !cpumask_test_cpu(i, sched_domain_span(sd)) ||
		    sis_reserved(i, p, scan))
			continue;
		if (idle_cpu == &scan->spare) {
			/* The hint has not looked at it; still, it is of the same core. */
			scan->looked++;
			if (scan->passed == cpu)
				scan->passed_at++;
			if (!available_idle_cpu(i))
				continue;
			scan->spare_lost = false;
		}
		*idle_cpu = i;
		break;
	}
#endif
	return pick;
}

/**
 * __sis_passed_over() - the slow half of sis_passed_over()
 * @target: what the search would take if no CPU is idle
 * @p: the wakee
 * @scan: the search's own
 *
 * An idle sibling that the hint has come by is asked for last, as without the hint.
 * What was passed over was idle, but its owner may be back meanwhile.
 *
 * Return: as for sis_passed_over().
 */
int __sis_passed_over(int target, struct task_struct *p, struct sis_scan *scan)
{
	int cpu = scan->spare_lost || scan->spare < 0 ? -1 : __sis_prefer(scan->spare, p, scan);

	if (cpu < 0 && scan->passed >= 0 && available_idle_cpu(scan->passed))
		cpu = scan->passed;
	return cpu < 0 ? target : sis_pick(scan, SIS_END_FALLBACK, cpu);
}
