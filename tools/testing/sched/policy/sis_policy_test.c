// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel/sched/sis/ alone: tables, single calls, what other CPUs may do
 * in between, and random strings of calls (naive.c).
 */
#include <getopt.h>

#include "../lib.h"
#include "../model_case.h"
#include <sis/handoff.h>
#include <sis/reserve.h>
#include <sis/tests/limit_cases.h>
#include "policy.h"

#include <trace/events/sis.h>

static unsigned long long seed = 1, runs = 20000, run;
static const char *current_test;

static void context(void)
{
	fprintf(stderr, "in test '%s', run %llu of seed %llu: repeat with -s %llu -t %s\n",
		current_test, run, seed, seed, current_test);
}

/* Each sanitizer calls its own when it reports. */
void __asan_on_error(void);
void __asan_on_error(void)
{
	context();
}

void __ubsan_on_report(void);
void __ubsan_on_report(void)
{
	context();
}

static struct policy_machine m;

/* An LLC of @width CPUs from @first on */
static void build(unsigned int first, unsigned int width, unsigned int smt, int flags)
{
	unsigned int cpu;

	memset(&m, 0, sizeof(m));
	m.smt = smt;
	m.nr_cpus = round_up(first + width, smt);
	for (cpu = first; cpu < first + width; cpu++)
		m.span[cpu] = true;
	policy_build(&m, flags);
	policy_features(true, true);
	slice_schedstats = false;
	slice_trace_on = false;
	sis_curve = SIS_CURVE_ADAPTIVE;
}

static struct sis_hint *hint(void)
{
	return policy_sd->shared->hint;
}

static bool hinted(int cpu)
{
	return hint()->word[cpu / BITS_PER_LONG - hint()->first].cpus >>
		(cpu % BITS_PER_LONG) & 1;
}

static bool core_hinted(int cpu)
{
	return hint()->word[cpu / BITS_PER_LONG - hint()->first].cores >>
		(cpu % BITS_PER_LONG) & 1;
}

static void forget_hints(void)
{
	unsigned int i;

	for (i = 0; i < hint()->nr; i++)
		hint()->word[i].cpus = hint()->word[i].cores = 0;
}

/* --- The limit ----------------------------------------------------------------------- */

static void test_table(void)
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(sis_limit_cases); i++) {
		const struct sis_limit_case *c = &sis_limit_cases[i];

		for (j = 0; j < SIS_CASE_PERCENTS; j++)
			CHECK_EQ(sis_limit_compute(c->curve, c->span,
						   sis_case_util(c->span, sis_case_percent[j]),
						   c->span * 1024UL, 117), c->limit[j]);
	}
}

/* Values that could overflow something; on 32 bit some are the same. */
static const unsigned long extremes[] = {
	0, 1, 2, 100, 1023, 1024, 1025, U16_MAX, 1UL << 25, (1UL << 29) - 1, 1UL << 29,
	INT_MAX, 1UL << 31, UINT_MAX - 1, UINT_MAX, ULONG_MAX / 117 + 1, ULONG_MAX / 100 + 1,
	ULONG_MAX / 2 + 1, ULONG_MAX - 1, ULONG_MAX,
};

static void check_falls(enum sis_curve curve, unsigned int span, unsigned long cap,
			unsigned int pct)
{
	unsigned int i, now, last = span;

	for (i = 0; i < ARRAY_SIZE(extremes); i++) {
		now = sis_limit_compute(curve, span, extremes[i], cap, pct);
		CHECK_LE(now, span);
		if (i && extremes[i] >= extremes[i - 1])
			CHECK_LE(now, last);
		last = now;
	}
}

/* Each with each other */
static void test_extreme(void)
{
	unsigned int curve, i, j, k;

	for (curve = 0; curve <= SIS_NR_CURVES; curve++) {
		for (i = 0; i < ARRAY_SIZE(extremes); i++) {
			for (j = 0; j < ARRAY_SIZE(extremes); j++) {
				for (k = 0; k < ARRAY_SIZE(extremes); k++)
					check_falls(curve, extremes[i], extremes[j], extremes[k]);
			}
		}
	}
}

static void test_monotone(void)
{
	static const unsigned int pcts[] = { 0, 50, 100, 101, 110, 117, 125, 200, UINT_MAX };
	unsigned int curve, i, j, now, last;
	unsigned long util;

	for (curve = 0; curve < SIS_NR_CURVES; curve++) {
		for (i = 0; i < ARRAY_SIZE(sis_case_spans); i++) {
			unsigned int span = sis_case_spans[i];

			for (j = 0; j < ARRAY_SIZE(pcts); j++) {
				last = span;
				for (util = 0; util <= span * 1200UL; util += 1 + span / 4) {
					now = sis_limit_compute(curve, span, util, span * 1024UL,
								pcts[j]);
					CHECK_LE(now, last);
					last = now;
				}
			}
		}
	}
}

static void test_max_age(void)
{
	CHECK_EQ(sis_limit_max_age(1), 16);
	CHECK_EQ(sis_limit_max_age(16), 16);
	CHECK_EQ(sis_limit_max_age(17), 17);
	CHECK_EQ(sis_limit_max_age(1024), 1024);
}

static void test_limit_init(void)
{
	struct sched_domain_shared *sds;

	build(0, 64, 1, 0);
	sds = policy_sd->shared;
	policy_sd->shared = NULL;
	sis_limit_init(policy_sd);
	sis_limit_update(policy_sd, 0, 65536);
	policy_sd->shared = sds;
	CHECK_EQ(sds->nr_idle_scan, 0);
	sis_limit_init(policy_sd);
	CHECK_EQ(sds->nr_idle_scan, 64);
	/* It counts as old. */
	CHECK(slice_jiffies - sds->limit_stamp > 64);
}

static void test_restricted(void)
{
	struct sched_domain_shared *sds;
	unsigned int cpu;

	build(0, 64, 1, 0);
	sds = policy_sd->shared;
	sds->limit_stamp = slice_jiffies;
	sds->nr_idle_scan = 0;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 0);
	for (cpu = 8; cpu < 64; cpu++)
		policy_allow(cpu, false);
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 8);
	sds->nr_idle_scan = 7;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 8);
	sds->nr_idle_scan = 9;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 9);
	policy_allow(7, false);
	policy_allow(6, false);
	sds->nr_idle_scan = 7;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 7);
	policy_allow(7, true);
	policy_allow(6, true);
	sds->nr_idle_scan = 0;
	sis_curve = SIS_CURVE_QUADRATIC;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 0);
	sis_curve = SIS_CURVE_ADAPTIVE;
	policy_allow(8, true);
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 0);

	/* All CPUs of a small LLC are no restriction. */
	build(0, 4, 1, 0);
	policy_sd->shared->limit_stamp = slice_jiffies;
	policy_sd->shared->nr_idle_scan = 0;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 0);
}

static void test_update(void)
{
	struct sched_domain_shared *sds;
	unsigned int i;

	build(0, 64, 1, 0);
	slice_trace_on = true;
	sds = policy_sd->shared;
	sds->limit_stamp = slice_jiffies - 64;
	slice_event_sis_limit_nr = 0;
	sis_limit_update(policy_sd, 32 * 1024, 64 * 1024);
	CHECK_EQ(sds->nr_idle_scan, 49);
	CHECK_EQ(sds->limit_stamp, slice_jiffies);
	CHECK_EQ(slice_event_sis_limit_nr, 1);
	CHECK_EQ(slice_event_sis_limit.limit, 49);
	CHECK_EQ(slice_event_sis_limit.refresh, false);
	/* The stamp of up to a quarter of the age stays. */
	for (i = 1; i <= 16; i++) {
		slice_jiffies++;
		sis_limit_update(policy_sd, 32 * 1024, 64 * 1024);
		CHECK_EQ(slice_jiffies - sds->limit_stamp, i);
	}
	slice_jiffies++;
	sis_limit_update(policy_sd, 0, 64 * 1024);
	CHECK_EQ(slice_jiffies, sds->limit_stamp);
	CHECK_EQ(sds->nr_idle_scan, 64);
}

static void set_util(unsigned int cpu, enum policy_kind kind, unsigned long util)
{
	policy_set(cpu, kind);
	cpu_rq(cpu)->util = util;
}

static void test_refresh(void)
{
	unsigned int cpu, sum;

	build(3, 64, 1, 0);
	slice_trace_on = true;
	slice_schedstats = true;
	sis_limit_init(policy_sd);
	for (cpu = 3; cpu < 67; cpu++)
		set_util(cpu, POLICY_BUSY, 512);
	cpu_rq(0)->util = 1 << 20;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 49);
	CHECK_EQ(per_cpu(sis_stats, 0).refreshed, 1);
	CHECK_EQ(slice_event_sis_limit.util, 32 * 1024);
	CHECK_EQ(slice_event_sis_limit.capacity, 64 * 1024);
	CHECK_EQ(slice_event_sis_limit.refresh, true);

	/* Not before it is old */
	cpu_rq(3)->util = 1 << 20;
	slice_jiffies += 64;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 49);
	sis_limit_refresh(policy_sd);
	CHECK_EQ(per_cpu(sis_stats, 0).refreshed, 1);
	slice_jiffies++;
	CHECK_EQ(sis_limit(policy_sd, &policy_task), 0);
	CHECK_EQ(per_cpu(sis_stats, 0).refreshed, 2);

	/* What is idle decays: by half in 32 ms, and not below 0 */
	cpu_rq(3)->util = 512;
	set_util(4, POLICY_IDLE, 1024);
	set_util(5, POLICY_IDLE, 1024);
	set_util(6, POLICY_IDLE, 0);
	set_util(7, POLICY_IDLE, 1 << 20);
	set_util(8, POLICY_PENDING, 1024);
	cpu_rq(4)->clock = policy_clock - 31 * NSEC_PER_MSEC;
	cpu_rq(5)->clock = policy_clock - 64 * NSEC_PER_MSEC;
	cpu_rq(7)->clock = policy_clock - 100000ULL * NSEC_PER_MSEC;
	/* A clock that is ahead */
	cpu_rq(8)->clock = policy_clock + 100 * NSEC_PER_MSEC;
	set_util(9, POLICY_IDLE, 1024);
	cpu_rq(9)->clock = policy_clock + 100 * NSEC_PER_MSEC;
	slice_jiffies += 1000;
	for (cpu = 3; cpu < 67; cpu++)
		cpu_rq(cpu)->last_blocked_load_update_tick = slice_jiffies;
	cpu_rq(4)->last_blocked_load_update_tick = slice_jiffies - 31;
	cpu_rq(5)->last_blocked_load_update_tick = slice_jiffies - 64;
	cpu_rq(7)->last_blocked_load_update_tick = slice_jiffies - 100000;
	sis_limit_refresh(policy_sd);
	sum = 58 * 512 + 1024 + 256 + 0 + 1024 + 1024;
#if !defined(CONFIG_64BIT) && !defined(CONFIG_NO_HZ_COMMON)
	/* There is no clock to decay by. */
	sum += 768 + (1 << 20);
#endif
	CHECK_EQ(slice_event_sis_limit.util, sum);
	slice_schedstats = false;
	slice_jiffies += 65;
	sis_limit_refresh(policy_sd);
	CHECK_EQ(per_cpu(sis_stats, 0).refreshed, 3);
}

static int race_count;
static unsigned int seen_limit;

/* Another CPU's search refreshes the limit first. */
static void race_stamp(const volatile void *p)
{
	if (p == &policy_sd->shared->limit_stamp && ++race_count == 2)
		policy_sd->shared->limit_stamp = slice_jiffies;
}

/* Somebody writes another curve while this one is computed. */
static void race_curve(const volatile void *p)
{
	if (p == &sis_curve && ++race_count == 2)
		sis_curve = SIS_CURVE_OVERLOAD;
}

/* A search that comes while the sums are made */
static void see_limit(const volatile void *p)
{
	if (p == &cpu_rq(5)->cpu_capacity)
		seen_limit = policy_sd->shared->nr_idle_scan;
}

static void test_limit_races(void)
{
	struct sched_domain_shared *sds;

	build(0, 64, 1, 0);
	slice_schedstats = true;
	sds = policy_sd->shared;
	sds->limit_stamp = slice_jiffies - 1000;
	sds->nr_idle_scan = 5;
	race_count = 0;
	policy_race = race_stamp;
	sis_limit_refresh(policy_sd);
	CHECK_EQ(sds->nr_idle_scan, 5);
	CHECK_EQ(per_cpu(sis_stats, 0).refreshed, 0);

	/* The same for load balance: its sum counts, its stamp is not put back. */
	sds->limit_stamp = slice_jiffies - 1000;
	race_count = 0;
	policy_race = race_stamp;
	slice_jiffies += 100;
	sis_limit_update(policy_sd, 0, 65536);
	CHECK_EQ(sds->nr_idle_scan, 64);
	CHECK_EQ(sds->limit_stamp, slice_jiffies);

	/* A change of the curve meanwhile leaves the limit old. */
	sis_curve = SIS_CURVE_ADAPTIVE;
	sds->limit_stamp = slice_jiffies;
	race_count = 0;
	policy_race = race_curve;
	sis_limit_update(policy_sd, 0, 65536);
	CHECK(slice_jiffies - sds->limit_stamp > 64);

	/* After a long quiet time the limit is unset while the sums are made ... */
	policy_race = see_limit;
	sds->limit_stamp = slice_jiffies - 129;
	sds->nr_idle_scan = 5;
	sis_limit_refresh(policy_sd);
	CHECK_EQ(seen_limit, 64);
	/* ... but not after a short one. */
	sds->limit_stamp = slice_jiffies - 128;
	sds->nr_idle_scan = 5;
	sis_limit_refresh(policy_sd);
	CHECK_EQ(seen_limit, 5);
	policy_race = NULL;
	sds->limit_stamp = slice_jiffies - 129;
	sds->nr_idle_scan = 64;
	sis_limit_refresh(policy_sd);
}

static void test_expire(void)
{
	struct sched_domain_shared *sds, above = { 0 };
	struct sched_domain parent = { .span_weight = 128, .shared = &above };
	struct sched_domain top = { .span_weight = 128 };

	build(0, 64, 1, 0);
	sds = policy_sd->shared;
	policy_sd->parent = &parent;
	parent.parent = &top;
	sds->limit_stamp = slice_jiffies;
	above.limit_stamp = slice_jiffies;
	sis_limit_expire();
	CHECK(slice_jiffies - sds->limit_stamp > 64);
	CHECK(slice_jiffies - above.limit_stamp > 128);
	policy_sd->parent = NULL;
}

/* --- The hint ------------------------------------------------------------------------- */

static void test_hint_init(void)
{
	static const unsigned int widths[] = { 1, 2, 3, 16, 63, 64, 65, 112, 256, 1024 };
	struct sched_domain_shared *sds;
	unsigned int i, first, cpu, n;

	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		for (first = 0; first < 130; first += 13) {
			build(first, widths[i], 1, 0);
			sis_hint_init(policy_sd);
			if (widths[i] == 1) {
				CHECK(!hint());
				continue;
			}
			CHECK_EQ(hint()->first, first / BITS_PER_LONG);
			CHECK_EQ(hint()->cores, widths[i]);
			for (n = 0, cpu = 0; cpu < hint()->nr; cpu++)
				n += hweight_long(hint()->word[cpu].cpus);
			CHECK_EQ(n, widths[i]);
			for (cpu = first; cpu < first + widths[i]; cpu++)
				CHECK(hinted(cpu) && core_hinted(cpu));
		}
	}

	build(0, 64, 1, 0);
	sds = policy_sd->shared;
	policy_no_memory = true;
	sis_hint_init(policy_sd);
	policy_no_memory = false;
	CHECK(!hint());
	policy_sd->shared = NULL;
	sis_hint_init(policy_sd);
	policy_sd->shared = sds;
	CHECK(!hint());
	sis_hint_init(policy_sd);
	CHECK(hint());
	forget_hints();
	/* A second CPU's view of the same domain changes nothing. */
	sis_hint_init(policy_sd);
	CHECK(!hinted(0));
	sis_hint_free(NULL);

	build(0, 8, 8, SD_SHARE_CPUCAPACITY);
	sis_hint_init(policy_sd);
	CHECK(!hint());
}

/* The domain of the machine gets its hint, and the CPUs get the domain. */
static void attach(bool all_hinted)
{
	sis_hint_init(policy_sd);
	policy_attach();
	policy_sd->shared->nr_idle_scan = 10;
	if (!all_hinted)
		forget_hints();
}

static void set_active(unsigned int cpu, bool yes)
{
	if (yes)
		__set_bit(cpu, slice_mask[SLICE_ACTIVE]);
	else
		__clear_bit(cpu, slice_mask[SLICE_ACTIVE]);
}

static void idle(unsigned int cpu)
{
	policy_set(cpu, POLICY_IDLE);
	sis_hint_idle(cpu_rq(cpu));
}

/* How many bits of CPUs are set, and how many of cores */
static unsigned int nr_hinted(bool cores)
{
	unsigned int i, n = 0;

	for (i = 0; i < hint()->nr; i++)
		n += hweight_long(cores ? hint()->word[i].cores : hint()->word[i].cpus);
	return n;
}

static void test_cores(void)
{
	bool smt = IS_ENABLED(CONFIG_SCHED_SMT);
	unsigned int cpu;

	build(0, 64, 4, 0);
	attach(true);
	CHECK_EQ(hint()->cores, smt ? 16 : 64);
	CHECK(core_hinted(0) && core_hinted(4));
	CHECK_EQ(core_hinted(5), !smt);

	/* The first thread of a core is isolated: the next gives it its name. */
	build(1, 63, 4, 0);
	attach(true);
	CHECK_EQ(hint()->cores, smt ? 16 : 63);
	CHECK(core_hinted(1) && !core_hinted(0));
	CHECK_EQ(core_hinted(2), !smt);
	if (!smt)
		return;
	forget_hints();
	for (cpu = 0; cpu < 4; cpu++)
		policy_set(cpu, POLICY_IDLE);
	sis_hint_idle(cpu_rq(3));
	CHECK(core_hinted(1) && nr_hinted(true) == 1);
	/* The isolated thread is part of the core. */
	forget_hints();
	policy_set(0, POLICY_BUSY);
	sis_hint_idle(cpu_rq(3));
	CHECK_EQ(nr_hinted(true), 0);

	/* Siblings half of the CPUs apart: some names are in the other's word, or before it. */
	memset(&m, 0, sizeof(m));
	m.smt = 2;
	m.split = true;
	m.nr_cpus = 256;
	for (cpu = 100; cpu < 256; cpu++)
		m.span[cpu] = true;
	policy_build(&m, 0);
	attach(true);
	CHECK_EQ(hint()->cores, 128);
	CHECK(core_hinted(100) && core_hinted(227) && !core_hinted(228) && !core_hinted(255));
	forget_hints();
	for (cpu = 0; cpu < 256; cpu++)
		policy_set(cpu, POLICY_IDLE);
	sis_hint_idle(cpu_rq(255));
	CHECK(core_hinted(127) && nr_hinted(true) == 1 && nr_hinted(false) == 0);
	sis_hint_idle(cpu_rq(200));
	CHECK(core_hinted(200) && nr_hinted(true) == 2);
	sis_hint_offline(255);
	CHECK(!core_hinted(127) && nr_hinted(true) == 1);
}

static void test_hint_idle(void)
{
	struct sched_domain_shared *sds;
	unsigned long *writes;
	unsigned int smt;

	/* Without SMT, and with it but a sibling busy */
	for (smt = 1; smt <= 2; smt++) {
		build(0, 64, smt, 0);
		attach(false);
		sds = policy_sd->shared;
		slice_schedstats = true;
		writes = &per_cpu(sis_stats, 0).writes;

		/* Off, it does nothing; nor on a CPU that has something to do. */
		policy_features(true, false);
		idle(6);
		CHECK(!hinted(6));
		policy_features(true, true);
		sis_hint_idle(cpu_rq(0));
		policy_set(1, POLICY_PENDING);
		sis_hint_idle(cpu_rq(1));
		CHECK(!hinted(0) && !hinted(1));
		/* Not on its way to offline */
		set_active(6, false);
		sis_hint_idle(cpu_rq(6));
		CHECK(!hinted(6));
		set_active(6, true);
		CHECK_EQ(*writes, 0);

		sis_hint_idle(cpu_rq(6));
		CHECK(hinted(6));
		CHECK_EQ(*writes, 1);
		/* Twice writes nothing. */
		sis_hint_idle(cpu_rq(6));
		CHECK_EQ(*writes, 1);
		CHECK(nr_hinted(false) == 1 && nr_hinted(true) == 0);

		/* Nobody looks while the limit is 0, but without a limit. */
		sds->nr_idle_scan = 0;
		idle(8);
		CHECK(!hinted(8));
		policy_features(false, true);
		sis_hint_idle(cpu_rq(8));
		CHECK(hinted(8));
		policy_features(true, true);
		sds->nr_idle_scan = 1;

		/* All look for the core while there is one; there is none without SMT. */
		sds->has_idle_cores = 1;
		idle(16);
		CHECK_EQ(hinted(16), !policy_smt_active);
		sds->has_idle_cores = 0;
		sis_hint_idle(cpu_rq(16));
		CHECK(hinted(16));

		/* The object may be gone already. */
		per_cpu(sd_llc_shared, 24) = NULL;
		idle(24);
		CHECK(!hinted(24));
	}
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return;

	/* The core alone, also while the limit is 0, and while another is idle */
	build(0, 64, 2, 0);
	attach(false);
	sds = policy_sd->shared;
	sds->nr_idle_scan = 0;
	sds->has_idle_cores = 1;
	idle(6);
	CHECK_EQ(nr_hinted(true), 0);
	idle(7);
	CHECK(core_hinted(6) && nr_hinted(true) == 1 && nr_hinted(false) == 0);
	/* A sibling with nothing to run is idle, be it about to look so or taken away. */
	forget_hints();
	policy_set(6, POLICY_LEAVING);
	sis_hint_idle(cpu_rq(7));
	CHECK(core_hinted(6));
	forget_hints();
	policy_set(6, POLICY_PREEMPTED);
	sis_hint_idle(cpu_rq(7));
	CHECK(core_hinted(6));
	forget_hints();
	policy_set(6, POLICY_PENDING);
	sis_hint_idle(cpu_rq(7));
	CHECK_EQ(nr_hinted(true), 0);

	/* SMT is switched off: there are no cores. */
	build(0, 64, 2, 0);
	attach(false);
	policy_smt_active = false;
	policy_sd->shared->has_idle_cores = 1;
	policy_set(7, POLICY_IDLE);
	idle(6);
	CHECK(hinted(6) && nr_hinted(true) == 0);
}

/* One hint, and one hinted core, of each SIS_CHUNK CPUs, whoever comes first */
static void test_chunk(void)
{
	enum { NO_SMT, THREADS, CORES, NR } kind;
	unsigned int first, cpu, i, n;

	CHECK_EQ(SIS_CHUNK, 8);
	for (first = 0; first < 72; first += 3) {
		for (kind = 0; kind < (IS_ENABLED(CONFIG_SCHED_SMT) ? NR : THREADS); kind++) {
			bool seen[256] = { false };

			build(first, 128, kind == NO_SMT ? 1 : 2, 0);
			attach(false);
			slice_schedstats = true;
			policy_sd->shared->has_idle_cores = kind == CORES;
			for (n = 0, i = 0; i < 128; i++) {
				cpu = first + (i * 37 + 5) % 128;
				if (kind == THREADS && cpu & 1)
					continue;
				/* All of them before, so that the first one tells of the core */
				if (kind == CORES) {
					policy_set(cpu, POLICY_IDLE);
					policy_set(cpu ^ 1, POLICY_IDLE);
				}
				idle(cpu);
				n += !seen[cpu / 8];
				seen[cpu / 8] = true;
			}
			CHECK_EQ(nr_hinted(true), kind == CORES ? n : 0);
			CHECK_EQ(nr_hinted(false), kind == CORES ? 0 : n);
			CHECK_EQ(per_cpu(sis_stats, 0).writes, n);
		}
	}

	/* A bit taken is offered again by the next of its CPUs. */
	build(0, 64, 1, 0);
	attach(false);
	idle(8);
	idle(15);
	CHECK(hinted(8) && !hinted(15));
	sis_hint_offline(8);
	sis_hint_idle(cpu_rq(15));
	CHECK(hinted(15) && nr_hinted(false) == 1);
}

static void test_offline(void)
{
	bool smt = IS_ENABLED(CONFIG_SCHED_SMT);
	unsigned int i;

	build(0, 64, 2, 0);
	attach(true);
	slice_schedstats = true;
	/* The CPU and its core, the rest stays; also while SIS_CORE or SMT is off */
	policy_features(true, false);
	sis_hint_offline(7);
	CHECK(!hinted(7) && hinted(6));
	CHECK_EQ(core_hinted(6), !smt);
	policy_smt_active = false;
	sis_hint_offline(12);
	CHECK(!hinted(12) && hinted(13) && !core_hinted(12));
	CHECK_EQ(per_cpu(sis_stats, 0).writes, 4);
	sis_hint_offline(12);
	CHECK_EQ(per_cpu(sis_stats, 0).writes, 4);
	CHECK_EQ(nr_hinted(false), 62);

	/* Gone, it does not come back. */
	for (i = 0; i < 64; i++)
		sis_hint_offline(i);
	CHECK(nr_hinted(false) == 0 && nr_hinted(true) == 0);
	policy_features(true, true);
	policy_smt_active = smt;
	for (i = 0; i < 64; i++) {
		set_active(i, false);
		idle(i);
	}
	CHECK(nr_hinted(false) == 0 && nr_hinted(true) == 0);
}

static unsigned int attach_at;

/* Domains are taken away or come back at one of the accesses. */
static void reattach(const volatile void *p)
{
	static bool here;

	if (here || --attach_at)
		return;
	here = true;
	sis_hint_attach(7, hinted(8) ? policy_sd : NULL);
	here = false;
}

static void test_attach(void)
{
	static const int cpus[] = { 0, 6, 7 };
	struct sched_domain other = { .span_weight = 2 };
	unsigned int i, at, back;
	struct sis_scan scan;

	build(2, 62, 2, 0);
	attach(true);
	sis_scan_begin(&scan);
	/* A CPU of no domain, then of one without anything shared, without a hint */
	for (i = 0; i < 5; i++) {
		forget_hints();
		policy_set(6, POLICY_IDLE);
		policy_set(7, POLICY_IDLE);
		if (i == 0)
			sis_hint_attach(7, NULL);
		if (i == 1)
			sis_hint_attach(7, &other);
		if (i == 2) {
			struct sched_domain_shared without = { 0 };

			other.shared = &without;
			sis_hint_attach(7, &other);
		}
		/* Of different capacity */
		per_cpu(sd_asym_cpucapacity, 7) = i == 3 ? policy_sd : NULL;
		if (i >= 3)
			sis_hint_attach(7, policy_sd);
		sis_hint_idle(cpu_rq(7));
		CHECK_EQ(nr_hinted(false) + nr_hinted(true), i == 4);
		hint()->word[0].cpus = hint()->word[0].cores = ~0UL;
		scan.end = SIS_END_TARGET;
		CHECK_EQ(sis_claim(7, &scan), 7);
		CHECK_EQ(hinted(7), i != 4);
		CHECK_EQ(core_hinted(IS_ENABLED(CONFIG_SCHED_SMT) ? 6 : 7),
			 i != 4 || !IS_ENABLED(CONFIG_SCHED_SMT));
		hint()->word[0].cpus = hint()->word[0].cores = ~0UL;
		sis_hint_offline(7);
		CHECK_EQ(hinted(7), i != 4);
		CHECK_EQ(core_hinted(IS_ENABLED(CONFIG_SCHED_SMT) ? 6 : 7), i != 4);
	}
	/* CPUs never attached, after their domain's words are gone */
	build(2, 62, 2, 0);
	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		idle(cpus[i]);
		sis_claim(cpus[i], &scan);
		sis_hint_offline(cpus[i]);
	}

	/* At any access of the two */
	for (back = 0; back < 2; back++) {
		for (at = 1; at < 24; at++) {
			build(2, 62, 2, 0);
			attach(true);
			if (back)
				sis_hint_attach(7, NULL);
			hint()->word[0].cpus = 1UL << 7 | (back ? 1UL << 8 : 0);
			hint()->word[0].cores = 0;
			policy_set(6, POLICY_IDLE);
			policy_set(7, POLICY_IDLE);
			policy_race = reattach;
			attach_at = at;
			sis_hint_idle(cpu_rq(7));
			sis_hint_offline(7);
			policy_race = NULL;
			/* Nobody else's bits */
			CHECK_EQ(hint()->word[0].cpus & ~(1UL << 7), back ? 1UL << 8 : 0);
			CHECK_EQ(hint()->word[0].cores & ~(1UL << 6 | 1UL << 7), 0);
		}
	}
}

static void test_claim(void)
{
	bool smt = IS_ENABLED(CONFIG_SCHED_SMT);
	struct sis_scan scan;
	unsigned int end;

	build(0, 64, 2, 0);
	attach(true);
	sis_scan_begin(&scan);
	policy_features(true, false);
	CHECK_EQ(sis_claim(7, &scan), 7);
	CHECK(hinted(7));
	policy_features(true, true);
	scan.hinted = true;
	CHECK_EQ(sis_claim(7, &scan), 7);
	CHECK(hinted(7));
	scan.hinted = false;
	CHECK_EQ(sis_claim(7, &scan), 7);
	CHECK(!hinted(7) && hinted(6));
	CHECK_EQ(core_hinted(6), !smt);
	/* SMT is off, nobody asks for cores. */
	policy_smt_active = false;
	CHECK_EQ(sis_claim(8, &scan), 8);
	CHECK(!hinted(8) && core_hinted(8));

	for (end = 0; end < SIS_NR_ENDS; end++) {
		bool idle = end != SIS_END_KTHREAD && end != SIS_END_NODOMAIN;
		bool none = end == SIS_END_GATE || end == SIS_END_LIMIT || end == SIS_END_SPAN;

		/* It ends at a CPU that is idle, or nothing is taken. */
		build(0, 64, 2, 0);
		attach(true);
		sis_scan_begin(&scan);
		scan.end = end;
		CHECK_EQ(sis_claim(9, &scan), 9);
		CHECK_EQ(scan.end, end);
		CHECK_EQ(hinted(9), !idle || none);
		CHECK_EQ(core_hinted(8), !idle || none || !smt);

		/* What was passed over is better than a busy CPU, not than an idle one. */
		build(0, 64, 2, 0);
		attach(true);
		sis_scan_begin(&scan);
		scan.end = end;
		scan.spare = 21;
		CHECK_EQ(sis_claim(9, &scan), none ? 21 : 9);
		CHECK_EQ(scan.end, none ? SIS_END_FALLBACK : end);
		CHECK_EQ(hinted(9), !idle || none);
		CHECK_EQ(hinted(21), !none);
		CHECK_EQ(core_hinted(20), !none || !smt);
	}
}

static int scan_in(const struct cpumask *cluster, bool has_core, int target, int nr,
		   struct sis_scan *scan)
{
	struct cpumask *cpus = calloc(1, cpumask_size());
	int cpu;

	CHECK(cpus);
	sis_scan_begin(scan);
	cpumask_and(cpus, sched_domain_span(policy_sd), policy_task.cpus_ptr);
	cpu = sis_hint_scan(&policy_task, policy_sd, cluster, cpus, has_core, target, &nr, scan);
	free(cpus);
	return cpu;
}

static int scan_for(bool has_core, int target, int nr, struct sis_scan *scan)
{
	return scan_in(NULL, has_core, target, nr, scan);
}

/* What select_idle_sibling() makes of a search that found nothing else */
static int ended(enum sis_end end, int target, struct sis_scan *scan)
{
	scan->end = end;
	return sis_claim(target, scan);
}

/* From every target of every width all CPUs are found, each once, in order. */
static void test_wrap(void)
{
	static const unsigned int widths[] = { 2, 3, 16, 63, 64, 65, 112, 256 };
	unsigned int i, target, cpu, n, first;
	struct sis_scan scan;

	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		first = i * 7;
		build(first, widths[i], 1, 0);
		for (target = first; target < first + widths[i]; target++) {
			for (cpu = first; cpu < first + widths[i]; cpu++)
				policy_set(cpu, POLICY_IDLE);
			sis_hint_free(policy_sd->shared);
			policy_sd->shared->hint = NULL;
			attach(true);
			for (n = 1; n <= widths[i]; n++) {
				cpu = first + (target - first + n) % widths[i];
				CHECK_EQ(scan_for(false, target, INT_MAX, &scan), cpu);
				CHECK(scan.hinted && scan.looked == 1 && scan.spare < 0);
				CHECK_EQ(scan.end, SIS_END_FOUND);
			}
			CHECK_EQ(scan_for(false, target, INT_MAX, &scan), -1);
			CHECK_EQ(scan.looked, 0);
		}
	}
}

static void test_scan_limit(void)
{
	struct sis_scan scan;
	unsigned int nr;

	for (nr = 1; nr < 70; nr++) {
		build(0, 64, 1, 0);
		attach(true);
		CHECK_EQ(scan_for(false, 0, nr, &scan), -1);
		CHECK_EQ(scan.looked, min(nr - 1, 64U));
		/* Those that were busy have no bit any more, the others do. */
		CHECK_EQ(nr_hinted(false), 64 - min(nr - 1, 64U));
	}
}

/* A bit stays where the CPU has nothing to run, and only there. */
static void test_busy(void)
{
	static const bool stays[POLICY_NR_KINDS] = {
		[POLICY_PREEMPTED] = true, [POLICY_LEAVING] = true,
	};
	enum policy_kind kind;
	struct sis_scan scan;

	for (kind = 0; kind < POLICY_NR_KINDS; kind++) {
		build(0, 16, 2, 0);
		attach(true);
		policy_set(5, kind);
		/* All others come before. */
		CHECK_EQ(scan_for(false, 5, INT_MAX, &scan), stays[kind] ||
			 kind == POLICY_BUSY || kind == POLICY_PENDING ? -1 : 5);
		CHECK_EQ(hinted(5), stays[kind]);
		CHECK(!hinted(4) && !hinted(6));
		if (!IS_ENABLED(CONFIG_SCHED_SMT))
			continue;
		attach(true);
		policy_set(4, POLICY_PREEMPTED);
		hint()->word[0].cores = 1UL << 4;
		CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
		CHECK_EQ(core_hinted(4), stays[kind] || kind == POLICY_IDLE);
	}
}

static int thief_of;

/* Another waker takes the CPU's bit just before this one does; at -1 all CPUs' bits. */
static void steal(int cpu)
{
	struct sis_hint_word *w = &hint()->word[cpu / BITS_PER_LONG - hint()->first];

	if (thief_of < 0 || cpu == thief_of) {
		w->cpus &= ~(1UL << (cpu % BITS_PER_LONG));
		w->cores &= ~(1UL << (cpu % BITS_PER_LONG));
	}
}

/* The same, in the instant before the atomic operation */
static void steal_late(const volatile void *p)
{
	struct sis_hint_word *w = &hint()->word[0];

	if ((p == &w->cpus || p == &w->cores) && ++race_count == thief_of)
		*(unsigned long *)p = 0;
}

static void test_lost(void)
{
	struct sis_scan scan;
	unsigned int i;

	build(0, 16, 1, 0);
	attach(true);
	policy_set(5, POLICY_IDLE);
	policy_set(9, POLICY_IDLE);
	thief_of = 5;
	policy_try = steal;
	CHECK_EQ(scan_for(false, 0, INT_MAX, &scan), 9);
	CHECK_EQ(scan.lost, 1);
	CHECK_EQ(ended(SIS_END_FOUND, 9, &scan), 9);

	/* Lost at any of the accesses, a CPU is taken once or passed, never kept hinted. */
	for (i = 1; i < 12; i++) {
		build(0, 16, 1, 0);
		attach(false);
		hint()->word[0].cpus = 1UL << 5;
		policy_set(5, POLICY_IDLE);
		race_count = 0;
		thief_of = i;
		policy_race = steal_late;
		if (scan_for(false, 0, INT_MAX, &scan) == 5)
			CHECK_EQ(scan.lost, 0);
		else
			CHECK(scan.lost == 1 || scan.looked == 0);
		CHECK(!hinted(5));
	}
	policy_race = NULL;
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return;

	build(0, 16, 2, 0);
	attach(true);
	for (i = 4; i < 8; i++)
		policy_set(i, POLICY_IDLE);
	thief_of = 4;
	policy_try = steal;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), 6);
	CHECK_EQ(scan.lost, 1);
	CHECK_EQ(scan.end, SIS_END_CORE);
}

/* What was passed over goes to the wakee in the end if nothing better is found. */
static void test_spare(void)
{
	struct sis_scan scan;
	unsigned int cpu;

	/* A CPU that somebody is on the way to, and the first of two */
	build(0, 16, 1, 0);
	attach(false);
	hint()->word[0].cpus = 1UL << 5;
	policy_set(5, POLICY_IDLE);
	thief_of = 5;
	policy_try = steal;
	CHECK_EQ(scan_for(false, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.lost, 1);
	CHECK_EQ(scan.spare, 5);
	CHECK_EQ(ended(SIS_END_SPAN, 0, &scan), 5);
	CHECK_EQ(scan.end, SIS_END_FALLBACK);
	hint()->word[0].cpus = 1UL << 5;
	CHECK_EQ(scan_for(false, 0, INT_MAX, &scan), -1);
	CHECK_EQ(ended(SIS_END_FOUND, 3, &scan), 3);
	CHECK_EQ(scan.end, SIS_END_FOUND);
	hint()->word[0].cpus = 1UL << 5 | 1UL << 9;
	policy_set(9, POLICY_IDLE);
	thief_of = -1;
	CHECK_EQ(scan_for(false, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.lost, 2);
	CHECK_EQ(ended(SIS_END_LIMIT, 0, &scan), 5);
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return;

	/* An idle CPU of a core that is not wholly idle: the first of two, its second thread */
	build(0, 16, 2, 0);
	attach(true);
	policy_set(5, POLICY_IDLE);
	policy_set(9, POLICY_IDLE);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, 5);
	CHECK_EQ(scan.lost, 0);
	CHECK_EQ(nr_hinted(true), 0);
	CHECK_EQ(ended(SIS_END_SPAN, 0, &scan), 5);
	CHECK_EQ(scan.end, SIS_END_FALLBACK);
	CHECK(!hinted(5) && hinted(9));

	/* But not one that the wakee may not use, or that is not in the LLC */
	attach(true);
	policy_allow(5, false);
	hint()->word[0].cores = 1UL << 4 | 1UL << 8;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, 9);
	build(1, 15, 2, 0);
	attach(true);
	policy_set(0, POLICY_IDLE);
	CHECK_EQ(scan_for(true, 15, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, -1);
	CHECK_EQ(ended(SIS_END_SPAN, 15, &scan), 15);

	/* One with nothing but SCHED_IDLE tasks is better than none ... */
	build(0, 16, 2, 0);
	attach(true);
	policy_set(9, POLICY_SIDLE);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, 9);
	/* ... as long as it may be used, and its idle sibling may not or is behind. */
	attach(true);
	policy_allow(9, false);
	hint()->word[0].cores = 1UL << 8;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, -1);
	policy_allow(9, true);
	policy_set(8, POLICY_SIDLE);
	policy_set(9, POLICY_IDLE);
	hint()->word[0].cores = 1UL << 8;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, 8);

	/* Of a core that somebody is on the way to, a thread that he did not take */
	build(0, 16, 4, 0);
	attach(true);
	for (cpu = 4; cpu < 8; cpu++)
		policy_set(cpu, POLICY_IDLE);
	thief_of = 4;
	policy_try = steal;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.lost, 1);
	CHECK_EQ(scan.spare, 5);
	CHECK(!scan.spare_lost);
	CHECK_EQ(ended(SIS_END_SPAN, 0, &scan), 5);
	/* ... or that one, if there is no other */
	for (cpu = 5; cpu < 8; cpu++)
		policy_set(cpu, POLICY_BUSY);
	hint()->word[0].cores = 1UL << 4;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK_EQ(scan.spare, 4);
	CHECK(scan.spare_lost);
	policy_try = NULL;

	/* The bit of a core is as good as a look at the siblings. */
	build(0, 16, 2, 0);
	attach(true);
	policy_set(4, POLICY_IDLE);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), 4);
	CHECK_EQ(scan.end, SIS_END_CORE);
	CHECK_EQ(policy_tries[5], 0);

	/* The gate passes over what it looks at, too. */
	build(0, 16, 2, 0);
	attach(true);
	policy_set(3, POLICY_IDLE);
	sis_scan_begin(&scan);
	CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 0, &scan), -1);
	CHECK_EQ(scan.spare, 3);
	CHECK_EQ(scan.end, SIS_END_GATE);
	CHECK_EQ(sis_claim(0, &scan), 3);
	CHECK_EQ(scan.end, SIS_END_FALLBACK);
}

static void test_core_scan(void)
{
	struct cpumask *cluster;
	struct sis_scan scan;
	unsigned int cpu;

	if (!IS_ENABLED(CONFIG_SCHED_SMT)) {
		build(0, 16, 1, 0);
		attach(true);
		policy_set(3, POLICY_IDLE);
		CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
		CHECK_EQ(scan.looked, 0);
		return;
	}
	build(0, 128, 2, 0);
	attach(true);
	for (cpu = 30; cpu < 34; cpu++)
		policy_set(cpu, POLICY_IDLE);
	policy_set(21, POLICY_IDLE);
	/* The whole core before the nearer CPU, and the bits of both */
	CHECK_EQ(scan_for(true, 16, INT_MAX, &scan), 30);
	CHECK_EQ(scan.end, SIS_END_CORE);
	CHECK(scan.hinted);
	CHECK(!hinted(30) && hinted(31) && !core_hinted(30));
	/* The first thread that the wakee may use */
	policy_allow(32, false);
	CHECK_EQ(scan_for(true, 16, INT_MAX, &scan), 33);
	CHECK(hinted(32) && !hinted(33) && !core_hinted(32));
	/* No core is hinted any more, but what is idle is left to the walk, and to the end. */
	CHECK_EQ(scan_for(true, 16, INT_MAX, &scan), -1);
	CHECK_EQ(nr_hinted(true), 0);

	/* A single CPU that is taken takes its core's bit. */
	build(0, 16, 2, 0);
	attach(true);
	policy_set(5, POLICY_IDLE);
	CHECK_EQ(scan_for(false, 0, INT_MAX, &scan), 5);
	CHECK(!core_hinted(4) && core_hinted(6));

	/* A wakee that may not use a core passes it and leaves its bit. */
	build(0, 16, 2, 0);
	attach(true);
	for (cpu = 4; cpu < 8; cpu++)
		policy_set(cpu, POLICY_IDLE);
	policy_allow(4, false);
	policy_allow(5, false);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), 6);
	CHECK_EQ(scan.looked, 2 + 1);
	CHECK(core_hinted(4) && !core_hinted(2));

	/* The cluster goes first; no core is looked at twice. */
	build(0, 16, 2, 0);
	attach(true);
	cluster = calloc(1, cpumask_size());
	CHECK(cluster);
	for (cpu = 8; cpu < 16; cpu++)
		__cpumask_set_cpu(cpu, cluster);
	for (cpu = 2; cpu < 16; cpu++)
		policy_set(cpu, cpu == 14 ? POLICY_PREEMPTED : POLICY_IDLE);
	CHECK_EQ(scan_in(cluster, true, 12, INT_MAX, &scan), 8);
	CHECK_EQ(scan.looked, 2 + 1);
	for (cpu = 8; cpu < 16; cpu++)
		policy_set(cpu, POLICY_PREEMPTED);
	CHECK_EQ(scan_in(cluster, true, 12, INT_MAX, &scan), 2);
	/* 14, 10 and 12, and behind the cluster 0 and 2: all from each first CPU on */
	CHECK_EQ(scan.looked, 3 * 2 + 2 + 1);
	free(cluster);
}

/* Bits outside of the domain, which sis_hint_attach() warns of, are not followed. */
static void test_stray(void)
{
	struct sis_scan scan;
	unsigned int cpu;

	build(4, 8, 2, 0);
	attach(true);
	for (cpu = 0; cpu < 12; cpu++)
		policy_set(cpu, POLICY_IDLE);
	hint()->word[0].cores = ~0UL & ~0xff0UL;
	CHECK_EQ(scan_for(true, 8, INT_MAX, &scan), -1);
	CHECK_EQ(scan.looked, 0);
	sis_scan_begin(&scan);
	CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 8, &scan), -1);
	CHECK_EQ(scan.looked, 0);
	hint()->word[0].cores |= 1UL << 6;
	CHECK_EQ(scan_for(true, 8, INT_MAX, &scan),
		 IS_ENABLED(CONFIG_SCHED_SMT) ? 6 : -1);
}

/* The walk for a core ends with a quarter of the limit, but not before an idle CPU is known. */
static void test_enough(void)
{
	struct sis_scan scan;

	build(0, 16, 2, 0);
	sis_scan_begin(&scan);
	scan.brief = true;
	scan.looked = 100;
	CHECK(!sis_enough(5, &scan));
	scan.limit = 16;
	scan.looked = 4;
	CHECK(sis_enough(5, &scan));
	CHECK(sis_enough(0, &scan));
	CHECK(!sis_enough(-1, &scan));
	scan.spare = 0;
	CHECK(sis_enough(-1, &scan));
	scan.spare_lost = true;
	CHECK(!sis_enough(-1, &scan));
	scan.looked = 3;
	CHECK(!sis_enough(5, &scan));
	scan.looked = 4;
	CHECK(sis_enough(5, &scan));
	scan.brief = false;
	CHECK(!sis_enough(5, &scan));
	scan.brief = true;
	policy_features(true, false);
	CHECK(!sis_enough(5, &scan));
}

/*
 * For a second after a walk that found no idle core, and no longer, the next ones are
 * cut short; until one finds a core that nobody hinted.
 */
static void test_walked(void)
{
	struct sis_scan scan;

	build(0, 16, 2, 0);
	attach(false);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(!scan.brief);
	CHECK_EQ(hint()->walked, slice_jiffies);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(scan.brief);
	slice_jiffies += HZ;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(scan.brief);
	CHECK_EQ(hint()->walked, slice_jiffies - HZ);
	slice_jiffies++;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(!scan.brief);
	CHECK_EQ(hint()->walked, slice_jiffies);

	/* The tick of another CPU came first. */
	slice_jiffies--;
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(scan.brief);
	slice_jiffies++;

	/* A hinted core is nothing new, nor is a CPU of a busy one. */
	scan.hinted = true;
	sis_claim(sis_pick(&scan, SIS_END_CORE, 4), &scan);
	CHECK_EQ(hint()->walked, slice_jiffies);
	scan.hinted = false;
	sis_claim(sis_pick(&scan, SIS_END_FOUND, 4), &scan);
	CHECK_EQ(hint()->walked, slice_jiffies);
	sis_claim(sis_pick(&scan, SIS_END_CORE, 4), &scan);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(!scan.brief);

	/* A wakee of few CPUs has not seen all. */
	sis_claim(sis_pick(&scan, SIS_END_CORE, 4), &scan);
	policy_allow(3, false);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	policy_allow(3, true);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	CHECK(!scan.brief);
}

/* Bits are set for a second after a scan, and not longer. */
static void test_asked(void)
{
	struct sis_scan scan;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		bool core = i && IS_ENABLED(CONFIG_SCHED_SMT);

		build(0, 200, 1 + i, 0);
		attach(false);
		policy_set(150, POLICY_IDLE);
		policy_set(151, POLICY_IDLE);
		sis_hint_idle(cpu_rq(150));
		CHECK(core ? core_hinted(150) : hinted(150));
		attach(false);
		slice_jiffies += HZ;
		sis_hint_idle(cpu_rq(150));
		CHECK(core ? core_hinted(150) : hinted(150));
		attach(false);
		slice_jiffies++;
		sis_hint_idle(cpu_rq(150));
		CHECK(!core_hinted(150) && !hinted(150));

		/* Whoever finds something in the first word has not asked the others. */
		hint()->word[0].cpus = hint()->word[0].cores = 1UL << 4;
		policy_set(4, POLICY_IDLE);
		policy_set(5, POLICY_IDLE);
		CHECK_EQ(scan_for(core, 0, INT_MAX, &scan), 4);
		sis_hint_idle(cpu_rq(150));
		CHECK(!core_hinted(150) && !hinted(150));
		CHECK_EQ(scan_for(core, 0, INT_MAX, &scan), -1);
		CHECK_EQ(hint()->word[150 / BITS_PER_LONG].asked, slice_jiffies);
		sis_hint_idle(cpu_rq(150));
		CHECK(core ? core_hinted(150) : hinted(150));
	}
}

/* Fork and exec take the bits of what they choose. */
static void test_claim_new(void)
{
	build(0, 16, 2, 0);
	attach(true);
	hint()->word[0].cpus = 1UL << 5;
	policy_features(true, false);
	CHECK_EQ(sis_claim_new(5), 5);
	CHECK(hinted(5));
	policy_features(true, true);
	CHECK_EQ(sis_claim_new(5), 5);
	CHECK(!hinted(5));
	CHECK_EQ(core_hinted(4), !IS_ENABLED(CONFIG_SCHED_SMT));
	CHECK_EQ(core_hinted(6), true);
}

static void test_gate(void)
{
	static const struct {
		unsigned int cores, looks;
	} want[] = { { 2, 1 }, { 8, 2 }, { 56, 3 }, { 64, 4 }, { 512, 5 } };
	struct sched_domain_shared *sds;
	struct sis_scan scan;
	unsigned int i, cpu;

	for (i = 0; i < ARRAY_SIZE(want); i++) {
		build(0, want[i].cores * 2, 2, 0);
		attach(true);
		sis_scan_begin(&scan);
		CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 0, &scan), -1);
		CHECK_EQ(scan.looked, IS_ENABLED(CONFIG_SCHED_SMT) ? want[i].looks * 2 : 0);
		CHECK_EQ(scan.end, SIS_END_GATE);
		CHECK_EQ(scan.spare, -1);
	}

	/* The last word that is looked at is as many behind that of the target. */
	for (i = 0; i < 16; i++) {
		build(0, 1024, 2, 0);
		attach(false);
		cpu = (i * BITS_PER_LONG + 6) % 1024;
		policy_set(cpu, POLICY_IDLE);
		policy_set(cpu + 1, POLICY_IDLE);
		hint()->word[cpu / BITS_PER_LONG].cores = 1UL << 6;
		sis_scan_begin(&scan);
		CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 3, &scan),
			 IS_ENABLED(CONFIG_SCHED_SMT) && i <= 5 ? (int)cpu : -1);
	}

	build(0, 16, 2, 0);
	attach(true);
	policy_set(2, POLICY_IDLE);
	policy_set(3, POLICY_IDLE);
	sis_scan_begin(&scan);
	i = sis_hint_gate(&policy_task, policy_sd, 0, &scan);
	CHECK_EQ((int)i, IS_ENABLED(CONFIG_SCHED_SMT) ? 2 : -1);
	CHECK_EQ(scan.end, IS_ENABLED(CONFIG_SCHED_SMT) ? SIS_END_CORE : SIS_END_GATE);
	CHECK_EQ(hinted(2), !IS_ENABLED(CONFIG_SCHED_SMT));
	/* Isolated with its sibling allowed: it may not be used, and its bit stays. */
	build(0, 15, 2, 0);
	attach(true);
	policy_set(14, POLICY_IDLE);
	policy_set(15, POLICY_IDLE);
	policy_allow(14, false);
	sis_scan_begin(&scan);
	CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 12, &scan), -1);
	CHECK_EQ(scan.lost, 0);
	CHECK_EQ(scan.spare, -1);
	CHECK(core_hinted(14));

	/* Neither a hint nor anything shared */
	build(0, 16, 2, 0);
	CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 0, &scan), -1);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	sds = policy_sd->shared;
	policy_sd->shared = NULL;
	CHECK_EQ(sis_hint_gate(&policy_task, policy_sd, 0, &scan), -1);
	CHECK_EQ(scan_for(true, 0, INT_MAX, &scan), -1);
	policy_sd->shared = sds;
}

/* --- What is told ----------------------------------------------------------------------- */

static void test_scan_end(void)
{
	const struct sis_stats *st;
	struct sis_scan scan;
	char text[256];

	build(0, 16, 1, 0);
	st = &per_cpu(sis_stats, 0);
	slice_event_sis_select_nr = 0;
	sis_scan_begin(&scan);
	CHECK_EQ(scan.start, 0);
	scan.looked = 3;
	scan.lost = 1;
	CHECK_EQ(sis_pick(&scan, SIS_END_FOUND, 4), 4);
	CHECK_EQ(sis_scan_end(&policy_task, 1, 2, 4, &scan), 4);
	CHECK_EQ(slice_event_sis_select_nr, 0);
	CHECK_EQ(st->end[SIS_END_FOUND], 0);

	slice_schedstats = true;
	CHECK_EQ(sis_scan_end(&policy_task, 1, 2, 4, &scan), 4);
	CHECK_EQ(st->end[SIS_END_FOUND], 1);
	CHECK_EQ(st->looked, 3);
	CHECK_EQ(st->lost, 1);
	CHECK_EQ(st->hinted, 0);
	scan.hinted = true;
	sis_scan_end(&policy_task, 1, 2, 4, &scan);
	CHECK_EQ(st->hinted, 1);

	/* The event may come on in the middle of a search. */
	slice_schedstats = false;
	slice_trace_on = true;
	sis_scan_end(&policy_task, 1, 2, 4, &scan);
	CHECK_EQ(slice_event_sis_select_nr, 1);
	CHECK_EQ(slice_event_sis_select.ns, 0);
	sis_scan_begin(&scan);
	policy_clock += 77;
	sis_scan_end(&policy_task, 1, 2, 5, &scan);
	CHECK_EQ(slice_event_sis_select.ns, 77);
	CHECK_EQ(slice_event_sis_select.cpu, 5);
	CHECK_EQ(slice_event_sis_select.looked, 0);
	trace_sis_select_text(text, sizeof(text));
	CHECK(strstr(text, "end=target ns=77"));
	slice_event_sis_limit.curve = SIS_CURVE_LINEAR;
	trace_sis_limit_text(text, sizeof(text));
	CHECK(strstr(text, "curve=linear"));
}

/* --- The reservation -------------------------------------------------------------------- */

static void test_sleep_average(void)
{
	unsigned int cap = 500000, avg = 0, i;

	CHECK_EQ(sis_sleep_average(0, 0, cap), 1);
	CHECK_EQ(sis_sleep_average(0, 100, cap), 100);
	CHECK_EQ(sis_sleep_average(0, cap, cap), 0);
	CHECK_EQ(sis_sleep_average(1000, cap, cap), 500);
	CHECK_EQ(sis_sleep_average(1000, ULLONG_MAX, cap), 500);
	CHECK_EQ(sis_sleep_average(1000, 0, 0), 500);
	for (i = 0; i < 100; i++) {
		unsigned int next = sis_sleep_average(avg, 4000, cap);

		CHECK_LE(avg, next);
		CHECK_LE(next, 4000);
		avg = next;
	}
	CHECK_LE(3900, avg);
}

static void test_deadline(void)
{
	static const unsigned int at[] = { 0, 1, INT_MAX, 1U << 31, UINT_MAX - 3, UINT_MAX };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(at); i++) {
		CHECK(sis_stamp_ahead(at[i] + 1, at[i], 10));
		CHECK(sis_stamp_ahead(at[i] + 10, at[i], 10));
		CHECK(!sis_stamp_ahead(at[i] + 11, at[i], 10));
		CHECK(!sis_stamp_ahead(at[i], at[i], 10));
		CHECK(!sis_stamp_ahead(at[i] - 1, at[i], 10));
		CHECK(!sis_stamp_ahead(at[i] + INT_MAX, at[i], 10));
	}
	CHECK_EQ(sis_stamp(1ULL << 42), 0);
}

static void build_cache(unsigned int smt)
{
	unsigned int cpu;

	build(0, 16, smt, 0);
	policy_features(true, false);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CACHE;
	slice_schedstats = true;
	for (cpu = 0; cpu < 16; cpu++) {
		per_cpu(sis_reservation, cpu) = (struct sis_reservation){};
		per_cpu(sis_patience, cpu) = (struct sis_patience){};
	}
}

/* A task that is known to sleep 100 us at a time */
static void sleeper(struct task_struct *p)
{
	memset(p, 0, sizeof(*p));
	p->cpus_ptr = policy_task.cpus_ptr;
	p->nr_cpus_allowed = policy_task.nr_cpus_allowed;
	p->sis.sleep_avg = 100 * NSEC_PER_USEC;
}

static void go_to_sleep(unsigned int cpu, struct task_struct *p)
{
	struct rq *rq = &per_cpu(runqueues, cpu);

	policy_set(cpu, POLICY_BUSY);
	slice_this_cpu = cpu;
	rq->clock = policy_clock;
	sis_reserve_sleep(rq, p, DEQUEUE_SLEEP);
	policy_set(cpu, POLICY_IDLE);
}

static void wake_up(unsigned int cpu, struct task_struct *p)
{
	struct rq *rq = &per_cpu(runqueues, cpu);

	slice_this_cpu = cpu;
	rq->clock = policy_clock;
	policy_set(cpu, POLICY_BUSY);
	sis_reserve_enqueue(rq, p, ENQUEUE_WAKEUP);
}

static struct task_struct *owner_of(unsigned int cpu)
{
	return per_cpu(sis_reservation, cpu).owner;
}

static unsigned long ended_as(enum sis_reserve_end end)
{
	unsigned long sum = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < 16; cpu++)
		sum += per_cpu(sis_stats, cpu).reserve_end[end];
	return sum;
}

/* Who reserves, for how long, and each way in which a reservation ends */
static void test_reserve(void)
{
	struct task_struct a, b;
	struct sis_scan scan;

	build_cache(1);
	sleeper(&a);
	sleeper(&b);

	/* Not while the feature is off, by a task that dies, or that is preempted. */
	policy_features(true, false);
	go_to_sleep(3, &a);
	wake_up(3, &a);
	CHECK(!owner_of(3) && !a.sis.slept && a.sis.sleep_avg == 100 * NSEC_PER_USEC);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CACHE;
	a.flags = PF_EXITING;
	go_to_sleep(3, &a);
	CHECK(!owner_of(3));
	a.flags = 0;
	policy_set(3, POLICY_BUSY);
	sis_reserve_sleep(cpu_rq(3), &a, 0);
	CHECK(!owner_of(3));
	/* Nor by one that is not known to sleep briefly, or with others there. */
	a.sis.sleep_avg = 0;
	go_to_sleep(3, &a);
	CHECK(!owner_of(3));
	a.sis.sleep_avg = sis_reserve_cap();
	go_to_sleep(3, &a);
	CHECK(!owner_of(3));
	sleeper(&a);
	policy_set(3, POLICY_BUSY);
	per_cpu(runqueues, 3).nr_running = 2;
	sis_reserve_sleep(cpu_rq(3), &a, DEQUEUE_SLEEP);
	CHECK(!owner_of(3));

	/* Honoured */
	go_to_sleep(3, &a);
	CHECK(owner_of(3) == &a && a.sis.reserved == 4);
	sis_scan_begin(&scan);
	CHECK(sis_reserved(3, &b, &scan) && !sis_reserved(3, &a, &scan));
	CHECK(!sis_reserved(4, &b, &scan));
	policy_clock += 150 * NSEC_PER_USEC;
	sis_scan_begin(&scan);
	CHECK(sis_reserved(3, &b, &scan));
	wake_up(3, &a);
	CHECK(!owner_of(3) && !a.sis.reserved && !a.sis.slept);
	CHECK_EQ(ended_as(SIS_RESERVE_HONOURED), 1);
	CHECK(a.sis.sleep_avg > 100 * NSEC_PER_USEC);

	/* A long sleep: expired, for searches and in the counters; the average halves. */
	sleeper(&a);
	go_to_sleep(3, &a);
	policy_clock += 600 * NSEC_PER_USEC;
	sis_scan_begin(&scan);
	CHECK(!sis_reserved(3, &b, &scan));
	wake_up(3, &a);
	CHECK_EQ(ended_as(SIS_RESERVE_EXPIRED), 1);
	CHECK_EQ(a.sis.sleep_avg, 50 * NSEC_PER_USEC);

	/* Somebody else runs there: another task, another class, or it goes offline. */
	go_to_sleep(3, &a);
	wake_up(3, &b);
	CHECK(!owner_of(3));
	CHECK_EQ(ended_as(SIS_RESERVE_BROKEN), 1);
	go_to_sleep(3, &a);
	sis_reserve_run(cpu_rq(3));
	CHECK(owner_of(3) == &a);
	policy_set(3, POLICY_BUSY);
	sis_reserve_run(cpu_rq(3));
	CHECK(!owner_of(3));
	go_to_sleep(3, &a);
	sis_reserve_offline(3);
	sis_reserve_offline(3);
	CHECK(!owner_of(3));
	CHECK_EQ(ended_as(SIS_RESERVE_BROKEN), 3);

	/* Placed elsewhere */
	sleeper(&a);
	go_to_sleep(3, &a);
	sis_reserve_migrate(&a);
	CHECK(!owner_of(3) && !a.sis.reserved);
	CHECK_EQ(a.sis.sleep_avg, 50 * NSEC_PER_USEC);
	CHECK_EQ(ended_as(SIS_RESERVE_ELSEWHERE), 1);
	sis_reserve_migrate(&a);
	CHECK_EQ(ended_as(SIS_RESERVE_ELSEWHERE), 1);

	/* A task_struct that is used again is not the owner, though it looks like it. */
	sleeper(&a);
	go_to_sleep(3, &a);
	sleeper(&a);
	sis_scan_begin(&scan);
	CHECK(sis_reserved(3, &a, &scan));
	wake_up(3, &a);
	CHECK(!owner_of(3));
	CHECK_EQ(ended_as(SIS_RESERVE_BROKEN), 4);

	/* Somebody else's by now is left alone. */
	sleeper(&a);
	go_to_sleep(3, &a);
	go_to_sleep(3, &b);
	sis_reserve_migrate(&a);
	CHECK(owner_of(3) == &b);
	/* Clocks that are apart: it slept by one that is ahead. */
	policy_clock -= 50 * NSEC_PER_USEC;
	wake_up(3, &b);
	CHECK(!owner_of(3) && b.sis.sleep_avg > 0);
}

/* An order among idle CPUs, and no more */
static void test_prefer(void)
{
	struct task_struct a[8], b;
	struct sis_scan scan;
	unsigned int cpu;

	build_cache(1);
	sleeper(&b);
	for (cpu = 0; cpu < 8; cpu++) {
		sleeper(&a[cpu]);
		go_to_sleep(cpu, &a[cpu]);
		policy_set(cpu + 8, POLICY_IDLE);
	}

	sis_scan_begin(&scan);
	CHECK_EQ(sis_prefer(-1, &b, &scan), -1);
	CHECK_EQ(sis_prefer(9, &b, &scan), 9);
	CHECK_EQ(sis_prefer(2, &a[2], &scan), 2);
	CHECK_EQ(scan.skips, 0);
	CHECK_EQ(sis_prefer(2, &b, &scan), -1);
	CHECK_EQ(sis_prefer(2, &b, &scan), -1);
	CHECK_EQ(scan.skips, 1);
	CHECK_EQ(sis_prefer(9, &b, &scan), 9);
	/* After so many the first of them, which is what it would be without. */
	for (cpu = 3; cpu < 6; cpu++)
		CHECK_EQ(sis_prefer(cpu, &b, &scan), -1);
	CHECK_EQ(sis_prefer(6, &b, &scan), 2);
	CHECK_EQ(scan.skips, SIS_SKIPS);
	/* No more than half of the limit */
	for (cpu = 0; cpu < 4; cpu++) {
		sis_scan_begin(&scan);
		scan.limit = cpu;
		CHECK_EQ(sis_prefer(2, &b, &scan), cpu < 2 ? 2 : -1);
		CHECK_EQ(sis_prefer(3, &b, &scan), cpu < 2 ? 3 : 2);
	}

	/* However it ends, an idle one is not given up, unless it is idle no more. */
	sis_scan_begin(&scan);
	scan.end = SIS_END_LIMIT;
	CHECK_EQ(sis_passed_over(12, &b, &scan), 12);
	CHECK_EQ(sis_prefer(2, &b, &scan), -1);
	CHECK_EQ(sis_passed_over(12, &b, &scan), 2);
	CHECK_EQ(scan.end, SIS_END_FALLBACK);
	scan.end = SIS_END_LIMIT;
	policy_set(2, POLICY_BUSY);
	CHECK_EQ(sis_passed_over(12, &b, &scan), 12);
	CHECK_EQ(scan.end, SIS_END_LIMIT);
	/* What the hint has passed over, unless somebody is on the way to it */
	scan.spare = 9;
	CHECK_EQ(sis_passed_over(12, &b, &scan), 9);
	scan.end = SIS_END_LIMIT;
	scan.spare_lost = true;
	CHECK_EQ(sis_passed_over(12, &b, &scan), 12);

	/* Nothing is asked while the feature is off. */
	policy_features(true, false);
	sis_scan_begin(&scan);
	CHECK_EQ(sis_prefer(4, &b, &scan), 4);
	scan.passed = 4;
	CHECK_EQ(sis_passed_over(12, &b, &scan), 12);
}

static int look(int cpu, struct task_struct *p, struct sis_scan *scan)
{
	scan->looked++;
	return sis_prefer(cpu, p, scan);
}

/* One search that comes to kept CPUs, and to a free one last if there is any */
static bool passes_over(struct task_struct *p, int free)
{
	struct sis_scan scan;
	int cpu, pick = -1;

	sis_scan_begin(&scan);
	scan.end = SIS_END_SPAN;
	for (cpu = 0; pick < 0 && cpu < 3; cpu++)
		pick = look(cpu, p, &scan);
	if (pick < 0)
		pick = look(free, p, &scan);
	CHECK(pick >= 0 || scan.skips == 3);
	if (pick >= 0)
		sis_pick(&scan, SIS_END_FOUND, pick);
	else
		pick = sis_passed_over(15, p, &scan);
	CHECK_EQ(pick, scan.skips && free >= 0 ? free : 0);
	sis_reserve_end(pick, &scan);
	return scan.skips;
}

static unsigned int rests(struct task_struct *p)
{
	unsigned int nr;

	for (nr = 0; !passes_over(p, -1); nr++)
		CHECK(nr < 1000);
	return nr;
}

/* If it is in vain again and again, it is done less and less, and never given up. */
static void test_patience(void)
{
	struct task_struct a[5], b;
	struct sis_scan scan;
	unsigned int cpu, i;

	build_cache(1);
	sleeper(&b);
	for (cpu = 0; cpu < ARRAY_SIZE(a); cpu++) {
		sleeper(&a[cpu]);
		go_to_sleep(cpu, &a[cpu]);
	}
	policy_set(9, POLICY_IDLE);
	slice_this_cpu = 12;
	for (i = 0; i < SIS_VAIN; i++)
		CHECK_EQ(rests(&b), 0);
	for (i = SIS_VAIN; i < 3 * SIS_VAIN_MAX; i++)
		CHECK_EQ(rests(&b), min(i / SIS_VAIN * SIS_VAIN, SIS_VAIN_MAX));
	/* Each CPU has its own experience. */
	slice_this_cpu = 13;
	CHECK_EQ(rests(&b), 0);
	/* To be allowed none is no experience, nor is a search that meets none. */
	slice_this_cpu = 12;
	for (i = 0; i < SIS_VAIN_MAX; i++) {
		CHECK(!passes_over(&b, -1));
		sis_scan_begin(&scan);
		CHECK_EQ(sis_prefer(9, &b, &scan), 9);
		scan.limit = 1;
		CHECK_EQ(sis_prefer(2, &b, &scan), 2);
	}
	/* The next one tries again, and finds a better one: that is enough. */
	CHECK(passes_over(&b, 9));
	for (i = 0; i < SIS_VAIN; i++)
		CHECK_EQ(rests(&b), 0);
	CHECK_EQ(rests(&b), SIS_VAIN);
	/* As many passed over as may be, and then another: in vain as well */
	per_cpu(sis_patience, 12) = (struct sis_patience){ .vain = SIS_VAIN - 1 };
	sis_scan_begin(&scan);
	for (cpu = 0; cpu < SIS_SKIPS; cpu++)
		CHECK_EQ(look(cpu, &b, &scan), -1);
	sis_pick(&scan, SIS_END_FOUND, look(4, &b, &scan));
	sis_reserve_end(0, &scan);
	CHECK_EQ(per_cpu(sis_patience, 12).rest, SIS_VAIN);
	CHECK_EQ(per_cpu(sis_patience, 12).vain, SIS_VAIN);
	/* A search that is hasty remains so, and costs one rest. */
	sis_scan_begin(&scan);
	for (cpu = 0; cpu < 3; cpu++)
		CHECK_EQ(look(cpu, &b, &scan), (int)cpu);
	CHECK_EQ(per_cpu(sis_patience, 12).rest, SIS_VAIN - 1);
	/* What is asked last of all is nothing that could have been in vain. */
	per_cpu(sis_patience, 12) = (struct sis_patience){ .vain = SIS_VAIN - 1 };
	sis_scan_begin(&scan);
	CHECK_EQ(look(2, &b, &scan), -1);
	sis_pick(&scan, SIS_END_FALLBACK, 2);
	sis_reserve_end(2, &scan);
	CHECK_EQ(per_cpu(sis_patience, 12).vain, SIS_VAIN - 1);
	/* A busy CPU in the end, or another idle one */
	scan.looked++;
	sis_pick(&scan, SIS_END_LIMIT, 15);
	sis_reserve_end(15, &scan);
	CHECK_EQ(per_cpu(sis_patience, 12).vain, SIS_VAIN);
	sis_pick(&scan, SIS_END_FALLBACK, 9);
	sis_reserve_end(9, &scan);
	CHECK_EQ(per_cpu(sis_patience, 12).vain + per_cpu(sis_patience, 12).rest, 0);
}

static void test_prefer_core(void)
{
	struct task_struct a, c, b;
	struct sis_scan scan;
	int idle = -1;

	build_cache(2);
	sleeper(&a);
	sleeper(&b);
	sleeper(&c);
	go_to_sleep(4, &a);
	policy_set(5, POLICY_IDLE);
	sis_scan_begin(&scan);
	CHECK_EQ(sis_prefer_core(8, &b, &idle, &scan), 8);
	CHECK_EQ(sis_prefer_core(4, &a, &idle, &scan), 4);
	CHECK_EQ(idle, -1);
	CHECK_EQ(sis_prefer_core(4, &b, &idle, &scan), -1);
	/* Its sibling will do, if that is free. */
	CHECK_EQ(idle, IS_ENABLED(CONFIG_SCHED_SMT) ? 5 : -1);
	/* Rather than an idle one of a core that is not wholly idle, somebody on its way or not */
	idle = 9;
	sis_scan_begin(&scan);
	CHECK_EQ(sis_prefer_core(4, &b, &idle, &scan), -1);
	CHECK_EQ(idle, IS_ENABLED(CONFIG_SCHED_SMT) ? 5 : 9);
	sis_scan_begin(&scan);
	scan.spare = 9;
	scan.spare_lost = true;
	CHECK_EQ(sis_prefer_core(4, &b, &scan.spare, &scan), -1);
	CHECK_EQ(scan.spare_lost, !IS_ENABLED(CONFIG_SCHED_SMT));
	go_to_sleep(5, &c);
	idle = 5;
	sis_scan_begin(&scan);
	CHECK_EQ(sis_prefer_core(4, &b, &idle, &scan), -1);
	CHECK_EQ(idle, IS_ENABLED(CONFIG_SCHED_SMT) ? -1 : 5);
	policy_features(true, false);
	CHECK_EQ(sis_prefer_core(4, &b, &idle, &scan), 4);
}

/* The hint passes over what is kept, and leaves it its bit. */
static void test_kept(void)
{
	struct task_struct a, b;
	struct sis_scan scan;

	build_cache(1);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CORE;
	sis_hint_init(policy_sd);
	policy_attach();
	forget_hints();
	sleeper(&a);
	sleeper(&b);
	go_to_sleep(4, &a);
	hint()->word[0].cpus = BIT(4);
	CHECK_EQ(scan_for(false, 0, 17, &scan), -1);
	CHECK(hinted(4) && scan.passed == 4);
	policy_set(6, POLICY_IDLE);
	hint()->word[0].cpus = BIT(4) | BIT(6);
	CHECK_EQ(scan_for(false, 0, 17, &scan), 6);
	CHECK(hinted(4) && !hinted(6));
	/* With all in the hand kept, the first of them, and its bit is taken. */
	go_to_sleep(6, &b);
	hint()->word[0].cpus = BIT(4) | BIT(6);
	policy_sd->shared->nr_idle_scan = 2;
	sis_scan_begin(&scan);
	CHECK_EQ(scan_for(false, 0, 3, &scan), -1);
	CHECK_EQ(sis_passed_over(0, &policy_task, &scan), 4);
	/* No more than half of the limit is passed over; then the first of them it is. */
	scan.limit = 2;
	scan.skips = 1;
	scan.passed = 4;
	CHECK_EQ(sis_prefer(6, &policy_task, &scan), 4);

	/* A core, and then one whose CPU is kept */
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return;
	build_cache(2);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CORE;
	slice_schedstats = false;
	sis_hint_init(policy_sd);
	policy_attach();
	forget_hints();
	go_to_sleep(4, &a);
	policy_set(5, POLICY_IDLE);
	hint()->word[0].cores = BIT(4);
	CHECK_EQ(scan_for(true, 0, 17, &scan), -1);
	CHECK(core_hinted(4));
	CHECK_EQ(scan.passed, 4);
	CHECK_EQ(scan.spare, 5);
	/* The free thread of the core is as good, and leaves the owner its CPU. */
	scan.end = SIS_END_SPAN;
	CHECK_EQ(sis_passed_over(0, &policy_task, &scan), 5);
	policy_set(8, POLICY_IDLE);
	policy_set(9, POLICY_IDLE);
	hint()->word[0].cores = BIT(4) | BIT(8);
	CHECK_EQ(scan_for(true, 0, 17, &scan), 8);
	CHECK(core_hinted(4) && !core_hinted(8));
	wake_up(4, &a);
	CHECK(!owner_of(4));
}

/* With one in hand that is kept, a search looks at few others. */
static void test_settled(void)
{
	struct task_struct a;
	struct sis_scan scan;
	unsigned int cpu;

	build_cache(1);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CORE;
	sis_hint_init(policy_sd);
	policy_attach();
	sleeper(&a);
	go_to_sleep(4, &a);
	for (cpu = 0; cpu <= 2 * SIS_SKIPS + 1; cpu++) {
		sis_scan_begin(&scan);
		scan.looked = 3;
		scan.limit = cpu;
		if (cpu == 2 * SIS_SKIPS + 1)
			scan.limit = SIS_NO_LIMIT;
		CHECK(!sis_settled(&scan));
		if (cpu < 2)
			continue;
		CHECK_EQ(sis_prefer(4, &policy_task, &scan), -1);
		scan.looked += min(cpu / 2, SIS_SKIPS) - 1;
		CHECK(!sis_settled(&scan));
		scan.looked++;
		CHECK(sis_settled(&scan));
	}
	slice_features &= ~(1UL << __SCHED_FEAT_SIS_CACHE);
	CHECK(!sis_settled(&scan));

	/* The idle one is the fifth after it, or the fourth. */
	slice_features |= 1UL << __SCHED_FEAT_SIS_CACHE;
	policy_set(9, POLICY_IDLE);
	hint()->word[0].cpus = ~0UL;
	CHECK_EQ(scan_for(false, 3, INT_MAX, &scan), -1);
	CHECK_EQ(scan.looked, 1 + SIS_SKIPS);
	CHECK_EQ(scan.passed, 4);
	policy_set(8, POLICY_IDLE);
	hint()->word[0].cpus = ~0UL;
	CHECK_EQ(scan_for(false, 3, INT_MAX, &scan), 8);

	/* The same with cores: of each that is busy one is looked at. */
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return;
	build_cache(2);
	slice_features |= 1UL << __SCHED_FEAT_SIS_CORE;
	sis_hint_init(policy_sd);
	policy_attach();
	go_to_sleep(2, &a);
	policy_set(3, POLICY_IDLE);
	policy_set(12, POLICY_IDLE);
	policy_set(13, POLICY_IDLE);
	CHECK_EQ(scan_for(true, 1, INT_MAX, &scan), -1);
	CHECK_EQ(scan.passed, 2);
	CHECK(core_hinted(12));
	hint()->word[0].cores = ~0UL;
	policy_set(10, POLICY_IDLE);
	policy_set(11, POLICY_IDLE);
	CHECK_EQ(scan_for(true, 1, INT_MAX, &scan), 10);
}

/* --- The hand-off ----------------------------------------------------------------------- */

static void test_run_average(void)
{
	unsigned int avg, i;

	CHECK_EQ(sis_run_average(0, 0), 1);
	CHECK_EQ(sis_run_average(0, 700), 700);
	CHECK_EQ(sis_run_average(0, UINT_MAX), UINT_MAX);
	CHECK_EQ(sis_run_average(8000, 0), 7000);
	CHECK_EQ(sis_run_average(1, 1), 1);
	CHECK_LE(sis_run_average(UINT_MAX, UINT_MAX), UINT_MAX);
	for (avg = 1, i = 0; i < 100; i++) {
		unsigned int next = sis_run_average(avg, 80000);

		CHECK_LE(avg, next);
		CHECK_LE(next, 80000);
		avg = next;
	}
	CHECK_LE(79000, avg);

	CHECK(sis_run_short(16000, 16000, 16) && sis_run_short(1, 1, 16));
	CHECK(!sis_run_short(16001, 1, 16) && !sis_run_short(1, 16001, 16));
	CHECK(!sis_run_short(0, 1, 16) && !sis_run_short(1, 0, 16));
	CHECK(!sis_run_short(1, 1, 0));
	CHECK(sis_run_short(1000000000, 1000000000, SIS_SHORT_US_MAX));
	CHECK(!sis_run_short(1000000001, 1, SIS_SHORT_US_MAX));
}

/* What a task has run, noted as it falls asleep */
static void test_run(void)
{
	struct task_struct a = {}, *saved;
	struct rq *rq;

	build(0, 4, 1, 0);
	rq = cpu_rq(0);
	a.se.sum_exec_runtime = 5000;
	/* Off, no sleep, and gone for good: nothing is noted. */
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	slice_features |= 1UL << __SCHED_FEAT_SIS_SHORT;
	sis_handoff_sleep(rq, &a, 0);
	a.flags = PF_EXITING;
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK(!a.sis.run_start);
	a.flags = 0;

	/* The first time tells where the next run begins. */
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK_EQ(a.sis.run_start, 5000);
	CHECK(!a.sis.run_avg && !a.sis.run_last);
	a.se.sum_exec_runtime = 13000;
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK_EQ(a.sis.run_last, 8000);
	CHECK_EQ(a.sis.run_avg, 8000);

	/* The one that runs has not been accounted since; no clock goes back. */
	saved = slice_current;
	slice_current = &a;
	a.se.exec_start = policy_clock - 16000;
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK_EQ(a.sis.run_last, 16000);
	CHECK_EQ(a.sis.run_avg, 9000);
	CHECK_EQ(a.sis.run_start, 29000);
	a.se.sum_exec_runtime = 29000;
	a.se.exec_start = policy_clock + 16000;
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK_EQ(a.sis.run_last, 1);
	CHECK_EQ(a.sis.run_start, 29000);
	/* A run that is longer than can be kept is the longest. */
	a.se.sum_exec_runtime = 1ULL << 40;
	sis_handoff_sleep(rq, &a, DEQUEUE_SLEEP);
	CHECK_EQ(a.sis.run_last, UINT_MAX);
	slice_current = saved;
}

static struct task_struct partner;

/* A pair that has run for as long as is short, in an LLC that is busy: one hand-off */
static void pair(unsigned int smt, struct sis_scan *scan)
{
	build(0, 16, smt, 0);
	slice_features |= 1UL << __SCHED_FEAT_SIS_SHORT;
	slice_schedstats = true;
	slice_in_task = true;
	policy_sd->shared->limit_stamp = slice_jiffies;
	policy_sd->shared->nr_idle_scan = SIS_SHORT_LIMIT;
	memset(&partner, 0, sizeof(partner));
	partner.prio = policy_task.prio = 120;
	partner.last_wakee = &policy_task;
	policy_task.last_wakee = &partner;
	policy_task.wakee_flips = 0;
	partner.sis.run_avg = partner.sis.run_last = sis_short_us * NSEC_PER_USEC;
	policy_task.sis.run_avg = policy_task.sis.run_last = sis_short_us * NSEC_PER_USEC;
#ifdef CONFIG_SCHED_CORE
	policy_task.core_cookie = 0;
#endif
	slice_this_cpu = 3;
	slice_current = &partner;
	sis_scan_begin(scan);
}

static bool hand(struct sis_scan *scan)
{
	return sis_handoff(&policy_task, policy_sd, false, true, scan);
}

/* @why is what is counted, and one search more that is not handed over. */
static void refused(enum sis_refusal why, bool got)
{
	unsigned int i;

	CHECK(!got);
	for (i = 0; i < SIS_NR_REFUSALS; i++)
		CHECK_EQ(per_cpu(sis_stats, 3).refused[i], i == why);
}

/* All that a hand-off asks for, each alone not as it has to be */
static void test_handoff(void)
{
	struct task_struct *saved = slice_current;
	struct sched_domain_shared *sds;
	struct task_struct stranger = {};
	struct sis_scan scan;
	unsigned int i;

	pair(2, &scan);
	CHECK(hand(&scan));
	pair(1, &scan);
	CHECK(hand(&scan));
	for (i = 0; i < SIS_NR_REFUSALS; i++)
		CHECK_EQ(per_cpu(sis_stats, 3).refused[i], 0);

	pair(1, &scan);
	slice_in_task = false;
	refused(SIS_REFUSED_CONTEXT, hand(&scan));
	pair(1, &scan);
	partner.flags = PF_KTHREAD;
	refused(SIS_REFUSED_CONTEXT, hand(&scan));
	pair(1, &scan);
	partner.prio = MAX_RT_PRIO - 1;
	refused(SIS_REFUSED_CONTEXT, hand(&scan));
	partner.prio = MAX_RT_PRIO;
	CHECK(hand(&scan));

	pair(1, &scan);
	policy_task.last_wakee = NULL;
	refused(SIS_REFUSED_PAIR, hand(&scan));
	pair(1, &scan);
	policy_task.last_wakee = &stranger;
	refused(SIS_REFUSED_PAIR, hand(&scan));
	pair(1, &scan);
	partner.wakee_flips = 1;
	refused(SIS_REFUSED_PAIR, hand(&scan));
	pair(1, &scan);
	policy_task.wakee_flips = 1;
	refused(SIS_REFUSED_PAIR, hand(&scan));

	pair(1, &scan);
	policy_task.sis.run_last++;
	refused(SIS_REFUSED_LONG, hand(&scan));
	pair(1, &scan);
	partner.sis.run_avg++;
	refused(SIS_REFUSED_LONG, hand(&scan));
	pair(1, &scan);
	partner.sis.run_avg = 0;
	refused(SIS_REFUSED_LONG, hand(&scan));

	pair(1, &scan);
	cpu_rq(3)->nr_running = 2;
	refused(SIS_REFUSED_QUEUED, hand(&scan));
	pair(1, &scan);
	cpu_rq(3)->ttwu_pending = 1;
	refused(SIS_REFUSED_QUEUED, hand(&scan));

	/* Something is known to be idle, or a core is likely to be found. */
	pair(1, &scan);
	refused(SIS_REFUSED_IDLE, sis_handoff(&policy_task, policy_sd, true, true, &scan));
	pair(2, &scan);
	scan.passed = 6;
	refused(SIS_REFUSED_IDLE, hand(&scan));
	pair(1, &scan);
	policy_sd->shared->nr_idle_scan = SIS_SHORT_LIMIT + 1;
	refused(SIS_REFUSED_IDLE, hand(&scan));
	pair(1, &scan);
	slice_features &= ~(1UL << __SCHED_FEAT_SIS_UTIL);
	refused(SIS_REFUSED_IDLE, hand(&scan));
	pair(1, &scan);
	sds = policy_sd->shared;
	policy_sd->shared = NULL;
	refused(SIS_REFUSED_IDLE, hand(&scan));
	policy_sd->shared = sds;
	/* With SMT active it is said whether there is a core, whatever the limit. */
	if (IS_ENABLED(CONFIG_SCHED_SMT)) {
		pair(2, &scan);
		policy_sd->shared->nr_idle_scan = 8;
		CHECK(hand(&scan));
	}

#ifdef CONFIG_SCHED_CORE
	pair(1, &scan);
	policy_task.core_cookie = 1;
	refused(SIS_REFUSED_COOKIE, hand(&scan));
	partner.core_cookie = 1;
	CHECK(hand(&scan));
#endif

	pair(1, &scan);
	refused(SIS_REFUSED_CAPACITY,
		sis_handoff(&policy_task, policy_sd, false, false, &scan));

	pair(1, &scan);
	policy_allow(3, false);
	refused(SIS_REFUSED_ALLOWED, hand(&scan));
	pair(1, &scan);
	set_active(3, false);
	refused(SIS_REFUSED_ALLOWED, hand(&scan));
	pair(1, &scan);
	__cpumask_clear_cpu(3, (struct cpumask *)sched_domain_span(policy_sd));
	refused(SIS_REFUSED_ALLOWED, hand(&scan));

	/* Nothing is counted while schedstats are off. */
	pair(1, &scan);
	slice_schedstats = false;
	policy_allow(3, false);
	CHECK(!hand(&scan));
	CHECK_EQ(per_cpu(sis_stats, 3).refused[SIS_REFUSED_ALLOWED], 0);
	slice_current = saved;
	slice_in_task = true;
}

/* The files that hold microseconds, up to a second */
static void test_us_files(void)
{
	static const struct {
		const char *path;
		unsigned int *value;
	} file[] = {
		{ "sched/sis/reserve_us", &sis_reserve_us },
		{ "sched/sis/short_us", &sis_short_us },
	};
	static const char *const bad[] = { "", "x", "-1", "1000001", "1e3", "16 17" };
	unsigned int i, j, saved;
	char text[32];

	for (i = 0; i < ARRAY_SIZE(file); i++) {
		saved = *file[i].value;
		CHECK(saved);
		CHECK(debugfs_file(file[i].path, NULL, text, sizeof(text)) > 0);
		CHECK_EQ(strtoul(text, NULL, 10), saved);
		CHECK_EQ(debugfs_file(file[i].path, "1000000\n", NULL, 0), 8);
		CHECK_EQ(*file[i].value, 1000000);
		for (j = 0; j < ARRAY_SIZE(bad); j++)
			CHECK_EQ(debugfs_file(file[i].path, bad[j], NULL, 0), -EINVAL);
		CHECK_EQ(*file[i].value, 1000000);
		CHECK_EQ(debugfs_file(file[i].path, "0", NULL, 0), 1);
		CHECK_EQ(*file[i].value, 0);
		*file[i].value = saved;
	}
}

static void test_curve_file(void)
{
	static const char *const bad[] = {
		"", "nothing", "adaptiv", "adaptive2", "a name that is far too long",
	};
	char text[256];
	unsigned int i;

	build(0, 64, 1, 0);
	CHECK(debugfs_file("sched/sis/curve", NULL, text, sizeof(text)) > 0);
	CHECK(!strncmp(text, "overload linear quadratic [adaptive]\n", 37));
	policy_sd->shared->limit_stamp = slice_jiffies;
	CHECK_EQ(debugfs_file("sched/sis/curve", "linear\n", NULL, 0), 7);
	CHECK_EQ(sis_curve, SIS_CURVE_LINEAR);
	/* No limit of the other curve outlives that. */
	CHECK(slice_jiffies - policy_sd->shared->limit_stamp > 64);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		CHECK(debugfs_file("sched/sis/curve", bad[i], NULL, 0) < 0);
	CHECK(debugfs_write("sched/sis/curve", "linear\0x", 8) < 0);
	policy_fault = true;
	CHECK_EQ(debugfs_file("sched/sis/curve", "linear", NULL, 0), -EFAULT);
	policy_fault = false;
	CHECK_EQ(sis_curve, SIS_CURVE_LINEAR);
	CHECK_EQ(debugfs_file("sched/sis/curve", "adaptive", NULL, 0), 8);
	CHECK_EQ(sis_curve, SIS_CURVE_ADAPTIVE);
}

static void test_stats_file(void)
{
	static char text[1 << 16];
	unsigned int cpu, lines = 0, col = 0;
	const char *p;
	long len;

	build(0, 4, 1, 0);
	for (cpu = 0; cpu < 4; cpu++) {
		struct sis_stats *st = &per_cpu(sis_stats, cpu);
		unsigned int i;

		st->looked = 1;
		st->refreshed = 2;
		st->hinted = 3;
		st->lost = 4;
		st->writes = 5;
		st->skips = 6;
		st->reserved = 7;
		for (i = 0; i < SIS_NR_RESERVE_ENDS; i++)
			st->reserve_end[i] = 8 + i;
		for (i = 0; i < SIS_NR_REFUSALS; i++)
			st->refused[i] = 8 + SIS_NR_RESERVE_ENDS + i;
		for (i = 0; i < SIS_NR_ENDS; i++)
			st->end[i] = 8 + SIS_NR_RESERVE_ENDS + SIS_NR_REFUSALS + i;
	}
	len = debugfs_file("sched/sis/stats", NULL, text, sizeof(text));
	CHECK(len > 0 && len < (long)sizeof(text));
	text[len] = 0;
	CHECK(!strncmp(text, "cpu looked refreshed hinted lost writes skips reserved ", 55));
	for (p = text; *p; p++)
		lines += *p == '\n';
	CHECK_EQ(lines, 6);
	p = strstr(text, "\nall ");
	CHECK(p);
	for (p += 5; *p; col++) {
		char *end;

		CHECK_EQ(strtoul(p, &end, 10), 4 * (col + 1));
		p = end + (*end == ' ' || *end == '\n');
	}
	CHECK_EQ(col, 7 + SIS_NR_RESERVE_ENDS + SIS_NR_REFUSALS + SIS_NR_ENDS);
	/* It is read only. */
	CHECK(debugfs_file("sched/sis/stats", "0", NULL, 0) < 0);
}

/* --- Random ----------------------------------------------------------------------------- */

static void test_random(void)
{
	static u8 bytes[512];
	unsigned int i, n;

	for (run = 0; run < runs; run++) {
		rng_seed(seed, run);
		n = 32 + rng() % 256;
		for (i = 0; i < n; i++)
			bytes[i] = rng() >> 32;
		/* Most strings are cheap ones of the limit. */
		bytes[0] = run % 16 ? 1 : 0;
		policy_run(bytes, n);
	}
}

static const struct {
	const char *name;
	void (*fn)(void);
} tests[] = {
	{ "table", test_table },
	{ "extreme", test_extreme },
	{ "monotone", test_monotone },
	{ "max_age", test_max_age },
	{ "limit_init", test_limit_init },
	{ "restricted", test_restricted },
	{ "update", test_update },
	{ "refresh", test_refresh },
	{ "limit_races", test_limit_races },
	{ "expire", test_expire },
	{ "hint_init", test_hint_init },
	{ "cores", test_cores },
	{ "hint_idle", test_hint_idle },
	{ "chunk", test_chunk },
	{ "offline", test_offline },
	{ "attach", test_attach },
	{ "claim", test_claim },
	{ "wrap", test_wrap },
	{ "scan_limit", test_scan_limit },
	{ "busy", test_busy },
	{ "lost", test_lost },
	{ "spare", test_spare },
	{ "core_scan", test_core_scan },
	{ "stray", test_stray },
	{ "enough", test_enough },
	{ "asked", test_asked },
	{ "walked", test_walked },
	{ "claim_new", test_claim_new },
	{ "gate", test_gate },
	{ "scan_end", test_scan_end },
	{ "sleep_average", test_sleep_average },
	{ "deadline", test_deadline },
	{ "reserve", test_reserve },
	{ "prefer", test_prefer },
	{ "patience", test_patience },
	{ "prefer_core", test_prefer_core },
	{ "kept", test_kept },
	{ "settled", test_settled },
	{ "run_average", test_run_average },
	{ "run", test_run },
	{ "handoff", test_handoff },
	{ "us_files", test_us_files },
	{ "curve_file", test_curve_file },
	{ "stats_file", test_stats_file },
	{ "random", test_random },
};

static const char usage_text[] =
"Usage: sis_policy_test [-n RUNS] [-s SEED] [-t TEST]\n"
"\n"
"Test kernel/sched/sis/ as it is.  RUNS and SEED are of the random strings.\n";

int main(int argc, char **argv)
{
	const char *only = NULL;
	unsigned int i, n = 0;
	int opt;

	while ((opt = getopt(argc, argv, "n:s:t:h")) != -1) {
		switch (opt) {
		case 'n':
			runs = strtoull(optarg, NULL, 0);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 't':
			only = optarg;
			break;
		default:
			fputs(usage_text, opt == 'h' ? stdout : stderr);
			return opt == 'h' ? 0 : 2;
		}
	}
	policy_context = context;
	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		if (only && strcmp(only, tests[i].name))
			continue;
		current_test = tests[i].name;
		tests[i].fn();
		n++;
	}
	if (!n) {
		fprintf(stderr, "sis_policy_test: error: no test '%s'\n", only);
		return 2;
	}
	printf("%u tests, %llu random strings, seed %llu\n", n, runs, seed);
	return 0;
}
