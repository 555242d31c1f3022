/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of the search for an idle CPU, shown in debugfs sched/sis/stats.
 */
#ifndef _KERNEL_SCHED_SIS_STATS_H
#define _KERNEL_SCHED_SIS_STATS_H

#include <linux/percpu.h>
#include "scan.h"

/**
 * struct sis_stats - what the searches of one CPU's wakers came to
 * @end: searches, by the reason why they ended
 * @looked: CPUs looked at after the fast paths, all searches together
 * @hinted: searches that chose a hinted CPU
 * @lost: idle CPUs whose bit another search took first
 * @writes: bits of the hint set or taken, on this CPU
 * @refreshed: limits that a search recomputed because they were old
 *
 * unsigned long, so that a reader on another CPU never sees half a value.
 */
struct sis_stats {
	unsigned long	end[SIS_NR_ENDS];
	unsigned long	looked;
	unsigned long	hinted;
	unsigned long	lost;
	unsigned long	writes;
	unsigned long	refreshed;
};

DECLARE_PER_CPU(struct sis_stats, sis_stats);

#endif /* _KERNEL_SCHED_SIS_STATS_H */
