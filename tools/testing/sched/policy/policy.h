/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_H
#define _POLICY_H

/*
 * A machine of one LLC for kernel/sched/sis/, which is compiled as it is, and what
 * tests of it share.
 */
#include <sis/hint.h>
#include <sis/limit.h>
#include <sis/scan.h>
#include <sis/stats.h>

#define POLICY_MAX_CPUS		2048

/* What a CPU does */
enum policy_kind {
	/* Nothing */
	POLICY_IDLE,
	/* A task */
	POLICY_BUSY,
	/* Nothing, but a wakeup is on its way */
	POLICY_PENDING,
	/* Nothing, but the hypervisor took the CPU away */
	POLICY_PREEMPTED,
	/* A SCHED_IDLE task */
	POLICY_SIDLE,
	/* Its last task is gone, but has not been switched from. */
	POLICY_LEAVING,
	POLICY_NR_KINDS,
};

/**
 * struct policy_machine - what a machine is made of
 * @nr_cpus: CPUs that there are
 * @smt: hardware threads of a core
 * @split: siblings are numbered nr_cpus / smt apart, not side by side
 * @span: CPUs of the domain
 */
struct policy_machine {
	unsigned int nr_cpus;
	unsigned int smt;
	bool split;
	bool span[POLICY_MAX_CPUS];
};

extern struct sched_domain *policy_sd;
extern struct task_struct policy_task;
/* In a READ_ONCE(), before a cmpxchg() or a test_and_clear_bit(), if set */
extern void (*policy_race)(const volatile void *p);
/* Asked whether a CPU will do, if set: before the answer is known */
extern void (*policy_try)(int cpu);
/* How often each CPU was asked for that, and all together */
extern unsigned int policy_tries[POLICY_MAX_CPUS];
extern unsigned int policy_all_tries;
extern bool policy_no_memory;
extern bool policy_fault;
extern unsigned long long policy_clock;

void policy_build(const struct policy_machine *m, int flags);
void policy_attach(void);
void policy_set(unsigned int cpu, enum policy_kind kind);
void policy_allow(unsigned int cpu, bool yes);
void policy_features(bool util, bool core);
void policy_forget_tries(void);
bool policy_avail(unsigned int cpu);
bool policy_fits(unsigned int cpu);
struct cpumask *policy_mask(void);

/* A check that failed ends the run, after policy_context() if that is set. */
extern void (*policy_context)(void);
void policy_fail(const char *file, int line, const char *what, long long a, long long b)
	__attribute__((__noreturn__));

#define CHECK(c) \
	do { if (!(c)) policy_fail(__FILE__, __LINE__, #c, 0, 0); } while (0)
#define CHECK_EQ(a, b) do {							\
		long long __a = (a), __b = (b);					\
		if (__a != __b)							\
			policy_fail(__FILE__, __LINE__, #a " == " #b, __a, __b); \
	} while (0)
#define CHECK_LE(a, b) do {							\
		unsigned long long __a = (a), __b = (b);			\
		if (__a > __b)							\
			policy_fail(__FILE__, __LINE__, #a " <= " #b, __a, __b); \
	} while (0)

void policy_run(const u8 *data, size_t size);

#endif /* _POLICY_H */
