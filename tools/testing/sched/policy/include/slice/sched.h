/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_SCHED_H
#define _POLICY_SLICE_SCHED_H

#define SCHED_CAPACITY_SHIFT	10
#define SCHED_CAPACITY_SCALE	(1L << SCHED_CAPACITY_SHIFT)

#define PF_EXITING		0x00000004
#define PF_KTHREAD		0x00200000
#define MAX_RT_PRIO		100

enum uclamp_id { UCLAMP_MIN, UCLAMP_MAX, UCLAMP_CNT };

struct sched_entity {
	u64			exec_start;
	u64			sum_exec_runtime;
};

struct task_struct {
	struct thread_info	thread_info;
	const struct cpumask	*cpus_ptr;
	int			nr_cpus_allowed;
	unsigned int		flags;
	int			prio;
	unsigned int		wakee_flips;
	struct task_struct	*last_wakee;
#ifdef CONFIG_SCHED_CORE
	unsigned long		core_cookie;
#endif
	struct sched_entity	se;
	struct sis_task		sis;
	pid_t			pid;
	char			comm[TASK_COMM_LEN];
};

int idle_cpu(int cpu);

#endif /* _POLICY_SLICE_SCHED_H */
