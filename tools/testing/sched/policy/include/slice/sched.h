/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_SCHED_H
#define _POLICY_SLICE_SCHED_H

#define SCHED_CAPACITY_SHIFT	10
#define SCHED_CAPACITY_SCALE	(1L << SCHED_CAPACITY_SHIFT)

#define PF_EXITING		0x00000004

enum uclamp_id { UCLAMP_MIN, UCLAMP_MAX, UCLAMP_CNT };

struct task_struct {
	struct thread_info	thread_info;
	const struct cpumask	*cpus_ptr;
	int			nr_cpus_allowed;
	unsigned int		flags;
	struct sis_task		sis;
	pid_t			pid;
	char			comm[TASK_COMM_LEN];
};

int idle_cpu(int cpu);

#endif /* _POLICY_SLICE_SCHED_H */
