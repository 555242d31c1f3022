/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_HARNESS_H
#define _STUB_STUB_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What the stubs ask of the harness; glue.c has it all.
 */
extern unsigned int nr_cpu_ids;
extern unsigned int slice_this_cpu;
extern unsigned long slice_jiffies;
extern bool slice_in_task;
extern bool slice_irqs_off;
extern bool slice_schedstats;
extern bool slice_trace_on;
extern bool slice_uclamp_used;
extern uintptr_t slice_percpu_offset;
extern uintptr_t slice_percpu_stride;

enum { SLICE_POSSIBLE, SLICE_ONLINE, SLICE_ACTIVE, SLICE_NR_MASKS };
extern unsigned long *slice_mask[SLICE_NR_MASKS];

/* Nanoseconds; a look at a run queue takes some. */
unsigned long long slice_clock(void);

/* What must not happen did: this case has failed. */
void slice_bug(const char *file, int line, const char *what) __attribute__((__cold__));

/* cpu_rq(cpu) is asked for; asking on for the same CPU is one look. */
extern unsigned int slice_last_look;
void __slice_look(unsigned int cpu);

static inline void slice_look(unsigned int cpu)
{
#ifdef SLICE_PLAIN
	return;
#endif
	if (cpu != slice_last_look)
		__slice_look(cpu);
}

/* Around the calls of a function that the table calls a phase */
enum {
	SLICE_PHASE_fast,
	SLICE_PHASE_select_idle_smt,
	SLICE_PHASE_select_idle_core,
	SLICE_PHASE_select_idle_cpu,
	SLICE_PHASE_select_idle_capacity,
	SLICE_PHASE_refresh,
	SLICE_NR_PHASES,
};

void slice_enter(int phase);
void slice_leave(void);
#ifdef SLICE_PLAIN
/* Where instructions are counted, they should be the kernel's. */
#define SLICE_PHASE(name, ...) name(__VA_ARGS__)
#else
#define SLICE_PHASE(name, ...) ({			\
	slice_enter(SLICE_PHASE_##name);		\
	__auto_type __ret = name(__VA_ARGS__);		\
	slice_leave();					\
	__ret; })
#endif

#endif /* _STUB_STUB_HARNESS_H */
