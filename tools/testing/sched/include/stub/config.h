/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_CONFIG_H
#define _STUB_STUB_CONFIG_H

/*
 * The configuration that slices are cut and built for: a distribution kernel,
 * less what the scan does not meet.
 */
#ifdef __LP64__
#define CONFIG_64BIT 1
#endif
#define CONFIG_SMP 1
#define CONFIG_NR_CPUS 8192
#define NR_CPUS 8192
#define CONFIG_CPUMASK_OFFSTACK 1
#define CONFIG_SCHED_SMT 1
#define CONFIG_SCHED_CLUSTER 1
#define CONFIG_SCHED_MC 1
#define CONFIG_SCHED_CORE 1
#define CONFIG_CGROUP_SCHED 1
#define CONFIG_FAIR_GROUP_SCHED 1
#define CONFIG_UCLAMP_TASK 1
#define CONFIG_UCLAMP_BUCKETS_COUNT 5
#define CONFIG_NO_HZ_COMMON 1
#define CONFIG_SCHEDSTATS 1
#define CONFIG_SCHED_DEBUG 1
#define CONFIG_DEBUG_FS 1
#define CONFIG_CPU_FREQ_GOV_SCHEDUTIL 1
#define CONFIG_HOTPLUG_CPU 1
#define CONFIG_CPU_IDLE 1
#define CONFIG_JUMP_LABEL 1
#define CONFIG_THREAD_INFO_IN_TASK 1

#endif /* _STUB_STUB_CONFIG_H */
