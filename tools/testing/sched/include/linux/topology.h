/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_TOPOLOGY_H
#define _STUB_LINUX_TOPOLOGY_H

#include <linux/cpumask.h>

DECLARE_PER_CPU(unsigned long *, slice_smt_mask);
DECLARE_PER_CPU(unsigned long *, slice_cluster_mask);
DECLARE_PER_CPU(unsigned long *, slice_llc_mask);
DECLARE_PER_CPU(unsigned long, slice_capacity);

#define topology_sibling_cpumask(cpu) \
	((const struct cpumask *)per_cpu(slice_smt_mask, cpu))
#define topology_cluster_cpumask(cpu) \
	((const struct cpumask *)per_cpu(slice_cluster_mask, cpu))
#ifdef CONFIG_SCHED_SMT
#define cpu_smt_mask(cpu)		topology_sibling_cpumask(cpu)
#else
#define cpu_smt_mask(cpu)		cpumask_of(cpu)
#endif
#define cpu_clustergroup_mask(cpu)	topology_cluster_cpumask(cpu)
#define cpu_coregroup_mask(cpu) \
	((const struct cpumask *)per_cpu(slice_llc_mask, cpu))
#define cpu_to_node(cpu)		((void)(cpu), 0)
#define arch_scale_cpu_capacity(cpu)	per_cpu(slice_capacity, cpu)

#endif /* _STUB_LINUX_TOPOLOGY_H */
