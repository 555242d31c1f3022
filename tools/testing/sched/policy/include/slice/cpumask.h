/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_CPUMASK_H
#define _POLICY_SLICE_CPUMASK_H

#define for_each_cpu(cpu, mask)					\
	for ((cpu) = cpumask_first(mask); (cpu) < nr_cpu_ids;	\
	     (cpu) = cpumask_next(cpu, mask))

#define for_each_cpu_and(cpu, a, b)				\
	for_each_cpu(cpu, a)					\
		if (cpumask_test_cpu(cpu, b))

#endif /* _POLICY_SLICE_CPUMASK_H */
