/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_FAIR_H
#define _STUB_STUB_FAIR_H

/*
 * What kernel/sched/fair.c calls on the way and has no part in the choice: the
 * load of a task is not scaled by its group, and there is no pressure on a CPU.
 */
#define task_h_load(p)				((p)->se.avg.load_avg)
#define sync_entity_load_avg(se)		do { (void)(se); } while (0)
#define arch_scale_thermal_pressure(cpu)	((void)(cpu), 0UL)
#define thermal_load_avg(rq)			((void)(rq), 0UL)
#define hw_load_avg(rq)				((void)(rq), 0UL)
#define cpufreq_get_pressure(cpu)		((void)(cpu), 0UL)

#endif /* _STUB_STUB_FAIR_H */
