/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ENGINE_H
#define _SIM_ENGINE_H

#include "costs.h"
#include "sim.h"
#include "workload.h"

#define NSEC_PER_USEC	1000ULL
#define NSEC_PER_MSEC	1000000ULL

/* Each power of two in so many parts, which is how exact a percentile is */
#define HIST_SUB	16
#define HIST_SIZE	(64 * HIST_SUB)

/**
 * struct sim_hist - how often a time was seen
 * @n: times
 * @sum: of them
 * @max: the longest
 * @count: by power of two, and sixteenths of it
 */
struct sim_hist {
	uint64_t n;
	uint64_t sum;
	uint64_t max;
	uint64_t count[HIST_SIZE];
};

/* Halves of the time in which it is counted, to see whether it was steady */
#define NR_PARTS	2

/**
 * struct sim_result - what came of a run
 * @time: nanoseconds that were counted
 * @done: what the workload counts, in each part
 * @wakeups: wakeups
 * @slow: wakeups for which run-queues of other CPUs were looked at
 * @looked: run-queues that were looked at
 * @missed: cache lines that were not where they were needed
 * @stacked: wakeups put on a busy CPU while one was idle in its LLC
 * @idle_there: wakeups while a CPU of the LLC was idle
 * @collided: wakeups sent to an idle CPU where another one came first
 * @migrated: wakeups on another CPU than before
 * @pulled: tasks that load balance moved
 * @switches: from a task or idle to a task
 * @util: mean of util_avg over time and CPUs, of 1024
 * @busy: nanoseconds that CPUs were not idle, all in all
 * @limit: mean of nr_idle_scan, or -1
 * @ends: why the series' scans ended
 * @latency: from the wakeup's begin to the first instruction of the wakee
 * @scan: how long choosing a CPU took
 * @events: steps of the engine
 * @sum: a checksum of all that was chosen
 */
struct sim_result {
	uint64_t time;
	uint64_t done[NR_PARTS];
	uint64_t wakeups;
	uint64_t slow;
	uint64_t looked;
	uint64_t missed;
	uint64_t stacked;
	uint64_t idle_there;
	uint64_t collided;
	uint64_t migrated;
	uint64_t pulled;
	uint64_t switches;
	double util;
	uint64_t busy;
	double limit;
	uint64_t ends[32];
	struct sim_hist latency;
	struct sim_hist scan;
	uint64_t events;
	uint64_t sum;
};

/**
 * struct sim_run - one run
 * @ops: the slice
 * @machine: on what
 * @workload: of what
 * @costs: at which costs
 * @load: threads of the workload, as it counts them, for each CPU
 * @seed: of all that is drawn
 * @ramp: nanoseconds before it is counted
 * @time: nanoseconds to count
 * @features: toggles that are on
 * @curve: of the series
 * @oracle: choose by the oracle
 */
struct sim_run {
	struct sim_ops *ops;
	const struct sim_machine *machine;
	const struct workload *workload;
	const struct costs *costs;
	double load;
	uint64_t seed;
	uint64_t ramp;
	uint64_t time;
	unsigned int features;
	unsigned int curve;
	bool oracle;
};

unsigned int sim_units(const struct workload *w, unsigned int nr, double load);
void sim_go(const struct sim_run *run, struct sim_result *result);
void hist_add(struct sim_hist *h, uint64_t ns);
uint64_t hist_part(const struct sim_hist *h, double part);
uint64_t hist_floor(unsigned int i);

#endif /* _SIM_ENGINE_H */
