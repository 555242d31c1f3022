/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SLICE_MODEL_H
#define _SLICE_MODEL_H

/*
 * The machine model: what a case is, in words that no kernel knows, and what a
 * slice offers to the driver.  A case holds everything that the choice depends
 * on; two slices that get the same case are in the same state.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_MAX_CPUS	2048
#define MODEL_WORDS	(MODEL_MAX_CPUS / 64)

struct model_mask {
	uint64_t w[MODEL_WORDS];
};

static inline bool mask_test(const struct model_mask *m, unsigned int cpu)
{
	return m->w[cpu / 64] >> (cpu % 64) & 1;
}

static inline void mask_set(struct model_mask *m, unsigned int cpu)
{
	m->w[cpu / 64] |= 1ULL << (cpu % 64);
}

static inline void mask_clear(struct model_mask *m, unsigned int cpu)
{
	m->w[cpu / 64] &= ~(1ULL << (cpu % 64));
}

/* What a CPU does when the wakeup comes */
enum model_kind {
	/* Nothing */
	KIND_IDLE,
	/* One task of the fair class, or several */
	KIND_BUSY,
	KIND_QUEUED,
	/* A SCHED_IDLE task alone, or beside a normal one */
	KIND_SIDLE,
	KIND_MIXED,
	/* A task that is no fair one */
	KIND_RT,
	/* Nothing, but a remote wakeup is on its way */
	KIND_PENDING,
	/* Nothing, but the hypervisor took the virtual CPU away */
	KIND_PREEMPTED,
	/* Its last task was dequeued, but has not been switched from */
	KIND_LEAVING,
	/* A task was queued, but has not been switched to */
	KIND_ARRIVING,
	NR_KINDS,
};

#define KIND_LETTERS	"IBQSMRPVLA"

/* For whom a CPU is reserved */
enum model_keep {
	/* Nobody */
	KEEP_NONE,
	/* Another task */
	KEEP_OTHER,
	/* Another task, but the time is over; or it is so far off that it can't be true */
	KEEP_PAST,
	KEEP_FAR,
	/* The wakee; or a task that was where the wakee is in memory */
	KEEP_OWN,
	KEEP_REUSED,
	NR_KEEPS,
};

#define KEEP_LETTERS	"-opfwr"

/**
 * struct model_machine - the hardware, and how it is partitioned
 * @nr_cpus: CPUs that there are
 * @width: CPUs below one last-level cache
 * @smt: hardware threads of a core
 * @cluster: cores of a cluster, 0 if there are no clusters
 * @split: siblings are numbered nr_cpus / smt apart, not side by side
 * @offline: CPUs that are off, out of every mask and domain
 * @isolated: CPUs that are on, but in no domain
 * @part: CPUs of a second partition
 * @dying: CPUs on their way off: still in their domains, but active no more
 * @little: CPUs of less capacity than the others
 * @little_cap: and that capacity; 0 if all are of one kind
 * @llc: the cache of each CPU; with @core and @clus what the fields above say
 * @core: the core of each CPU
 * @clus: the cluster of each CPU
 * @dom: the LLC domain of each CPU, numbered by its first CPU; -1 if it has none
 * @asym: the lowest domain of each CPU that has both kinds: its LLC domain by
 *	that number, or, from MODEL_MAX_CPUS on, all of its partition; -1 if none
 */
struct model_machine {
	unsigned int nr_cpus;
	unsigned int width;
	unsigned int smt;
	unsigned int cluster;
	bool split;
	struct model_mask offline;
	struct model_mask isolated;
	struct model_mask part;
	struct model_mask dying;
	struct model_mask little;
	unsigned int little_cap;
	int16_t llc[MODEL_MAX_CPUS];
	int16_t core[MODEL_MAX_CPUS];
	int16_t clus[MODEL_MAX_CPUS];
	int16_t dom[MODEL_MAX_CPUS];
	int16_t asym[MODEL_MAX_CPUS];
};

/**
 * struct model_case - one wakeup
 * @m: the machine
 * @kind: what each CPU does, an enum model_kind
 * @cookie: the core cookie of each core, at its first CPU
 * @allowed: the wakee's affinity
 * @hinted: CPUs that the series believes idle, right or wrong
 * @hinted_cores: cores, by their first CPUs
 * @keep: for whom each CPU is reserved, an enum model_keep
 * @pair: waker and wakee have woken each other last, and are new partners if 2
 * @brief: both are short if 0, else one of them is not, see set_runs()
 * @late: the clock is about to go beyond what a deadline holds
 * @this_cpu: where the waker runs
 * @prev: where the wakee ran last
 * @target: what the caller of select_idle_sibling() chose
 * @recent: the wakee's recent_used_cpu
 * @idle_policy: the wakee is a SCHED_IDLE task
 * @kthread: the waker is a per-CPU kernel thread
 * @in_task: the wakeup is from task context
 * @core_sched: core scheduling is on
 * @task_cookie: the wakee's cookie
 * @util: the wakee's utilization
 * @uclamp_min: the least performance that the wakee asks for
 * @uclamp_max: the most
 * @has_idle_cores: the hint of the target's domain
 * @nr_idle_scan: the limit of the target's domain
 * @avg_cost: what a scan costs on average, for the older limit
 * @avg_idle: how long this CPU idles on average, for the older limit
 * @wake_age: jiffies since that was last aged
 * @stale: the limit is so old that the series computes it again
 * @curve: how the series computes it
 * @watched: schedstats and trace events are on
 * @features: toggles that are on, see MODEL_FEATURES
 */
struct model_case {
	struct model_machine m;
	uint8_t kind[MODEL_MAX_CPUS];
	uint8_t cookie[MODEL_MAX_CPUS];
	struct model_mask allowed;
	struct model_mask hinted;
	struct model_mask hinted_cores;
	uint8_t keep[MODEL_MAX_CPUS];
	unsigned int pair;
	unsigned int brief;
	bool late;
	int this_cpu;
	int prev;
	int target;
	int recent;
	bool idle_policy;
	bool kthread;
	bool in_task;
	bool core_sched;
	unsigned int task_cookie;
	unsigned int util;
	unsigned int uclamp_min;
	unsigned int uclamp_max;
	bool has_idle_cores;
	int nr_idle_scan;
	uint64_t avg_cost;
	uint64_t avg_idle;
	unsigned int wake_age;
	bool stale;
	unsigned int curve;
	bool watched;
	unsigned int features;
};

/**
 * struct slice_result - what a slice made of a case
 * @cpu: the CPU that was chosen
 * @recent: the wakee's recent_used_cpu afterwards
 * @has_idle_cores: the hint afterwards
 * @limit: the limit of the target's domain afterwards
 * @looks: other CPUs' run queues that were looked at, all in all
 * @slow: of these, after the fast paths
 * @scanned: of these, by select_idle_cpu() alone, cores not counted
 * @again: looks at a CPU that the same scan had looked at before
 * @told_looks: looks that the series told in its trace event, or -1
 * @told_cpu: the choice that it told
 * @told_skips: idle CPUs that it told it had passed over
 * @told_passed: it told that the choice is one of these
 * @hint_wrong: the search set a bit of the hint, or left that of its choice
 * @counted: cache lines were counted
 * @lines_remote: of other CPUs' per-CPU memory
 * @lines_shared: of domains, masks and tasks
 * @lines_written: of these, written to
 * @bug: what must not happen and did, or NULL
 */
struct slice_result {
	int cpu;
	int recent;
	int has_idle_cores;
	int limit;
	unsigned int looks;
	unsigned int slow;
	unsigned int scanned;
	unsigned int again;
	int told_looks;
	int told_cpu;
	unsigned int told_skips;
	bool told_passed;
	bool hint_wrong;
	bool counted;
	unsigned int lines_remote;
	unsigned int lines_shared;
	unsigned int lines_written;
	const char *bug;
};

/**
 * struct slice_ops - the one symbol of a slice
 * @name: base and variant
 * @sched_idle_wakee: a SCHED_IDLE wakee does not take a SCHED_IDLE CPU
 * @has_limit: this base has nr_idle_scan
 * @has_smt: this one knows of SMT
 * @has_cookies: and of core scheduling
 * @has_cluster: this base scans the target's cluster first
 * @waker_domain: a waker that is in no LLC domain does not scan
 * @series: this is a tree with the series in it
 * @features: toggles that this base has
 * @features_on: those that are on by default
 * @machine: build the topology and forget what was before
 * @state: make the CPUs that differ between two cases what the second says
 * @select: select_idle_sibling() for this case, with these toggles on
 * @affine: wake_affine() for this case
 * @limit: update_idle_cpu_scan() of a CPU's domain, returns nr_idle_scan
 * @idle_core: __update_idle_core() of a CPU, returns has_idle_cores
 * @debugfs: write or read a file that this slice made there
 */
struct slice_ops {
	const char *name;
	bool sched_idle_wakee;
	bool has_limit;
	bool has_smt;
	bool has_cookies;
	bool has_cluster;
	bool waker_domain;
	bool series;
	unsigned int features;
	unsigned int features_on;
	void (*machine)(const struct model_case *c);
	void (*state)(const struct model_case *c, unsigned int cpu);
	void (*select)(const struct model_case *c, unsigned int features,
		       struct slice_result *r);
	int (*affine)(const struct model_case *c, int sync, unsigned long load);
	int (*limit)(const struct model_case *c, unsigned int cpu, unsigned long sum_util);
	int (*idle_core)(const struct model_case *c, unsigned int cpu);
	long (*debugfs)(const char *path, const char *in, char *buf, size_t size);
};

/* Toggles that a case can set; a base that has no such toggle ignores it. */
#define MODEL_FEATURES(f)	\
	f(SIS_AVG_CPU)		\
	f(SIS_PROP)		\
	f(SIS_UTIL)		\
	f(SIS_CORE)		\
	f(SIS_CACHE)		\
	f(SIS_SHORT)		\
	f(WA_IDLE)		\
	f(WA_WEIGHT)		\
	f(WA_BIAS)		\
	f(UTIL_EST)

#define MODEL_FEATURE(name)	MODEL_##name,
enum { MODEL_FEATURES(MODEL_FEATURE) NR_MODEL_FEATURES };
#undef MODEL_FEATURE

#endif /* _SLICE_MODEL_H */
