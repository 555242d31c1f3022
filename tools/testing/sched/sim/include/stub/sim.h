/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_SIM_H
#define _STUB_STUB_SIM_H

/*
 * What load tracking and the choice of a CPU call on the way.  There are no
 * groups of tasks, no pressure, and all CPUs run at full speed as far as PELT
 * knows: SMT siblings that slow each other down are not known to it in life,
 * either.
 */
#include <linux/math64.h>

/* pelt.h has its own. */
#undef thermal_load_avg
#undef hw_load_avg

#define PF_IDLE				0x00000002
#define PF_EXITING			0x00000004
#define is_idle_task(p)			(!!((p)->flags & PF_IDLE))

/* The run queue has a clock of its own here. */
#undef rq_clock
#undef rq_clock_task

/* Locks of tasks are none of the slice's. */
#undef lockdep_assert_held
#define lockdep_assert_held(l)		do { } while (0)
#define lockdep_assert_rq_held(rq)	((void)(rq))
#define assert_clock_updated(rq)	((void)(rq))
#define arch_scale_freq_capacity(cpu)	((void)(cpu), (unsigned long)SCHED_CAPACITY_SCALE)

#define trace_pelt_se_tp(se)		((void)(se))
#define trace_pelt_cfs_tp(cfs_rq)	((void)(cfs_rq))
#define trace_pelt_rt_tp(rq)		((void)(rq))
#define trace_pelt_dl_tp(rq)		((void)(rq))
#define trace_pelt_irq_tp(rq)		((void)(rq))
#define trace_sched_util_est_cfs_tp(cfs_rq) ((void)(cfs_rq))
#define trace_sched_util_est_se_tp(se)	((void)(se))

#define update_tg_load_avg(cfs_rq)	((void)(cfs_rq))
#define propagate_entity_load_avg(se)	((void)(se), 0)
#define add_tg_cfs_propagate(cfs_rq, n)	((void)(cfs_rq))
#define cfs_rq_util_change(cfs_rq, n)	((void)(cfs_rq))

#define sched_energy_enabled()		false
#define is_rd_overutilized(rd)		((void)(rd), true)
#define find_energy_efficient_cpu(p, cpu) (-1)
/* fork and exec only */
#define find_idlest_cpu(sd, p, cpu, prev, flag)	(prev)
#define sched_balance_find_dst_cpu(sd, p, cpu, prev, flag) (prev)

#define task_on_scx(p)			((void)(p), false)
#define scx_allow_ttwu_queue(p)		true
#define sim_no_class			(*(const struct sched_class *)NULL)
#define stop_sched_class		sim_no_class
#define rt_sched_class			sim_no_class
#define dl_sched_class			sim_no_class
#define arch_scale_hw_pressure(cpu)	((void)(cpu), 0UL)

#define __signed_of(type)		unsigned type: (signed type)0
#define __signed_scalar_typeof(x)					\
	__typeof__(_Generic((x), __signed_of(char), __signed_of(short),	\
			    __signed_of(int), __signed_of(long),	\
			    __signed_of(long long), default: (x)))

#endif /* _STUB_STUB_SIM_H */
