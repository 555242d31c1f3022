/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_PERCPU_H
#define _STUB_LINUX_PERCPU_H

#include <linux/kernel.h>

/*
 * As in the kernel: the variables of one CPU lie side by side, and each CPU has
 * a copy of the section at its own offset.  So cache lines can be counted.
 */
#define PER_CPU_SECTION		__attribute__((__section__("slice_percpu")))
#define DECLARE_PER_CPU(type, name) \
	extern PER_CPU_SECTION __typeof__(type) name
#define DEFINE_PER_CPU(type, name) \
	PER_CPU_SECTION __typeof__(type) name
#define DECLARE_PER_CPU_ALIGNED		DECLARE_PER_CPU
#define DEFINE_PER_CPU_ALIGNED(t, n)	DEFINE_PER_CPU(t, n) ____cacheline_aligned
#define DECLARE_PER_CPU_SHARED_ALIGNED(t, n) DECLARE_PER_CPU(t, n) ____cacheline_aligned
#define DEFINE_PER_CPU_SHARED_ALIGNED(t, n) DEFINE_PER_CPU(t, n) ____cacheline_aligned
#define DECLARE_PER_CPU_READ_MOSTLY	DECLARE_PER_CPU
#define DEFINE_PER_CPU_READ_MOSTLY	DEFINE_PER_CPU

/* The offset of a CPU, which must be one */
static __always_inline uintptr_t per_cpu_offset(unsigned int cpu)
{
#ifndef SLICE_PLAIN
	if (unlikely(cpu >= nr_cpu_ids))
		slice_bug(__FILE__, cpu, "per-CPU access to a CPU that is none");
#endif
	return slice_percpu_offset + cpu * slice_percpu_stride;
}

#define per_cpu_ptr(ptr, cpu) \
	((__typeof__(ptr))((uintptr_t)(ptr) + per_cpu_offset(cpu)))
#define per_cpu(var, cpu)		(*per_cpu_ptr(&(var), cpu))
#define this_cpu_ptr(ptr)		per_cpu_ptr(ptr, slice_this_cpu)
#define raw_cpu_ptr(ptr)		this_cpu_ptr(ptr)
#define get_cpu_ptr(ptr)		this_cpu_ptr(ptr)
#define put_cpu_ptr(ptr)		do { } while (0)
#define this_cpu_read(var)		(*this_cpu_ptr(&(var)))
#define __this_cpu_read(var)		this_cpu_read(var)
#define raw_cpu_read(var)		this_cpu_read(var)
#define this_cpu_write(var, v)		((void)(*this_cpu_ptr(&(var)) = (v)))
#define __this_cpu_write(var, v)	this_cpu_write(var, v)
#define this_cpu_add(var, v)		((void)(*this_cpu_ptr(&(var)) += (v)))
#define __this_cpu_add(var, v)		this_cpu_add(var, v)
#define raw_cpu_add(var, v)		this_cpu_add(var, v)
#define this_cpu_inc(var)		this_cpu_add(var, 1)
#define __this_cpu_inc(var)		this_cpu_add(var, 1)
#define raw_cpu_inc(var)		this_cpu_add(var, 1)
#define get_cpu_var(var)		(*this_cpu_ptr(&(var)))
#define put_cpu_var(var)		do { } while (0)

void *slice_alloc_percpu(size_t size, size_t align);
void free_percpu(void *ptr);
#define alloc_percpu(type) \
	((type *)slice_alloc_percpu(sizeof(type), __alignof__(type)))
#define __alloc_percpu(size, align)	slice_alloc_percpu(size, align)

DECLARE_PER_CPU(unsigned long *, slice_cpumask_of);

#endif /* _STUB_LINUX_PERCPU_H */
