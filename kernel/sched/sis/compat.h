/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The scheduler's own headers as the files here use them. What differs between
 * kernel versions is evened out in this one place.
 */
#ifndef _KERNEL_SCHED_SIS_COMPAT_H
#define _KERNEL_SCHED_SIS_COMPAT_H

#include <linux/mmu_context.h>
#include <linux/sched/clock.h>
#include <linux/sched/cputime.h>

#include "../sched.h"
#include "../stats.h"

/* From EEVDF on a task may sleep for a while before it is taken off its queue. */
#ifdef DEQUEUE_DELAYED
# define SIS_DELAYED	DEQUEUE_DELAYED
# define SIS_WAKEUP	(ENQUEUE_WAKEUP | ENQUEUE_DELAYED)
#else
# define SIS_DELAYED	0
# define SIS_WAKEUP	ENQUEUE_WAKEUP
#endif

/* From 6.18 on the tasks of a throttled group are dequeued. */
#ifdef DEQUEUE_THROTTLE
# define SIS_NO_SLEEP	(SIS_DELAYED | DEQUEUE_THROTTLE)
#else
# define SIS_NO_SLEEP	SIS_DELAYED
#endif

/**
 * sis_falls_asleep() - does a dequeue begin a sleep?
 * @p: the task
 * @flags: those of the dequeue
 *
 * Return: true as the task goes to sleep, queued for a while or not; false if it
 * has done so before, is throttled, or is about to be gone for good.
 */
static __always_inline bool sis_falls_asleep(struct task_struct *p, int flags)
{
	return (flags & DEQUEUE_SLEEP) && !(flags & SIS_NO_SLEEP) &&
	       !(p->flags & PF_EXITING);
}

/**
 * sis_wakes_up() - does an enqueue end a sleep?
 * @flags: those of the enqueue
 *
 * Return: true if so; false if the task was queued or running just before.
 */
static __always_inline bool sis_wakes_up(int flags)
{
	return flags & SIS_WAKEUP;
}

/**
 * sis_nr_runnable() - how many tasks of a run-queue do not sleep
 * @rq: the run-queue
 *
 * Return: the number; it may be of a moment ago if @rq is not locked.
 */
static inline unsigned int sis_nr_runnable(struct rq *rq)
{
	unsigned int nr = rq->nr_running;

#ifdef DEQUEUE_DELAYED
	nr -= rq->cfs.h_nr_queued - rq->cfs.h_nr_runnable;
#endif
	return nr;
}

#endif /* _KERNEL_SCHED_SIS_COMPAT_H */
