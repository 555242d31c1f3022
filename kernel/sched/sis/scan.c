// SPDX-License-Identifier: GPL-2.0-only
/*
 * Trace events and counters of the search for an idle CPU.
 *
 * The counters are per CPU, of the waker's CPU, and written only there with
 * interrupts off: no shared line is touched. They run while schedstats are on.
 */
#include "scan.h"
#include "stats.h"

#define CREATE_TRACE_POINTS
#include <trace/events/sis.h>

DEFINE_PER_CPU(struct sis_stats, sis_stats);

/**
 * __sis_scan_end() - the slow half of sis_scan_end()
 * @p: the wakee
 * @prev: its previous CPU
 * @target: where the search started
 * @cpu: what it chose
 * @scan: what was remembered of the search
 */
void __sis_scan_end(struct task_struct *p, int prev, int target, int cpu,
		    struct sis_scan scan)
{
	if (schedstat_enabled()) {
		__this_cpu_inc(sis_stats.end[scan.end]);
		__this_cpu_add(sis_stats.looked, scan.looked);
		__this_cpu_add(sis_stats.lost, scan.lost);
		if (scan.hinted)
			__this_cpu_inc(sis_stats.hinted);
		__this_cpu_add(sis_stats.skips, scan.skips);
	}

	if (trace_sis_select_enabled()) {
		u64 ns = 0;

		/* The event may have come on in the middle of this search. */
		if (scan.start)
			ns = local_clock() - scan.start;
		trace_sis_select(p, prev, target, cpu, &scan, ns);
	}
}
