// SPDX-License-Identifier: GPL-2.0
/*
 * The other side of model.h: puts a case into the kernel's own structures and
 * calls the kernel's own functions.  Included at the end of each slice of
 * fair.c, so it sees what is static there.
 */
#include <setjmp.h>
#include "count.h"
#include "lib.h"
#include "model.h"
#include "percpu.h"

/* --- What the stubs ask for ------------------------------------------------ */

unsigned int nr_cpu_ids = 1;
unsigned int slice_this_cpu;
unsigned long slice_jiffies;
bool slice_in_task;
bool slice_irqs_off;
bool slice_schedstats;
bool slice_trace_on;
bool slice_uclamp_used;
unsigned long slice_features;
unsigned long *slice_mask[SLICE_NR_MASKS];
struct task_struct *slice_current;

DEFINE_PER_CPU_SHARED_ALIGNED(struct rq, runqueues);

static jmp_buf slice_out;
static bool slice_armed;
static const char *slice_what;

void slice_bug(const char *file, int line, const char *what)
{
	if (!slice_armed) {
		fprintf(stderr, "%s:%d: %s, outside of a case\n", file, line, what);
		abort();
	}
	slice_what = what;
	longjmp(slice_out, 1);
}

/* --- Looks ------------------------------------------------------------------ */

#define NO_LOOK		(~0U)

unsigned int slice_last_look = NO_LOOK;
static unsigned int look_gen;
static unsigned int look_seen[MODEL_MAX_CPUS];
static unsigned int look_nr, look_scan, look_slow, look_again, look_max;
static int phase[4], phase_depth;

void __slice_look(unsigned int cpu)
{
	slice_last_look = cpu;
	if (cpu >= nr_cpu_ids)
		return;
	look_nr++;
	if (look_nr > look_max)
		slice_bug(__FILE__, __LINE__, "the scan does not end");
	if (phase[phase_depth] == SLICE_PHASE_select_idle_cpu)
		look_scan++;
	if (!phase_depth || phase[phase_depth] == SLICE_PHASE_refresh)
		return;
	look_slow++;
	look_again += look_seen[cpu] == look_gen;
	look_seen[cpu] = look_gen;
}

void slice_enter(int p)
{
	if (!phase_depth)
		look_gen++;
	phase[++phase_depth] = p;
	slice_last_look = NO_LOOK;
}

void slice_leave(void)
{
#ifndef HAS_select_rq_mask
	/* Where idle cores are walked at once, the scan behind it is another one. */
	if (phase[phase_depth] == SLICE_PHASE_select_idle_core)
		look_gen++;
#endif
	phase_depth--;
	slice_last_look = NO_LOOK;
}

/* Time passes only while CPUs are looked at. */
static unsigned long long clock_from;

unsigned long long slice_clock(void)
{
	return clock_from + 100ULL * look_nr;
}

/* --- Memory that lives as long as a machine ------------------------------------- */

#ifdef SLICE_COUNT
/* Line after line from one area, so that addresses tell what they are of. */
#define HELD_SIZE	(64UL << 20)
static char *held_area;
static size_t held_used;

static void *hold(size_t size)
{
	void *p;

	if (!held_area)
		held_area = aligned_alloc(4096, HELD_SIZE);
	size = round_up(size, (size_t)L1_CACHE_BYTES);
	if (!held_area || held_used + size > HELD_SIZE)
		abort();
	p = held_area + held_used;
	held_used += size;
	return memset(p, 0, size);
}

static void drop_all(void)
{
	held_used = 0;
}

void *slice_calloc(size_t size)
{
	return hold(size);
}
#else
static void **held;
static size_t nr_held, max_held;

static void *hold(size_t size)
{
	void *p = calloc(1, size);

	if (nr_held == max_held) {
		max_held = max_held * 2 + 1024;
		held = realloc(held, max_held * sizeof(*held));
	}
	if (!p || !held)
		abort();
	held[nr_held++] = p;
	return p;
}

static void drop_all(void)
{
	while (nr_held)
		free(held[--nr_held]);
}
#endif

/* As large as the kernel's masks are, so a sanitizer sees what is beyond. */
static unsigned long *hold_mask(void)
{
	return hold(cpumask_size());
}

/* What a CPU scans with; its own, so it lies in per-CPU memory where lines are counted. */
static struct cpumask *scan_mask(unsigned int cpu)
{
#ifdef SLICE_COUNT
	static char *area;

	if (!area)
		area = slice_alloc_percpu(MODEL_MAX_CPUS / BITS_PER_BYTE, L1_CACHE_BYTES);
	return (struct cpumask *)per_cpu_ptr(area, cpu);
#else
	return (struct cpumask *)hold_mask();
#endif
}

bool zalloc_cpumask_var_node(cpumask_var_t *mask, gfp_t flags, int node)
{
	*mask = (struct cpumask *)hold_mask();
	return true;
}

bool zalloc_cpumask_var(cpumask_var_t *mask, gfp_t flags)
{
	return zalloc_cpumask_var_node(mask, flags, 0);
}

bool alloc_cpumask_var(cpumask_var_t *mask, gfp_t flags)
{
	return zalloc_cpumask_var_node(mask, flags, 0);
}

void free_cpumask_var(cpumask_var_t mask)
{
}

/* --- The machine ------------------------------------------------------------------ */

static struct task_struct wakee, waker;
static unsigned int wakee_uclamp[UCLAMP_CNT];
static struct task_struct *idle_task_of, *busy_task_of;
static struct sched_domain affine_sd;
static unsigned long *first_of_core;
/* By the first CPU of the domain; behind them those of whole partitions */
static struct sched_domain_shared *shared[MODEL_MAX_CPUS + 2];
static unsigned int dying[MODEL_MAX_CPUS], nr_dying;
static bool any_asym;

/* The mask of each id that a CPU has */
static void masks_of(const int16_t *id, const struct model_machine *m,
		     unsigned long **mask)
{
	unsigned int cpu;

	memset(mask, 0, (MODEL_MAX_CPUS + 2) * sizeof(*mask));
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		if (id[cpu] < 0 || mask_test(&m->offline, cpu))
			continue;
		if (!mask[id[cpu]])
			mask[id[cpu]] = hold_mask();
		__set_bit(cpu, mask[id[cpu]]);
	}
}

/* The group of @cpu in its LLC domain @sd, as the level below it would make it */
static struct sched_group *local_group(const struct model_machine *m, unsigned int cpu,
				       const unsigned long *span, const unsigned long *clus,
				       const unsigned long *smt)
{
	struct sched_group *sg = hold(sizeof(*sg) + cpumask_size());
	unsigned long *in = sg->cpumask;
	int flags = 0;

	bitmap_and(in, smt, span, m->nr_cpus);
	if (bitmap_weight(in, m->nr_cpus) > 1 && !bitmap_equal(in, span, m->nr_cpus)) {
		flags = SD_SHARE_CPUCAPACITY;
	} else {
		bitmap_zero(in, m->nr_cpus);
		__set_bit(cpu, in);
	}
#ifdef HAS_sched_cluster_active
	if (m->cluster) {
		unsigned long *c = hold_mask();

		/* A cluster that is no more than a core, or all of the LLC, has no level. */
		bitmap_and(c, clus, span, m->nr_cpus);
		if (bitmap_weight(c, m->nr_cpus) > bitmap_weight(in, m->nr_cpus) &&
		    !bitmap_equal(c, span, m->nr_cpus)) {
			bitmap_copy(in, c, m->nr_cpus);
			flags = SD_CLUSTER;
		}
	}
#endif
#ifdef HAS_sched_group_flags
	sg->flags = flags;
#endif
	(void)flags;
	sg->next = sg;
	sg->group_weight = bitmap_weight(in, m->nr_cpus);
	return sg;
}

/* The core of a CPU, as far as this kernel knows */
static int core_of(const struct model_machine *m, unsigned int cpu)
{
	return IS_ENABLED(CONFIG_SCHED_SMT) ? m->core[cpu] : (int)cpu;
}

static unsigned long cap_of(const struct model_machine *m, unsigned int cpu)
{
	return m->little_cap && mask_test(&m->little, cpu) ? m->little_cap :
		SCHED_CAPACITY_SCALE;
}

/* The lowest domain with both kinds of CPUs in it: @sd, or one above it */
static struct sched_domain *asym_domain(const struct model_machine *m, unsigned int cpu,
					struct sched_domain *sd, unsigned long **asym)
{
	int id = m->asym[cpu];

	if (id < MODEL_MAX_CPUS)
		return id < 0 ? NULL : sd;
	sd = hold(sizeof(*sd) + cpumask_size());
	bitmap_copy(cpumask_bits(sched_domain_span(sd)), asym[id], m->nr_cpus);
	sd->span_weight = bitmap_weight(asym[id], m->nr_cpus);
	sd->imbalance_pct = 117;
#ifdef HAS_sd_balance_shared
	if (!shared[id])
		shared[id] = hold(sizeof(*shared[id]) + cpumask_size());
	sd->shared = shared[id];
#endif
	return sd;
}

static void init_shared(struct sched_domain *sd)
{
	if (!sd)
		return;
#ifdef HAS_sis_limit_init
	sis_limit_init(sd);
#elif defined(HAS_sched_domain_shared_nr_idle_scan)
	if (sd->shared)
		sd->shared->nr_idle_scan = sd->span_weight;
#endif
#ifdef HAS_sis_hint_init
	sis_hint_init(sd);
#endif
}

static void glue_machine(const struct model_case *c)
{
	static unsigned long *core[MODEL_MAX_CPUS + 2], *clus[MODEL_MAX_CPUS + 2];
	static unsigned long *llc[MODEL_MAX_CPUS + 2], *dom[MODEL_MAX_CPUS + 2];
	static unsigned long *asym[MODEL_MAX_CPUS + 2];
	static int16_t cores[MODEL_MAX_CPUS];
	const struct model_machine *m = &c->m;
	unsigned int cpu, i, smt_max = 1;

	percpu_setup(MODEL_MAX_CPUS);
#ifdef HAS_sis_hint_init
	for (i = 0; i < ARRAY_SIZE(shared); i++) {
		sis_hint_free(shared[i]);
		shared[i] = NULL;
	}
#endif
	drop_all();
	nr_cpu_ids = m->nr_cpus;
	look_max = 64 * m->nr_cpus + 4096;
	slice_jiffies = 1000000;
	/* What a deadline holds ends 100 us from now, if it does. */
	clock_from = c->late ? (1ULL << 42) - 100000 : slice_jiffies * TICK_NSEC;

	for (i = 0; i < SLICE_NR_MASKS; i++)
		slice_mask[i] = hold_mask();
	for (cpu = 0; cpu < m->nr_cpus; cpu++)
		cores[cpu] = core_of(m, cpu);
	masks_of(cores, m, core);
	masks_of(m->clus, m, clus);
	masks_of(m->llc, m, llc);
	masks_of(m->dom, m, dom);
	masks_of(m->asym, m, asym);
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		i = MODEL_MAX_CPUS + mask_test(&m->part, cpu);
		if (asym[i] && !mask_test(&m->offline, cpu) && !mask_test(&m->isolated, cpu))
			__set_bit(cpu, asym[i]);
	}
	memset(shared, 0, sizeof(shared));
	first_of_core = hold_mask();
	idle_task_of = hold(m->nr_cpus * sizeof(*idle_task_of));
	busy_task_of = hold(m->nr_cpus * sizeof(*busy_task_of));
	nr_dying = 0;
	any_asym = false;

	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		bool off = mask_test(&m->offline, cpu);
		struct rq *rq = &per_cpu(runqueues, cpu);
		struct sched_domain_shared *sds = NULL;
		struct sched_domain *sd = NULL;
		unsigned long *own = hold_mask(), *span = NULL;
		int id = m->dom[cpu];

		__set_bit(cpu, slice_mask[SLICE_POSSIBLE]);
		if (!off) {
			__set_bit(cpu, slice_mask[SLICE_ONLINE]);
			if (mask_test(&m->dying, cpu))
				dying[nr_dying++] = cpu;
			else
				__set_bit(cpu, slice_mask[SLICE_ACTIVE]);
		}
		/* Of its CPUs in the domain: a partition may split a core. */
		if (!off) {
			bitmap_copy(own, core[cores[cpu]], m->nr_cpus);
			if (id >= 0)
				bitmap_and(own, own, dom[id], m->nr_cpus);
			if (find_first_bit(own, m->nr_cpus) == cpu)
				__set_bit(cpu, first_of_core);
		}
		bitmap_zero(own, m->nr_cpus);
		__set_bit(cpu, own);
		per_cpu(slice_cpumask_of, cpu) = own;
		per_cpu(slice_smt_mask, cpu) = off ? own : core[cores[cpu]];
		per_cpu(slice_cluster_mask, cpu) = off ? own : clus[m->clus[cpu]];
		per_cpu(slice_llc_mask, cpu) = off ? own : llc[m->llc[cpu]];
		per_cpu(slice_capacity, cpu) = cap_of(m, cpu);
		smt_max = max(smt_max, bitmap_weight(per_cpu(slice_smt_mask, cpu), m->nr_cpus));

		memset(rq, 0, sizeof(*rq));
		rq->cpu = cpu;
		rq->online = !off;
		rq->idle = &idle_task_of[cpu];
		rq->curr = rq->idle;
		rq->cpu_capacity = cap_of(m, cpu);
#ifdef HAS_rq_cpu_capacity_orig
		rq->cpu_capacity_orig = cap_of(m, cpu);
#endif
		rq->cfs.rq = rq;
		idle_task_of[cpu].thread_info.cpu = cpu;
		busy_task_of[cpu].thread_info.cpu = cpu;

		if (id >= 0) {
			if (!shared[id])
				shared[id] = hold(sizeof(*sds) + cpumask_size());
			sds = shared[id];
			sd = hold(sizeof(*sd) + cpumask_size());
			span = cpumask_bits(sched_domain_span(sd));
			bitmap_copy(span, dom[id], m->nr_cpus);
			sd->span_weight = bitmap_weight(span, m->nr_cpus);
			sd->imbalance_pct = 117;
			sd->shared = sds;
			sd->groups = local_group(m, cpu, span, clus[m->clus[cpu]],
						 core[cores[cpu]]);
			if (bitmap_subset(span, core[cores[cpu]], m->nr_cpus))
				sd->flags |= SD_SHARE_CPUCAPACITY;
#ifdef HAS_sched_cluster_active
			sd->flags |= SD_SHARE_LLC;
			if (m->cluster && bitmap_subset(span, clus[m->clus[cpu]], m->nr_cpus))
				sd->flags |= SD_CLUSTER;
#endif
		}
		rq->sd = sd;
		per_cpu(sd_llc, cpu) = sd;
		per_cpu(sd_llc_shared, cpu) = sds;
		per_cpu(sd_llc_size, cpu) = sd ? sd->span_weight : 1;
		per_cpu(sd_llc_id, cpu) = sd ? id : (int)cpu;
		per_cpu(sd_asym_cpucapacity, cpu) = asym_domain(m, cpu, sd, asym);
		any_asym |= !!per_cpu(sd_asym_cpucapacity, cpu);
#ifdef HAS_sd_balance_shared
		per_cpu(sd_balance_shared, cpu) = per_cpu(sd_asym_cpucapacity, cpu) ?
			per_cpu(sd_asym_cpucapacity, cpu)->shared : sds;
#endif
#ifdef HAS_sd_share_id
		/* The first CPU of the lowest domain that is a cluster */
		per_cpu(sd_share_id, cpu) = per_cpu(sd_llc_id, cpu);
		if (sd && m->cluster) {
			unsigned long *in = hold_mask();

			bitmap_and(in, clus[m->clus[cpu]], span, m->nr_cpus);
			if (bitmap_weight(in, m->nr_cpus) > 1)
				per_cpu(sd_share_id, cpu) = find_first_bit(in, m->nr_cpus);
		}
#endif
#ifdef HAS_select_rq_mask
		per_cpu(select_rq_mask, cpu) = scan_mask(cpu);
#else
		per_cpu(select_idle_mask, cpu) = scan_mask(cpu);
#endif
#ifdef HAS_rq_core
		rq->core = &per_cpu(runqueues, off ? cpu :
				    find_first_bit(core[cores[cpu]], m->nr_cpus));
		rq->core_enabled = c->core_sched;
#endif
	}
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		init_shared(per_cpu(sd_llc, cpu));
		if (per_cpu(sd_asym_cpucapacity, cpu) != per_cpu(sd_llc, cpu))
			init_shared(per_cpu(sd_asym_cpucapacity, cpu));
#ifdef HAS_sis_hint_init
		sis_hint_attach(cpu, per_cpu(sd_llc, cpu));
#endif
	}
#ifdef CONFIG_SCHED_SMT
	sched_smt_present.key.enabled = smt_max > 1;
#endif
	sched_asym_cpucapacity.key.enabled = any_asym;
	slice_uclamp_used = any_asym;
#ifdef HAS_sched_cluster_active
	sched_cluster_active.key.enabled = m->cluster > 0;
#endif
#ifdef HAS_rq_core
	__sched_core_enabled.key.enabled = c->core_sched;
#endif
	wakee.cpus_ptr = hold(cpumask_size());
	affine_sd.imbalance_pct = 117;
}

#ifdef HAS_cfs_rq_h_nr_idle
#define cfs_idle	h_nr_idle
#else
#define cfs_idle	idle_h_nr_running
#endif

#ifdef HAS_sis_sleep_average
static void set_keep(const struct model_case *c, unsigned int cpu)
{
	struct sis_reservation *res = &per_cpu(sis_reservation, cpu);
	/* Where something runs, or is about to, there is none. */
	int keep = per_cpu(runqueues, cpu).nr_running ? KEEP_NONE : c->keep[cpu];

	per_cpu(sis_patience, cpu) = (struct sis_patience){};
	res->until = sis_stamp(clock_from + 300000);
	if (keep == KEEP_PAST)
		res->until = sis_stamp(clock_from - 2000);
	if (keep == KEEP_FAR)
		res->until = sis_stamp(clock_from + 5000000);
	res->owner = keep == KEEP_NONE ? NULL : &busy_task_of[cpu];
	if (keep == KEEP_OWN || keep == KEEP_REUSED)
		res->owner = &wakee;
	if (keep == KEEP_OWN)
		wakee.sis.reserved = cpu + 1;
	else if (wakee.sis.reserved == cpu + 1)
		wakee.sis.reserved = 0;
}
#endif

static void glue_state(const struct model_case *c, unsigned int cpu)
{
	static const struct {
		/* rq->nr_running, the fair ones and the SCHED_IDLE ones of these */
		u8 all, fair, idle;
		/* Another task than the idle task is on the CPU. */
		bool curr;
		u16 util;
	} what[NR_KINDS] = {
		[KIND_IDLE]	= { 0, 0, 0, false, 50 },
		[KIND_BUSY]	= { 1, 1, 0, true, 700 },
		[KIND_QUEUED]	= { 3, 3, 0, true, 1024 },
		[KIND_SIDLE]	= { 2, 2, 2, true, 1024 },
		[KIND_MIXED]	= { 2, 2, 1, true, 1024 },
		[KIND_RT]	= { 1, 0, 0, true, 0 },
		[KIND_PENDING]	= { 0, 0, 0, false, 100 },
		[KIND_PREEMPTED] = { 0, 0, 0, false, 100 },
		[KIND_LEAVING]	= { 0, 0, 0, true, 400 },
		[KIND_ARRIVING]	= { 1, 1, 0, false, 400 },
	};
	struct rq *rq = &per_cpu(runqueues, cpu);
	int kind = c->kind[cpu];

	rq->nr_running = what[kind].all;
	rq->cfs.cfs_idle = what[kind].idle;
#ifdef HAS_cfs_rq_h_nr_running
	rq->cfs.h_nr_running = what[kind].fair;
#endif
#ifdef HAS_cfs_rq_h_nr_queued
	rq->cfs.h_nr_queued = what[kind].fair;
#endif
#ifdef HAS_cfs_rq_h_nr_runnable
	rq->cfs.h_nr_runnable = what[kind].fair;
#endif
	rq->cfs.avg.util_avg = what[kind].util;
	rq->cfs.avg.load_avg = what[kind].util;
	rq->curr = what[kind].curr ? &busy_task_of[cpu] : rq->idle;
	rq->ttwu_pending = kind == KIND_PENDING;
	per_cpu(slice_vcpu_preempted, cpu) = kind == KIND_PREEMPTED;
#ifdef HAS_sis_sleep_average
	set_keep(c, cpu);
#endif
#ifdef HAS_rq_core
	rq->core_cookie = c->cookie[cpu];
#endif
}

/* --- Calls ------------------------------------------------------------------------ */

unsigned long uclamp_eff_value(struct task_struct *p, enum uclamp_id id)
{
	return wakee_uclamp[id];
}

/* The toggles of a base by the names of the model */
#define SCHED_FEAT(name, enabled)	{ #name, enabled },
static const struct {
	const char *name;
	bool on;
} kernel_feature[] = {
#include <kernel/sched/features.h>
};
#undef SCHED_FEAT

#define MODEL_FEATURE(name)	#name,
static const char *const model_feature[] = { MODEL_FEATURES(MODEL_FEATURE) };
#undef MODEL_FEATURE

static int feature_bit[NR_MODEL_FEATURES];

static void set_features(unsigned int features)
{
	static unsigned int last;
	static bool known;
	unsigned int i;

	if (known && last == features)
		return;
	for (i = 0; i < NR_MODEL_FEATURES; i++) {
		if (feature_bit[i] < 0)
			continue;
		if (features & BIT(i))
			slice_features |= BIT(feature_bit[i]);
		else
			slice_features &= ~BIT(feature_bit[i]);
	}
	last = features;
	known = true;
}

#ifdef HAS_sis_limit_init
/* The linker puts this around the series' own. */
void __real_sis_limit_refresh(struct sched_domain *sd);
void __wrap_sis_limit_refresh(struct sched_domain *sd);
void __wrap_sis_limit_refresh(struct sched_domain *sd)
{
	slice_enter(SLICE_PHASE_refresh);
	__real_sis_limit_refresh(sd);
	slice_leave();
}
#endif

#ifdef HAS_sis_hint_init
static unsigned long word_of(const struct model_mask *m, unsigned int i)
{
	return ((const unsigned long *)m->w)[i];
}

/* The bits that a domain's hint may have: of its CPUs, and of first ones of cores */
static void set_hint(const struct model_case *c, int id)
{
	struct sis_hint *hint = id >= 0 ? shared[id]->hint : NULL;
	const unsigned long *span;
	unsigned int i;

	if (!hint)
		return;
	span = cpumask_bits(sched_domain_span(per_cpu(sd_llc, id)));
	/* A walk found no idle core just now, so that this one may be cut short. */
	hint->walked = slice_jiffies;
	for (i = 0; i < hint->nr; i++) {
		hint->word[i].cpus = word_of(&c->hinted, hint->first + i) & span[hint->first + i];
		hint->word[i].cores = word_of(&c->hinted_cores, hint->first + i) &
			first_of_core[hint->first + i] & span[hint->first + i];
	}
}

/*
 * After a search no bit is there that was not, nor that of a CPU that goes off;
 * that of an idle choice is taken. A target that is idle, but too small, is chosen
 * without having been found.
 */
static bool hint_right(const struct model_case *c, int id, int cpu, bool on)
{
	struct sis_hint *hint = id >= 0 ? shared[id]->hint : NULL;
	const unsigned long *span;
	unsigned int i;

	if (!hint)
		return true;
	span = cpumask_bits(sched_domain_span(per_cpu(sd_llc, id)));
	for (i = 0; i < hint->nr; i++) {
		unsigned long cpus = word_of(&c->hinted, hint->first + i) & span[hint->first + i];
		unsigned long cores = word_of(&c->hinted_cores, hint->first + i) &
			first_of_core[hint->first + i] & span[hint->first + i];
		unsigned int j, d;

		for (j = 0; j < nr_dying; j++) {
			/* Searches of asymmetric domains read no hint, so none is kept. */
			if (per_cpu(sd_asym_cpucapacity, dying[j]))
				continue;
			if (BIT_WORD(dying[j]) == hint->first + i)
				cpus &= ~BIT_MASK(dying[j]);
			d = cpumask_first_and(cpu_smt_mask(dying[j]),
					      sched_domain_span(per_cpu(sd_llc, id)));
			if (BIT_WORD(d) == hint->first + i && c->m.dom[dying[j]] == id)
				cores &= ~BIT_MASK(d);
		}
		if (hint->word[i].cpus & ~cpus || hint->word[i].cores & ~cores)
			return false;
		if (!on && (hint->word[i].cpus != cpus || hint->word[i].cores != cores))
			return false;
	}
	if (!on || cpu < 0 || cpu >= (int)nr_cpu_ids || c->m.dom[cpu] != id ||
	    c->kind[cpu] != KIND_IDLE || any_asym)
		return true;
	return !(hint->word[BIT_WORD(cpu) - hint->first].cpus & BIT_MASK(cpu));
}
#endif

#ifdef HAS___sis_scan_end
#include <trace/events/sis.h>
#endif

static void set_shared(const struct model_case *c, struct sched_domain_shared *sds)
{
	if (!sds)
		return;
	sds->has_idle_cores = c->has_idle_cores;
#ifdef HAS_sched_domain_shared_nr_idle_scan
	sds->nr_idle_scan = c->nr_idle_scan;
#endif
#ifdef HAS_sis_limit_init
	sds->limit_stamp = slice_jiffies - (c->stale ? 100000 : 0);
#endif
}

/* Where has_idle_cores of a CPU's domain lies */
static struct sched_domain_shared *core_shared(unsigned int cpu)
{
#ifdef HAS_sd_balance_shared
	return per_cpu(sd_balance_shared, cpu);
#else
	return per_cpu(sd_llc_shared, cpu);
#endif
}

#ifdef HAS_sis_run_average
/* Bits of brief: of the waker or the wakee, the average or the last run, too long or unknown */
static void set_runs(const struct model_case *c)
{
	struct task_struct *p = c->brief & 1 ? &waker : &wakee;
	unsigned int *run = c->brief & 2 ? &p->sis.run_avg : &p->sis.run_last;

	waker.sis.run_avg = waker.sis.run_last = 1000;
	wakee.sis.run_avg = wakee.sis.run_last = sis_short_us * 1000;
	if (c->brief)
		*run = c->brief & 4 ? 0 : sis_short_us * 1000 + 1;
	/* record_wakee() has been there. */
	waker.last_wakee = &wakee;
	wakee.last_wakee = c->pair && c->pair != 3 ? &waker : NULL;
	waker.wakee_flips = c->pair == 2;
	waker.prio = c->kind[c->this_cpu] == KIND_RT ? 50 : 120;
}
#endif

static void prepare(const struct model_case *c, unsigned int features)
{
	struct rq *rq = &per_cpu(runqueues, c->this_cpu);
#ifdef HAS_sis_hint_init
	unsigned int i;
#endif

	set_features(features);
	slice_this_cpu = c->this_cpu;
	slice_in_task = c->in_task;
	slice_irqs_off = true;
	slice_schedstats = c->watched;
	slice_trace_on = c->watched;
#ifdef HAS___sis_scan_end
	slice_event_sis_select_nr = 0;
#endif
	slice_last_look = NO_LOOK;
	look_nr = 0;
	look_scan = 0;
	look_slow = 0;
	look_again = 0;
	phase_depth = 0;

	bitmap_copy(cpumask_bits((struct cpumask *)wakee.cpus_ptr),
		    (const unsigned long *)c->allowed.w, nr_cpu_ids);
	wakee.nr_cpus_allowed = cpumask_weight(wakee.cpus_ptr);
	wakee.recent_used_cpu = c->recent;
	wakee.thread_info.cpu = c->prev;
	wakee.policy = c->idle_policy ? SCHED_IDLE : SCHED_NORMAL;
#ifdef HAS_rq_core
	wakee.core_cookie = c->task_cookie;
#endif
#ifdef HAS_sis_hint_init
	set_hint(c, c->m.dom[c->target]);
	if (c->m.dom[c->this_cpu] != c->m.dom[c->target])
		set_hint(c, c->m.dom[c->this_cpu]);
	for (i = 0; i < nr_dying; i++)
		sis_hint_offline(dying[i]);
#endif
	wakee.se.avg.util_avg = c->util;
	wakee_uclamp[UCLAMP_MIN] = c->uclamp_min;
	wakee_uclamp[UCLAMP_MAX] = c->uclamp_max;
	slice_current = rq->curr == rq->idle ? rq->idle : &waker;
#ifdef HAS_sis_run_average
	set_runs(c);
#endif
	waker.thread_info.cpu = c->this_cpu;
	waker.flags = c->kthread ? PF_KTHREAD : 0;
	waker.nr_cpus_allowed = c->kthread ? 1 : nr_cpu_ids;

#ifdef HAS_sis_limit_init
	sis_curve = c->curve;
#endif
	rq->avg_idle = c->avg_idle;
#ifdef HAS_rq_wake_avg_idle
	rq->wake_avg_idle = c->avg_idle;
	rq->wake_stamp = slice_jiffies - c->wake_age;
#endif
#ifdef HAS_sched_domain_avg_scan_cost
	if (per_cpu(sd_llc, c->this_cpu))
		per_cpu(sd_llc, c->this_cpu)->avg_scan_cost = c->avg_cost;
#endif
	set_shared(c, per_cpu(sd_llc_shared, c->target));
	set_shared(c, core_shared(c->target));
}

#ifdef SLICE_COUNT
static void start_counting(void)
{
	uintptr_t own = (uintptr_t)percpu_area + slice_this_cpu * slice_percpu_stride;
	struct count_range r[COUNT_RANGES] = {
		[COUNT_BELOW] = { (uintptr_t)percpu_area, own },
		[COUNT_OWN] = { own, own + slice_percpu_stride },
		[COUNT_ABOVE] = { own + slice_percpu_stride,
				  (uintptr_t)percpu_area + nr_cpu_ids * slice_percpu_stride },
		[COUNT_SHARED] = { (uintptr_t)held_area, (uintptr_t)held_area + held_used },
	};

	count_start(r);
}

static void stop_counting(struct slice_result *r)
{
	struct count_result c = count_stop();

	r->counted = true;
	r->lines_remote = c.lines[COUNT_BELOW] + c.lines[COUNT_ABOVE];
	r->lines_shared = c.lines[COUNT_SHARED];
	r->lines_written = c.written[COUNT_BELOW] + c.written[COUNT_ABOVE] +
		c.written[COUNT_SHARED];
}
#else
static void start_counting(void)
{
}

static void stop_counting(struct slice_result *r)
{
	r->counted = false;
}
#endif

/* The search, under a name that a profiler finds */
static noinline int slice_search(int prev, int target)
{
	return select_idle_sibling(&wakee, prev, target);
}

static void glue_select(const struct model_case *c, unsigned int features,
			struct slice_result *r)
{
	prepare(c, features);
	r->cpu = -1;
	r->bug = NULL;
	slice_armed = true;
	start_counting();
	if (!setjmp(slice_out))
		r->cpu = slice_search(c->prev, c->target);
	else
		r->bug = slice_what;
	stop_counting(r);
	slice_armed = false;
	r->recent = wakee.recent_used_cpu;
	r->has_idle_cores = core_shared(c->target) && core_shared(c->target)->has_idle_cores;
	r->limit = -1;
#ifdef HAS_sched_domain_shared_nr_idle_scan
	if (per_cpu(sd_llc_shared, c->target))
		r->limit = per_cpu(sd_llc_shared, c->target)->nr_idle_scan;
#endif
	r->told_looks = -1;
	r->told_skips = 0;
	r->told_passed = false;
#ifdef HAS___sis_scan_end
	if (slice_event_sis_select_nr) {
		r->told_looks = slice_event_sis_select.looked;
		r->told_cpu = slice_event_sis_select.cpu;
#ifdef HAS_sis_sleep_average
		r->told_skips = slice_event_sis_select.skips;
		r->told_passed = slice_event_sis_select.passed;
#endif
	}
#endif
	r->hint_wrong = false;
#ifdef HAS_sis_hint_init
	r->hint_wrong = !hint_right(c, c->m.dom[c->target], r->cpu,
				    features & BIT(MODEL_SIS_CORE));
#endif
	r->slow = look_slow;
	r->looks = look_nr;
	r->scanned = look_scan;
	r->again = look_again;
}

static int glue_affine(const struct model_case *c, int sync, unsigned long load)
{
	int cpu = -1;

	prepare(c, c->features);
	wakee.se.avg.load_avg = load;
	slice_armed = true;
	if (!setjmp(slice_out))
		cpu = wake_affine(&affine_sd, &wakee, c->this_cpu, c->prev, sync);
	slice_armed = false;
	return cpu;
}

static int glue_limit(const struct model_case *c, unsigned int cpu, unsigned long sum_util)
{
#ifdef HAS_update_idle_cpu_scan
	struct lb_env env = {
		.sd = per_cpu(sd_llc, cpu),
		.dst_cpu = cpu,
		.idle = CPU_IDLE,
		.cpus = (struct cpumask *)slice_mask[SLICE_POSSIBLE],
	};
	int nr = -1;

	prepare(c, c->features);
	slice_armed = true;
	if (!setjmp(slice_out)) {
#ifdef HAS_sis_limit_init
		update_idle_cpu_scan(&env, sum_util, env.sd->span_weight * SCHED_CAPACITY_SCALE);
#else
		update_idle_cpu_scan(&env, sum_util);
#endif
		nr = per_cpu(sd_llc_shared, cpu)->nr_idle_scan;
	}
	slice_armed = false;
	return nr;
#else
	return -1;
#endif
}

static int glue_idle_core(const struct model_case *c, unsigned int cpu)
{
	struct sched_domain_shared *sds = core_shared(cpu);
	int hint = -1;

	prepare(c, c->features);
	slice_armed = true;
	if (!setjmp(slice_out)) {
		update_idle_core(&per_cpu(runqueues, cpu));
		hint = sds && sds->has_idle_cores;
	}
	slice_armed = false;
	return hint;
}

__attribute__((__visibility__("default"))) struct slice_ops slice_ops = {
	.name = SLICE_NAME,
#ifdef HAS_choose_sched_idle_rq
	.sched_idle_wakee = true,
#endif
#ifdef HAS_sched_domain_shared_nr_idle_scan
	.has_limit = true,
#endif
#ifdef CONFIG_SCHED_SMT
	.has_smt = true,
#endif
#ifdef CONFIG_SCHED_CORE
	.has_cookies = true,
#endif
#ifdef HAS_sched_cluster_active
	.has_cluster = true,
#endif
#if defined(HAS_sched_domain_avg_scan_cost) && !defined(HAS_rq_wake_avg_idle)
	.waker_domain = true,
#endif
#ifdef HAS_sis_limit_init
	.series = true,
#endif
	.debugfs = debugfs_file,
	.machine = glue_machine,
	.state = glue_state,
	.select = glue_select,
	.affine = glue_affine,
	.limit = glue_limit,
	.idle_core = glue_idle_core,
};

static __attribute__((__constructor__)) void glue_setup(void)
{
	unsigned int i, j;

	for (i = 0; i < NR_MODEL_FEATURES; i++)
		feature_bit[i] = -1;
	for (j = 0; j < ARRAY_SIZE(kernel_feature); j++) {
		if (kernel_feature[j].on)
			slice_features |= BIT(j);
		for (i = 0; i < NR_MODEL_FEATURES; i++) {
			if (strcmp(kernel_feature[j].name, model_feature[i]))
				continue;
			feature_bit[i] = j;
			slice_ops.features |= BIT(i);
			if (kernel_feature[j].on)
				slice_ops.features_on |= BIT(i);
		}
	}
}
