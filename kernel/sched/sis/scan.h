/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bookkeeping of one search for an idle CPU.
 *
 * select_idle_sibling() has many exits and its helpers are inlined, so neither
 * a kprobe nor a profile can tell why a CPU was chosen and how many others
 * were looked at first. A struct sis_scan on the stack of the search carries
 * just that. While nobody watches, it costs a few stores to the stack, an
 * increment per CPU looked at and three static branches a search.
 */
#ifndef _KERNEL_SCHED_SIS_SCAN_H
#define _KERNEL_SCHED_SIS_SCAN_H

#include <linux/tracepoint-defs.h>

#include "compat.h"

DECLARE_TRACEPOINT(sis_select);

/**
 * enum sis_end - why a search for an idle CPU ended
 * @SIS_END_TARGET: the target was idle
 * @SIS_END_PREV: the previous CPU was idle
 * @SIS_END_KTHREAD: a per-CPU kthread stacks on the CPU of its wakee
 * @SIS_END_RECENT: the recently used CPU was idle
 * @SIS_END_ASYM: the scan of an asymmetric-capacity domain chose, or found none
 * @SIS_END_NODOMAIN: the target shares its cache with no other CPU
 * @SIS_END_SMT: an SMT sibling of the previous CPU was idle
 * @SIS_END_GATE: the limit was 0, the scan did not start
 * @SIS_END_FOUND: the scan found an idle CPU
 * @SIS_END_CORE: the scan found a whole idle core
 * @SIS_END_LIMIT: the scan used up its limit and found none
 * @SIS_END_SPAN: the scan went through the whole span and found none
 * @SIS_END_FALLBACK: none found, an idle CPU passed over before was taken
 * @SIS_END_HANDOFF: the wakee is short, and runs after its waker (SIS_SHORT)
 * @SIS_NR_ENDS: how many there are
 *
 * The values are in the trace and index the counters: add at the end only.
 */
enum sis_end {
	SIS_END_TARGET,
	SIS_END_PREV,
	SIS_END_KTHREAD,
	SIS_END_RECENT,
	SIS_END_ASYM,
	SIS_END_NODOMAIN,
	SIS_END_SMT,
	SIS_END_GATE,
	SIS_END_FOUND,
	SIS_END_CORE,
	SIS_END_LIMIT,
	SIS_END_SPAN,
	SIS_END_FALLBACK,
	SIS_END_HANDOFF,
	SIS_NR_ENDS,
};

/* No limit was in force: a fast path ended the search, or SIS_UTIL is off */
#define SIS_NO_LIMIT	(-1)

/**
 * struct sis_scan - what is remembered of one search
 * @start: local_clock() at its begin, 0 while sis:sis_select is off
 * @looked: CPUs looked at after the fast paths
 * @passed_at: what @looked was at @passed (SIS_CACHE)
 * @limit: how many CPUs the scan was allowed, or SIS_NO_LIMIT
 * @now: the time, as reservations keep it (SIS_CACHE)
 * @spare: an idle CPU that was passed over, or -1 (SIS_CORE)
 * @passed: the first reserved CPU that was passed over, or -1 (SIS_CACHE)
 * @lost: idle CPUs whose bit another search took first (SIS_CORE)
 * @skips: idle CPUs passed over because they are reserved (SIS_CACHE)
 * @hinted: what was chosen was hinted, and its bit is taken (SIS_CORE)
 * @spare_lost: somebody is on the way to @spare (SIS_CORE)
 * @brief: a walk for an idle core need not be a long one (SIS_CORE)
 * @clock_read: @now is set (SIS_CACHE)
 * @asked: @hasty is set (SIS_CACHE)
 * @hasty: passes over nothing, as that has been in vain (SIS_CACHE)
 * @end: why it ended
 *
 * Ordered so that sis_scan_begin() is a handful of stores of 8 bytes.
 */
struct sis_scan {
	u64		start;
	unsigned int	looked;
	unsigned int	passed_at;
	int		limit;
	unsigned int	now;
	int		spare;
	int		passed;
	unsigned short	lost;
	unsigned short	skips;
	bool		hinted;
	bool		spare_lost;
	bool		brief:1;
	bool		clock_read:1;
	bool		asked:1;
	bool		hasty:1;
	enum sis_end	end:8;
};

void __sis_scan_end(struct task_struct *p, int prev, int target, int cpu,
		    struct sis_scan scan);

/**
 * sis_scan_begin() - start the bookkeeping of a search
 * @scan: the search's own, on its stack
 */
static __always_inline void sis_scan_begin(struct sis_scan *scan)
{
	*scan = (struct sis_scan) { .limit = SIS_NO_LIMIT, .spare = -1, .passed = -1 };
	if (tracepoint_enabled(sis_select))
		scan->start = local_clock();
}

/**
 * sis_pick() - note why a search ends
 * @scan: the search's own
 * @end: the reason
 * @cpu: what the search returns
 *
 * Return: @cpu, so that a return statement can be wrapped.
 */
static __always_inline int sis_pick(struct sis_scan *scan, enum sis_end end, int cpu)
{
	scan->end = end;
	return cpu;
}

/**
 * sis_scan_end() - trace and count a search
 * @p: the wakee
 * @prev: its previous CPU
 * @target: where the search started
 * @cpu: what it chose
 * @scan: the search's own
 *
 * Interrupts are off, as in all of the search.
 *
 * Return: @cpu.
 */
static __always_inline int sis_scan_end(struct task_struct *p, int prev, int target,
					int cpu, const struct sis_scan *scan)
{
	if (tracepoint_enabled(sis_select) || schedstat_enabled())
		__sis_scan_end(p, prev, target, cpu, *scan);
	return cpu;
}

#endif /* _KERNEL_SCHED_SIS_SCAN_H */
