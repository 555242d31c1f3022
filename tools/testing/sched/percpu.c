// SPDX-License-Identifier: GPL-2.0
/*
 * Per-CPU memory as <linux/percpu.h> wants it, and the variables of the stub
 * headers that are in it.
 */
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/sched.h>

#include "percpu.h"

uintptr_t slice_percpu_offset;
uintptr_t slice_percpu_stride;
char *percpu_area;

DEFINE_PER_CPU(unsigned long *, slice_cpumask_of);
DEFINE_PER_CPU(unsigned long *, slice_smt_mask);
DEFINE_PER_CPU(unsigned long *, slice_cluster_mask);
DEFINE_PER_CPU(unsigned long *, slice_llc_mask);
DEFINE_PER_CPU(unsigned long, slice_capacity);
DEFINE_PER_CPU(bool, slice_vcpu_preempted);

extern char __start_slice_percpu[] __attribute__((__visibility__("hidden")));
extern char __stop_slice_percpu[] __attribute__((__visibility__("hidden")));

/* Room for alloc_percpu() behind the section */
#define PERCPU_RESERVE	4096
static size_t percpu_used;

/**
 * percpu_setup - give each CPU its copy of the per-CPU section
 * @cpus: how many CPUs there may be; counts in the first call
 */
void percpu_setup(unsigned int cpus)
{
	size_t size = __stop_slice_percpu - __start_slice_percpu;
	unsigned int cpu;
	char *area;

	if (slice_percpu_stride)
		return;
	size = round_up(size, (size_t)L1_CACHE_BYTES);
	percpu_used = size;
	/* An odd number of lines: all sets of a cache are used alike. */
	slice_percpu_stride = (size + PERCPU_RESERVE) | L1_CACHE_BYTES;
	area = aligned_alloc(4096, round_up(slice_percpu_stride * cpus, (size_t)4096));
	if (!area)
		abort();
	for (cpu = 0; cpu < cpus; cpu++) {
		memcpy(area + cpu * slice_percpu_stride, __start_slice_percpu,
		       __stop_slice_percpu - __start_slice_percpu);
		memset(area + cpu * slice_percpu_stride + size, 0, PERCPU_RESERVE);
	}
	percpu_area = area;
	slice_percpu_offset = (uintptr_t)area - (uintptr_t)__start_slice_percpu;
}

void *slice_alloc_percpu(size_t size, size_t align)
{
	size_t at = round_up(percpu_used, align);

	if (at + size > slice_percpu_stride)
		return NULL;
	percpu_used = at + size;
	return __start_slice_percpu + at;
}

void free_percpu(void *ptr)
{
}
