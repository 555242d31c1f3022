/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_SCHED_H
#define _STUB_STUB_SCHED_H

/*
 * What kernel/sched/sched.h has before anything of it is cut: its includes, and
 * what the harness must see or set.
 */
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched/smt.h>
#include <linux/sched/topology.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#define const_debug
#define rq_clock(rq)		((void)(rq), slice_clock())
#define rq_clock_task(rq)	rq_clock(rq)
#define bits_per(n)		(BITS_PER_LONG - __builtin_clzl(n))

/* Each use of another CPU's run queue begins here, so the harness hears of it. */
#define cpu_rq(cpu) ({					\
	unsigned int __cpu = (cpu);			\
	slice_look(__cpu);				\
	&per_cpu(runqueues, __cpu); })
#define this_rq()		this_cpu_ptr(&runqueues)
#define raw_rq()		raw_cpu_ptr(&runqueues)
#define task_rq(p)		cpu_rq(task_cpu(p))
#define cpu_curr(cpu)		(cpu_rq(cpu)->curr)

#define SCHED_FEAT(name, enabled)	__SCHED_FEAT_##name,
enum {
#include <kernel/sched/features.h>
	__SCHED_FEAT_NR,
};
#undef SCHED_FEAT

extern unsigned long slice_features;
#define sched_feat(x)		(!!(slice_features & (1UL << __SCHED_FEAT_##x)))

struct cpu_stop_work {
	struct list_head list;
	int (*fn)(void *arg);
	unsigned long caller;
	void *arg;
	void *done;
};

struct rcuwait {
	struct task_struct *task;
};

unsigned long uclamp_eff_value(struct task_struct *p, enum uclamp_id id);
#define uclamp_is_used()	slice_uclamp_used

#endif /* _STUB_STUB_SCHED_H */
