/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_SCHED_SIS_H
#define _LINUX_SCHED_SIS_H

#include <linux/types.h>

/**
 * struct sis_task - what the search for an idle CPU remembers of a task
 * @slept: when its last sleep began, in ns of its run-queue's clock; 0 if the
 *	sleep is over, or is not to be counted
 * @sleep_avg: how long it sleeps when it sleeps briefly, in ns; 0 if not known
 * @reserved: the CPU that it has reserved while it sleeps, plus one; or 0
 * @run_avg: how long it runs between two sleeps, in ns; 0 if not known
 * @run_last: how long it did the last time, in ns; 0 if not known
 * @run_start: its run time at the end of its last sleep, in ns
 *
 * Written as the task falls asleep, and by who wakes it: never by two at a time,
 * see kernel/sched/sis/. A new task has all 0.
 */
struct sis_task {
	u64		slept;
	unsigned int	sleep_avg;
	unsigned int	reserved;
	unsigned int	run_avg;
	unsigned int	run_last;
	u64		run_start;
};

#endif /* _LINUX_SCHED_SIS_H */
