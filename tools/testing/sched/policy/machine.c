// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel around kernel/sched/sis/: a machine of one LLC.
 */
#include <linux/debugfs.h>

#include "../percpu.h"
#include "policy.h"

/* --- What the stubs ask for ------------------------------------------------------- */

unsigned int nr_cpu_ids = 1;
unsigned int slice_this_cpu;
unsigned long slice_jiffies = 1000000;
bool slice_in_task = true;
bool slice_irqs_off = true;
bool slice_schedstats;
bool slice_trace_on;
bool slice_uclamp_used;
unsigned long slice_features;
unsigned long *slice_mask[SLICE_NR_MASKS];
unsigned int slice_last_look;
static struct task_struct waker;
struct task_struct *slice_current = &waker;
unsigned long long policy_clock = 1000000ULL * TICK_NSEC;

DEFINE_PER_CPU(struct rq, runqueues);
DEFINE_PER_CPU(struct sched_domain *, sd_llc);
DEFINE_PER_CPU(struct sched_domain_shared *, sd_llc_shared);
unsigned int sysctl_sched_migration_cost = 500000;
DEFINE_PER_CPU(struct sched_domain *, sd_asym_cpucapacity);
bool policy_smt_active;

void (*policy_context)(void);
void (*policy_race)(const volatile void *p);
void (*policy_try)(int cpu);
unsigned int policy_tries[POLICY_MAX_CPUS];
unsigned int policy_all_tries;
bool policy_no_memory;
bool policy_fault;

/**
 * policy_fail - a check failed
 * @file: where
 * @line: and where there
 * @what: it said this
 * @a: its left side, if it compares
 * @b: its right side
 */
void policy_fail(const char *file, int line, const char *what, long long a, long long b)
{
	fprintf(stderr, "%s:%d: not true: %s (%lld, %lld)\n", file, line, what, a, b);
	if (policy_context)
		policy_context();
	abort();
}

void slice_bug(const char *file, int line, const char *what)
{
	policy_fail(file, line, what, 0, 0);
}

#ifdef POLICY_SCHED_DIR
/* sched/ is there already when the series makes its files. */
static __attribute__((__constructor__(101))) void make_sched_dir(void)
{
	debugfs_create_dir("sched", NULL);
}
#endif

void __slice_look(unsigned int cpu)
{
	CHECK(cpu < nr_cpu_ids);
}

unsigned long long slice_clock(void)
{
	return policy_clock;
}

void slice_race(const volatile void *p)
{
	if (policy_race)
		policy_race(p);
}

/* Like kmalloc(), aligned to the size where that is a power of two. */
void *policy_calloc(size_t n, size_t size)
{
	size_t bytes = n * size;
	void *p = NULL;

	if (policy_no_memory)
		return NULL;
	if (!bytes || bytes & (bytes - 1) || bytes < sizeof(void *))
		return calloc(n, size);
	if (!posix_memalign(&p, bytes, bytes))
		memset(p, 0, bytes);
	return p;
}

unsigned long policy_copy(void *to, const void *from, size_t n)
{
	if (policy_fault)
		return n;
	memcpy(to, from, n);
	return 0;
}

/* --- What the policy asks of the scheduler ------------------------------------------ */

int idle_cpu(int cpu)
{
	struct rq *rq = cpu_rq(cpu);

	return !rq->curr && !rq->nr_running && !rq->ttwu_pending;
}

bool available_idle_cpu(int cpu)
{
	policy_tries[cpu]++;
	policy_all_tries++;
	if (policy_try)
		policy_try(cpu);
	return policy_avail(cpu);
}

int sis_try_cpu(int cpu, struct task_struct *p)
{
	CHECK(p == &policy_task);
	return available_idle_cpu(cpu) || cpu_rq(cpu)->sched_idle ? cpu : -1;
}

/**
 * policy_avail - available_idle_cpu(), but nobody is told
 * @cpu: the CPU
 *
 * Return: whether it is idle and there.
 */
bool policy_avail(unsigned int cpu)
{
	return idle_cpu(cpu) && !vcpu_is_preempted(cpu);
}

/**
 * policy_fits - sis_try_cpu(), but nobody is told
 * @cpu: the CPU
 *
 * Return: whether the wakee could go there.
 */
bool policy_fits(unsigned int cpu)
{
	return policy_avail(cpu) || cpu_rq(cpu)->sched_idle;
}

void policy_forget_tries(void)
{
	memset(policy_tries, 0, sizeof(policy_tries));
	policy_all_tries = 0;
}

/* --- The machine ----------------------------------------------------------------------- */

struct sched_domain *policy_sd;
struct task_struct policy_task;
static struct sched_domain_shared shared;
static void *held[4 * POLICY_MAX_CPUS];
static unsigned int nr_held;

/**
 * policy_mask - an empty mask that lives as long as the machine
 *
 * Return: the mask, as large as the kernel makes them.
 */
struct cpumask *policy_mask(void)
{
	void *p = calloc(1, cpumask_size());

	CHECK(p && nr_held < ARRAY_SIZE(held));
	held[nr_held++] = p;
	return p;
}

/**
 * policy_build - build a machine and forget the one before
 * @m: what it is made of
 * @flags: of the domain, SD_
 *
 * All CPUs are busy, active, and allowed. The domain has no limit and no hint yet.
 */
void policy_build(const struct policy_machine *m, int flags)
{
	unsigned int cpu, i, cores = m->nr_cpus / m->smt;
	struct cpumask *allowed;

	percpu_setup(POLICY_MAX_CPUS);
	policy_race = NULL;
	policy_try = NULL;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		sis_hint_attach(cpu, NULL);
	sis_hint_free(&shared);
	memset(&shared, 0, sizeof(shared));
	while (nr_held)
		free(held[--nr_held]);
	free(policy_sd);

	nr_cpu_ids = m->nr_cpus;
	slice_this_cpu = 0;
	policy_smt_active = IS_ENABLED(CONFIG_SCHED_SMT) && m->smt > 1;
	slice_mask[SLICE_POSSIBLE] = cpumask_bits(policy_mask());
	slice_mask[SLICE_ACTIVE] = cpumask_bits(policy_mask());
	allowed = policy_mask();
	policy_sd = calloc(1, sizeof(*policy_sd) + cpumask_size());
	CHECK(policy_sd);
	policy_sd->shared = &shared;
	policy_sd->imbalance_pct = 117;
	policy_sd->flags = flags;

	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		struct rq *rq = &per_cpu(runqueues, cpu);
		struct cpumask *own = policy_mask();
		struct cpumask *smt = policy_mask();

		for (i = 0; i < m->smt; i++)
			__cpumask_set_cpu(m->split ? cpu % cores + i * cores :
					  cpu / m->smt * m->smt + i, smt);
		__cpumask_set_cpu(cpu, own);
		__cpumask_set_cpu(cpu, allowed);
		__set_bit(cpu, slice_mask[SLICE_POSSIBLE]);
		__set_bit(cpu, slice_mask[SLICE_ACTIVE]);
		per_cpu(slice_cpumask_of, cpu) = cpumask_bits(own);
		per_cpu(slice_smt_mask, cpu) = cpumask_bits(smt);
		memset(rq, 0, sizeof(*rq));
		rq->cpu = cpu;
		rq->cpu_capacity = SCHED_CAPACITY_SCALE;
		rq->clock = policy_clock;
		rq->last_blocked_load_update_tick = slice_jiffies;
		per_cpu(sd_llc, cpu) = NULL;
		per_cpu(sd_llc_shared, cpu) = NULL;
		per_cpu(sd_asym_cpucapacity, cpu) = NULL;
		memset(per_cpu_ptr(&sis_stats, cpu), 0, sizeof(sis_stats));
		if (m->span[cpu]) {
			__cpumask_set_cpu(cpu, (struct cpumask *)sched_domain_span(policy_sd));
			policy_sd->span_weight++;
			rq->sd = policy_sd;
			per_cpu(sd_llc, cpu) = policy_sd;
			per_cpu(sd_llc_shared, cpu) = &shared;
		}
		policy_set(cpu, POLICY_BUSY);
	}
	policy_task.cpus_ptr = allowed;
	policy_task.nr_cpus_allowed = m->nr_cpus;
	policy_forget_tries();
}

/**
 * policy_attach - give all CPUs their domain, as it is now
 */
void policy_attach(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		sis_hint_attach(cpu, cpu_rq(cpu)->sd);
}

/**
 * policy_set - let a CPU do something else
 * @cpu: the CPU
 * @kind: what
 */
void policy_set(unsigned int cpu, enum policy_kind kind)
{
	struct rq *rq = &per_cpu(runqueues, cpu);

	rq->nr_running = kind == POLICY_BUSY || kind == POLICY_SIDLE;
	rq->sched_idle = kind == POLICY_SIDLE;
	rq->ttwu_pending = kind == POLICY_PENDING;
	rq->curr = rq->nr_running || kind == POLICY_LEAVING;
	per_cpu(slice_vcpu_preempted, cpu) = kind == POLICY_PREEMPTED;
}

/**
 * policy_allow - may the task use a CPU?
 * @cpu: the CPU
 * @yes: it may
 */
void policy_allow(unsigned int cpu, bool yes)
{
	struct cpumask *m = (struct cpumask *)policy_task.cpus_ptr;

	if (yes)
		__cpumask_set_cpu(cpu, m);
	else
		__cpumask_clear_cpu(cpu, m);
	policy_task.nr_cpus_allowed = cpumask_weight(m);
}

/**
 * policy_features - set the toggles
 * @util: SIS_UTIL
 * @core: SIS_CORE
 */
void policy_features(bool util, bool core)
{
	slice_features = (util ? 1UL << __SCHED_FEAT_SIS_UTIL : 0) |
		(core ? 1UL << __SCHED_FEAT_SIS_CORE : 0);
}
