/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIS_SHORT: when not to search, but to run on the waker's CPU.
 *
 * The model
 *
 * Two tasks that wake each other in turn, and run so briefly in between that
 * the one is about to sleep when the other can start, gain nothing from a second
 * CPU. When the LLC is busy a CPU for the wakee costs a scan that most likely
 * fails, and what is found must be kicked and has cold caches. Staying behind the
 * waker costs what is left of its run.
 *
 * So a wakee is handed to the CPU of its waker if that wait is known to be brief,
 * nobody else can come in between, and nothing better is at hand. All of these have
 * to hold:
 *
 * - the waker is a fair task that decides to wake: no interrupt, and no kernel
 *   thread, which is what interrupts are handled by under PREEMPT_RT;
 * - it is the last that the wakee woke, and the wakee is the last that it woke, and
 *   neither has changed partners of late;
 * - both are short: by the average of what they run between two sleeps, and by the
 *   last time they did. A preemption does not end such a run, and a task that was
 *   not seen to sleep counts as long;
 * - the waker is alone on its CPU, tasks that sleep not counted, and nobody else is
 *   on the way there;
 * - neither the wakee's previous CPU, nor the one before, nor an SMT sibling of it,
 *   nor a whole core is known to be idle. Without SMT every idle CPU is a whole core.
 *   Then it takes the limit of the LLC, which must be down to what is looked at in
 *   an overloaded one;
 * - both have the same core-scheduling cookie, the wakee fits the CPU's capacity,
 *   may run there, and that CPU shares the cache of the target.
 *
 * It ends at once when one of them runs longer, as its last run counts.
 *
 * The bound
 *
 * What is short is an absolute time, sis_short_us, 16 us by default: limit.h takes
 * that a found CPU is worth this much, so that a wait of up to that is not worse than
 * what a search can gain. The wakee is delayed by that much if the waker does as it
 * did before. If not, by what it would have been behind any other running task, as
 * all CPUs that were at hand are busy.
 *
 * What a task runs is noted in its task_struct as it falls asleep. No other line is
 * written.
 */
#ifndef _KERNEL_SCHED_SIS_HANDOFF_H
#define _KERNEL_SCHED_SIS_HANDOFF_H

#include <linux/time64.h>

#include "limit.h"
#include "scan.h"

/* Up to where a run is a short one, in us, and the most that can be set */
#define SIS_SHORT_US		16U
#define SIS_SHORT_US_MAX	1000000U

/* An overloaded LLC of up to SIS_WORTH CPUs is still looked at that far. */
#define SIS_SHORT_LIMIT		2U

extern unsigned int sis_short_us;

unsigned int sis_run_average(unsigned int avg, unsigned int run);
bool sis_run_short(unsigned int avg, unsigned int last, unsigned int us);
void __sis_handoff_sleep(struct rq *rq, struct task_struct *p);
bool sis_handoff(struct task_struct *p, struct sched_domain *sd, bool at_hand, bool fits,
		 const struct sis_scan *scan);

/**
 * sis_handoff_sleep() - a task is dequeued
 * @rq: its run-queue, locked, the clock updated
 * @p: the task, its run not accounted yet
 * @flags: those of the dequeue
 */
static __always_inline void sis_handoff_sleep(struct rq *rq, struct task_struct *p, int flags)
{
	if (sched_feat(SIS_SHORT) && sis_falls_asleep(p, flags))
		__sis_handoff_sleep(rq, p);
}

#endif /* _KERNEL_SCHED_SIS_HANDOFF_H */
