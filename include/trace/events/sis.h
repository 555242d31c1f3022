/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM sis

#if !defined(_TRACE_SIS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_SIS_H

#include <linux/sched.h>
#include <linux/tracepoint.h>

struct sis_scan;

/* The values of enum sis_end, kernel/sched/sis/scan.h */
#define sis_show_end(end)			\
	__print_symbolic(end,			\
		{ 0, "target" },		\
		{ 1, "prev" },			\
		{ 2, "kthread" },		\
		{ 3, "recent" },		\
		{ 4, "asym" },			\
		{ 5, "nodomain" },		\
		{ 6, "smt" },			\
		{ 7, "gate" },			\
		{ 8, "found" },			\
		{ 9, "core" },			\
		{ 10, "limit" },		\
		{ 11, "span" },			\
		{ 12, "fallback" },		\
		{ 13, "handoff" })

/* The values of enum sis_curve, kernel/sched/sis/limit.h */
#define sis_show_curve(curve)			\
	__print_symbolic(curve,			\
		{ 0, "overload" },		\
		{ 1, "linear" },		\
		{ 2, "quadratic" },		\
		{ 3, "adaptive" })

/*
 * A search for an idle CPU is over. The waker is current; where the wakeup came
 * from an interrupt, the common flags say so and current was only interrupted.
 */
TRACE_EVENT(sis_select,

	TP_PROTO(struct task_struct *p, int prev, int target, int cpu,
		 const struct sis_scan *scan, u64 ns),

	TP_ARGS(p, prev, target, cpu, scan, ns),

	TP_STRUCT__entry(
		__array(char,		comm,	TASK_COMM_LEN)
		__field(pid_t,		pid)
		__field(pid_t,		waker)
		__field(int,		target)
		__field(int,		prev)
		__field(int,		cpu)
		__field(int,		limit)
		__field(unsigned int,	looked)
		__field(unsigned int,	lost)
		__field(bool,		hinted)
		__field(unsigned int,	skips)
		__field(bool,		passed)
		__field(bool,		owner)
		__field(unsigned int,	end)
		__field(u64,		ns)
	),

	TP_fast_assign(
		memcpy(__entry->comm, p->comm, TASK_COMM_LEN);
		__entry->pid	= p->pid;
		__entry->waker	= current->pid;
		__entry->target	= target;
		__entry->prev	= prev;
		__entry->cpu	= cpu;
		__entry->limit	= scan->limit;
		__entry->looked	= scan->looked;
		__entry->lost	= scan->lost;
		__entry->hinted	= scan->hinted;
		__entry->skips	= scan->skips;
		__entry->passed	= scan->passed == cpu;
		__entry->owner	= p->sis.reserved == cpu + 1;
		__entry->end	= scan->end;
		__entry->ns	= ns;
	),

	TP_printk("comm=%s pid=%d waker=%d target=%d prev=%d cpu=%d limit=%d looked=%u lost=%u hinted=%d skips=%u passed=%d owner=%d end=%s ns=%llu",
		  __entry->comm, __entry->pid, __entry->waker, __entry->target,
		  __entry->prev, __entry->cpu, __entry->limit, __entry->looked,
		  __entry->lost, __entry->hinted, __entry->skips, __entry->passed,
		  __entry->owner,
		  sis_show_end(__entry->end), __entry->ns)
);

/*
 * The limit of an LLC was computed, from the sums of load balance or afresh.
 * The LLC is named by its first CPU.
 */
TRACE_EVENT(sis_limit,

	TP_PROTO(int llc, unsigned int span, unsigned long util, unsigned long capacity,
		 unsigned int pct, unsigned int curve, int limit, bool refresh),

	TP_ARGS(llc, span, util, capacity, pct, curve, limit, refresh),

	TP_STRUCT__entry(
		__field(int,		llc)
		__field(unsigned int,	span)
		__field(unsigned long,	util)
		__field(unsigned long,	capacity)
		__field(unsigned int,	pct)
		__field(unsigned int,	curve)
		__field(int,		limit)
		__field(bool,		refresh)
	),

	TP_fast_assign(
		__entry->llc		= llc;
		__entry->span		= span;
		__entry->util		= util;
		__entry->capacity	= capacity;
		__entry->pct		= pct;
		__entry->curve		= curve;
		__entry->limit		= limit;
		__entry->refresh	= refresh;
	),

	TP_printk("llc=%d span=%u util=%lu capacity=%lu pct=%u curve=%s limit=%d from=%s",
		  __entry->llc, __entry->span, __entry->util, __entry->capacity,
		  __entry->pct, sis_show_curve(__entry->curve), __entry->limit,
		  __entry->refresh ? "search" : "balance")
);

#endif /* _TRACE_SIS_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
