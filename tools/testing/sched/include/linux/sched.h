/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SCHED_H
#define _STUB_LINUX_SCHED_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/jump_label.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/plist.h>
#include <linux/preempt.h>
#include <linux/rbtree.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/time64.h>
#include <linux/topology.h>

struct cfs_rq;
struct rq;
struct rt_rq;
struct sched_domain;
struct sched_group;
struct task_group;
struct mm_struct;
struct root_domain;
struct cpuidle_state;
struct ctl_table;
struct sched_class;

#define SCHED_NORMAL	0
#define SCHED_FIFO	1
#define SCHED_RR	2
#define SCHED_BATCH	3
#define SCHED_IDLE	5
#define SCHED_DEADLINE	6

#define TASK_COMM_LEN	16

struct rq_flags;
struct sched_dl_entity;
struct task_struct;
struct thread_info {
	unsigned long flags;
	u32 cpu;
};

#if __has_include(<linux/sched/sis.h>)
#include <linux/sched/sis.h>
#endif
#include <slice/sched.h>

#define current			slice_current
extern struct task_struct *slice_current;

DECLARE_PER_CPU(bool, slice_vcpu_preempted);
#define vcpu_is_preempted(cpu)	per_cpu(slice_vcpu_preempted, cpu)

static inline unsigned int task_cpu(const struct task_struct *p)
{
	return READ_ONCE(p->thread_info.cpu);
}

#endif /* _STUB_LINUX_SCHED_H */
