// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIS_SHORT: measuring runs, and when to hand over. handoff.h has the model.
 */
#include <linux/preempt.h>

#include "handoff.h"
#include "stats.h"

/* Read-mostly, written through debugfs */
unsigned int sis_short_us __read_mostly = SIS_SHORT_US;

/**
 * sis_run_average() - how long a task runs between two sleeps
 * @avg: what was known, in ns, or 0
 * @run: how long it ran now, in ns
 *
 * Return: what is known now, not 0.
 */
unsigned int sis_run_average(unsigned int avg, unsigned int run)
{
	if (!avg)
		return max(run, 1U);
	return max(avg - avg / 8 + run / 8, 1U);
}

/**
 * sis_run_short() - does a task run briefly?
 * @avg: how long it does on average, in ns, or 0 if that is not known
 * @last: how long it did the last time
 * @us: what is short, in us
 *
 * Return: false also if nothing is known.
 */
bool sis_run_short(unsigned int avg, unsigned int last, unsigned int us)
{
	unsigned int most = us * (unsigned int)NSEC_PER_USEC;

	return avg && avg <= most && last && last <= most;
}

/**
 * __sis_handoff_sleep() - the slow half of sis_handoff_sleep()
 * @rq: the run-queue of @p, locked, the clock updated
 * @p: the task that falls asleep
 */
void __sis_handoff_sleep(struct rq *rq, struct task_struct *p)
{
	u64 sum = p->se.sum_exec_runtime;
	unsigned int run;

	/* What the dequeue will account */
	if (p == current)
		sum += max_t(s64, rq_clock_task(rq) - p->se.exec_start, 0);

	/* Where it began to run is not known for the first time. */
	if (p->sis.run_start) {
		run = clamp_t(u64, sum - p->sis.run_start, 1, UINT_MAX);
		/* Read at any time for /proc */
		WRITE_ONCE(p->sis.run_avg, sis_run_average(p->sis.run_avg, run));
		WRITE_ONCE(p->sis.run_last, run);
	}
	p->sis.run_start = sum;
}

static bool sis_is_short(struct task_struct *p, unsigned int us)
{
	return sis_run_short(READ_ONCE(p->sis.run_avg), READ_ONCE(p->sis.run_last), us);
}

static bool sis_same_cookie(struct task_struct *p)
{
#ifdef CONFIG_SCHED_CORE
	return p->core_cookie == current->core_cookie;
#else
	return true;
#endif
}

/* Is it believed that an idle core would be found? */
static bool sis_core_at_hand(struct task_struct *p, struct sched_domain *sd)
{
	if (sched_smt_active())
		return false;
	return !sched_feat(SIS_UTIL) || !sd->shared || sis_limit(sd, p) > SIS_SHORT_LIMIT;
}

/* Why @p is not handed to this CPU, or SIS_NR_REFUSALS if it is. */
static enum sis_refusal sis_refusal(struct task_struct *p, struct sched_domain *sd, bool at_hand,
				    bool fits, const struct sis_scan *scan)
{
	unsigned int us = READ_ONCE(sis_short_us);
	int cpu = smp_processor_id();

	if (!in_task() || (current->flags & PF_KTHREAD) || current->prio < MAX_RT_PRIO)
		return SIS_REFUSED_CONTEXT;
	if (READ_ONCE(p->last_wakee) != current || current->wakee_flips ||
	    READ_ONCE(p->wakee_flips))
		return SIS_REFUSED_PAIR;
	if (!sis_is_short(p, us) || !sis_is_short(current, us))
		return SIS_REFUSED_LONG;
	if (sis_nr_runnable(this_rq()) != 1 || READ_ONCE(this_rq()->ttwu_pending))
		return SIS_REFUSED_QUEUED;
	if (at_hand || scan->passed >= 0 || sis_core_at_hand(p, sd))
		return SIS_REFUSED_IDLE;
	if (!sis_same_cookie(p))
		return SIS_REFUSED_COOKIE;
	if (!fits)
		return SIS_REFUSED_CAPACITY;
	if (!cpumask_test_cpu(cpu, p->cpus_ptr) || !cpu_active(cpu) ||
	    !cpumask_test_cpu(cpu, sched_domain_span(sd)))
		return SIS_REFUSED_ALLOWED;
	return SIS_NR_REFUSALS;
}

/**
 * sis_handoff() - is a wakee to run on this CPU, behind its waker?
 * @p: the wakee
 * @sd: the LLC where the search started, at a CPU that is not idle
 * @at_hand: a core of it is believed wholly idle, or a CPU is known to be idle
 * @fits: this CPU has the capacity that @p asks for
 * @scan: the search's own
 *
 * Only with SIS_SHORT on, under RCU, interrupts off.
 *
 * Return: true if so.
 */
bool sis_handoff(struct task_struct *p, struct sched_domain *sd, bool at_hand, bool fits,
		 const struct sis_scan *scan)
{
	enum sis_refusal why = sis_refusal(p, sd, at_hand, fits, scan);

	if (why == SIS_NR_REFUSALS)
		return true;
	if (schedstat_enabled())
		__this_cpu_inc(sis_stats.refused[why]);
	return false;
}
