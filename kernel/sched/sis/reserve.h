/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIS_CACHE: which CPUs to leave alone.
 *
 * The model
 *
 * A task that sleeps only briefly has its data still in the caches of the CPU
 * that it left, unless somebody else runs there meanwhile. Each task knows how
 * long it sleeps: the average of its short sleeps, a sleep being short below
 * sis_reserve_cap(); a long one halves the average. When the last task of a CPU
 * falls asleep, and it has such an average, the CPU is reserved for it: owner and
 * deadline are noted. About half of all sleeps are longer than the average, so
 * the reservation lasts for twice that, but not longer than the cap.
 *
 * A reservation is an order of preference among idle CPUs. A search that comes to
 * an idle CPU reserved for somebody else remembers the first such and goes on; if
 * it finds no other idle one it takes what it remembered, however it ended. The
 * owner takes its CPU as any other. The fast paths do not ask: they choose a CPU
 * where the wakee itself, or its waker, has data. Nobody else asks either: load
 * balance, wake_affine() and the other classes see an idle CPU.
 *
 * It ends when its owner is back or is placed elsewhere, when something else is
 * enqueued on the CPU or ends its idleness, when the CPU goes offline, or at the
 * deadline. That the owner was placed elsewhere, though its CPU was free, shows that
 * the reservation was in vain: its average is halved.
 *
 * Where most idle CPUs are reserved, as among the tasks of one hackbench, there is
 * rarely a better one to be found. So each CPU counts how many of its searches in a
 * row passed over CPUs in vain, and after each SIS_VAIN of these as many more searches
 * as that take the first idle CPU that they come to, before one tries again. One that
 * finds a better CPU sets the count back.
 *
 * The owner's task_struct may be gone and used again. The pointer is compared and
 * never followed, and it takes both sides to agree: a task is the owner if the
 * CPU says so and the task remembers that it reserved this CPU. A new task
 * remembers none.
 *
 * The bound
 *
 * Once it has passed over a CPU, a search looks at no more than SIS_SKIPS others,
 * and than half of its limit, in which they count; a core that it has begun with
 * it finishes. It reads one line more for each idle CPU that it comes to, and the
 * clock once, if any of these is reserved. The line is the CPU's own, and written
 * when its last task falls asleep and when somebody comes. The clocks of two CPUs
 * may differ: a deadline that seems to be further away than any could be is none.
 *
 * While the feature is off nothing of this is written or read, but by a CPU that goes
 * offline.
 */
#ifndef _KERNEL_SCHED_SIS_RESERVE_H
#define _KERNEL_SCHED_SIS_RESERVE_H

#include <linux/cache.h>
#include <linux/time64.h>

#include "scan.h"

/* With an idle CPU in hand, nobody has to look at more CPUs than that. */
#define SIS_SKIPS	4U

/* So many vain searches in a row make as many do without, up to SIS_VAIN_MAX */
#define SIS_VAIN	8U
#define SIS_VAIN_MAX	64U

/* The longest sleep worth a reservation, in us, and the most that can be set */
#define SIS_RESERVE_US		500U
#define SIS_RESERVE_US_MAX	1000000U

/**
 * struct sis_reservation - for whom a CPU is kept
 * @owner: the task, or NULL; not to be followed
 * @until: until when, a sis_stamp()
 */
struct sis_reservation {
	struct task_struct	*owner;
	unsigned int		until;
} ____cacheline_aligned_in_smp;

/**
 * struct sis_patience - what passing over CPUs brought the searches of a CPU
 * @vain: so many in a row found nothing better, SIS_VAIN_MAX at most
 * @rest: so many will not pass over any
 *
 * Only the CPU itself reads and writes it, with interrupts off.
 */
struct sis_patience {
	unsigned char	vain;
	unsigned char	rest;
};

DECLARE_PER_CPU_SHARED_ALIGNED(struct sis_reservation, sis_reservation);
DECLARE_PER_CPU(struct sis_patience, sis_patience);

extern unsigned int sis_reserve_us;

unsigned int sis_sleep_average(unsigned int avg, u64 slept, unsigned int cap);
void __sis_reserve_sleep(struct rq *rq, struct task_struct *p);
void __sis_reserve_enqueue(struct rq *rq, struct task_struct *p, bool wakeup);
void __sis_reserve_elsewhere(struct task_struct *p);
void __sis_reserve_run(int cpu);
bool sis_reserved(int cpu, struct task_struct *p, struct sis_scan *scan);
int __sis_prefer(int cpu, struct task_struct *p, struct sis_scan *scan);
int __sis_prefer_core(int cpu, struct task_struct *p, int *idle_cpu, struct sis_scan *scan);
int __sis_passed_over(int target, struct task_struct *p, struct sis_scan *scan);
void __sis_reserve_end(int cpu, const struct sis_scan *scan);

/* How many CPUs a search that has passed over one may look at then */
static inline unsigned int sis_skips(const struct sis_scan *scan)
{
	if (scan->limit == SIS_NO_LIMIT)
		return SIS_SKIPS;
	return min(SIS_SKIPS, (unsigned int)scan->limit / 2);
}

/**
 * sis_stamp() - a time as reservations keep it
 * @ns: the time
 *
 * In units of 1024 ns, so that half of what 32 bits hold is 36 minutes, and read
 * in one piece everywhere.
 *
 * Return: the stamp, to be compared with sis_stamp_ahead() only.
 */
static inline unsigned int sis_stamp(u64 ns)
{
	return lower_32_bits(ns >> 10);
}

/**
 * sis_stamp_ahead() - is a deadline still ahead?
 * @until: the deadline
 * @now: the time
 * @most: no deadline is further away
 *
 * Return: false if it has passed, or is too far away to be true: what was left
 * over more than 36 minutes ago, or another CPU's clock.
 */
static inline bool sis_stamp_ahead(unsigned int until, unsigned int now, unsigned int most)
{
	return until - now - 1 < most;
}

/**
 * sis_reserve_cap() - from where on a sleep is no short one
 *
 * What the data of a task is worth in a cache is the kernel's migration cost.
 *
 * Return: nanoseconds.
 */
static inline unsigned int sis_reserve_cap(void)
{
	return min(READ_ONCE(sis_reserve_us) * (unsigned int)NSEC_PER_USEC,
		   READ_ONCE(sysctl_sched_migration_cost));
}

/**
 * sis_reserve_sleep() - a task is dequeued
 * @rq: its run-queue, locked, the clock updated
 * @p: the task, still counted as running there
 * @flags: those of the dequeue
 */
static __always_inline void sis_reserve_sleep(struct rq *rq, struct task_struct *p, int flags)
{
	if (sched_feat(SIS_CACHE) && sis_falls_asleep(p, flags))
		__sis_reserve_sleep(rq, p);
}

/**
 * sis_reserve_enqueue() - a task is enqueued
 * @rq: its run-queue, locked, the clock updated
 * @p: the task
 * @flags: those of the enqueue
 */
static __always_inline void sis_reserve_enqueue(struct rq *rq, struct task_struct *p, int flags)
{
	if (sched_feat(SIS_CACHE))
		__sis_reserve_enqueue(rq, p, sis_wakes_up(flags));
}

/**
 * sis_reserve_migrate() - a task gets another CPU
 * @p: the task, its pi_lock or the lock of its run-queue held
 *
 * Every wakeup that does not return to the CPU of before comes by here.
 */
static __always_inline void sis_reserve_migrate(struct task_struct *p)
{
	if (sched_feat(SIS_CACHE) && p->sis.reserved)
		__sis_reserve_elsewhere(p);
}

/**
 * sis_reserve_run() - a CPU is done with being idle
 * @rq: its run-queue, locked
 *
 * For what is no fair task; those have been enqueued.
 */
static __always_inline void sis_reserve_run(struct rq *rq)
{
	if (sched_feat(SIS_CACHE) && rq->nr_running)
		__sis_reserve_run(cpu_of(rq));
}

/**
 * sis_reserve_offline() - a CPU leaves its domain
 * @cpu: the CPU
 */
static inline void sis_reserve_offline(int cpu)
{
	__sis_reserve_run(cpu);
}

/**
 * sis_prefer() - a search has come to an idle CPU
 * @cpu: the CPU, or -1 if it was not idle
 * @p: the wakee
 * @scan: the search's own
 *
 * Return: what to choose, -1 to go on.
 */
static __always_inline int sis_prefer(int cpu, struct task_struct *p, struct sis_scan *scan)
{
	if (sched_feat(SIS_CACHE) && cpu >= 0)
		return __sis_prefer(cpu, p, scan);
	return cpu;
}

/**
 * sis_prefer_core() - a search has come to a wholly idle core
 * @cpu: the one of its CPUs that the search would take
 * @p: the wakee
 * @idle_cpu: an idle CPU that is no whole core, or -1; may be of this core
 * @scan: the search's own
 *
 * Return: what to choose, -1 to go on.
 */
static __always_inline int sis_prefer_core(int cpu, struct task_struct *p, int *idle_cpu,
					   struct sis_scan *scan)
{
	if (sched_feat(SIS_CACHE))
		return __sis_prefer_core(cpu, p, idle_cpu, scan);
	return cpu;
}

/**
 * sis_settled() - has a search looked far enough?
 * @scan: the search's own
 *
 * Return: true if it has an idle CPU in hand that it has passed over, and has
 * looked for a better one.
 */
static __always_inline bool sis_settled(const struct sis_scan *scan)
{
	return sched_feat(SIS_CACHE) && scan->passed >= 0 &&
	       scan->looked - scan->passed_at >= sis_skips(scan);
}

/**
 * sis_passed_over() - a search has found no idle CPU
 * @target: what it would take then
 * @p: the wakee
 * @scan: the search's own
 *
 * Return: an idle CPU that it has passed over, or @target.
 */
static __always_inline int sis_passed_over(int target, struct task_struct *p,
					   struct sis_scan *scan)
{
	if (sched_feat(SIS_CACHE) && (scan->passed >= 0 || scan->spare >= 0))
		return __sis_passed_over(target, p, scan);
	return target;
}

/**
 * sis_reserve_end() - a search is over
 * @cpu: what it chose
 * @scan: the search's own
 *
 * Counts whether passing over CPUs was in vain, once for each search.
 */
static __always_inline void sis_reserve_end(int cpu, const struct sis_scan *scan)
{
	if (sched_feat(SIS_CACHE) && scan->passed >= 0)
		__sis_reserve_end(cpu, scan);
}

#endif /* _KERNEL_SCHED_SIS_RESERVE_H */
