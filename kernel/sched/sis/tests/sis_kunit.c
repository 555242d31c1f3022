// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit tests of what can be tested of kernel/sched/sis/ without a wakeup. The
 * tables are shared with the tests in user space, tools/testing/sched.
 */
#include <kunit/test.h>

#include "../compat.h"
#include "../handoff.h"
#include "../hint.h"
#include "../limit.h"
#include "../reserve.h"
#include "limit_cases.h"

/* A case for each row of a table; 5.10 has no parameters, there one case takes them all. */
#ifdef KUNIT_CASE_PARAM
# define SIS_ROWS(name, table, describe)					\
	KUNIT_ARRAY_PARAM(name, table, describe)				\
	static void name(struct kunit *test)					\
	{									\
		name##_row(test, test->param_value);				\
	}
# define SIS_CASE_ROWS(name)	KUNIT_CASE_PARAM(name, name##_gen_params)
#else
# define KUNIT_PARAM_DESC_SIZE	128
# define SIS_ROWS(name, table, describe)					\
	static void name(struct kunit *test)					\
	{									\
		char desc[KUNIT_PARAM_DESC_SIZE];				\
		int i;								\
										\
		for (i = 0; i < ARRAY_SIZE(table); i++) {			\
			describe((table) + i, desc);				\
			kunit_info(test, "%s", desc);				\
			name##_row(test, (table) + i);				\
		}								\
	}
# define SIS_CASE_ROWS(name)	KUNIT_CASE(name)
#endif

static const unsigned int sis_pcts[] = { 0, 50, 100, 101, 110, 117, 125, 200, 10000, UINT_MAX };

static const enum sis_curve sis_curves[] = {
	SIS_CURVE_OVERLOAD, SIS_CURVE_LINEAR, SIS_CURVE_QUADRATIC, SIS_CURVE_ADAPTIVE,
};

/* Around where a stamp begins anew */
static const unsigned int sis_stamps[] = {
	0, 1, INT_MAX, (unsigned int)INT_MAX + 1, UINT_MAX - 100, UINT_MAX,
};

static void sis_case_name(const struct sis_limit_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "curve %d, %u CPUs", c->curve, c->span);
}

static void sis_curve_name(const enum sis_curve *curve, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "curve %d", *curve);
}

static void sis_stamp_name(const unsigned int *stamp, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "at %u", *stamp);
}

static void sis_limit_table_row(struct kunit *test, const struct sis_limit_case *c)
{
	unsigned int limit;
	unsigned long util;
	int i;

	for (i = 0; i < SIS_CASE_PERCENTS; i++) {
		util = sis_case_util(c->span, sis_case_percent[i]);
		limit = sis_limit_compute(c->curve, c->span, util, c->span * 1024UL, 117);
		KUNIT_EXPECT_EQ_MSG(test, limit, c->limit[i], "at %u %%", sis_case_percent[i]);
	}
}

SIS_ROWS(sis_limit_table, sis_limit_cases, sis_case_name)

/* More load never allows more, and no load more than the span. */
static void sis_limit_monotone_row(struct kunit *test, const enum sis_curve *curve)
{
	unsigned int i, j, span, now, last;
	unsigned long util;

	for (i = 0; i < ARRAY_SIZE(sis_case_spans); i++) {
		for (j = 0; j < ARRAY_SIZE(sis_pcts); j++) {
			span = sis_case_spans[i];
			last = span;
			for (util = 0; util <= span * 1200UL; util += 1 + span * 3) {
				now = sis_limit_compute(*curve, span, util, span * 1024UL,
							sis_pcts[j]);
				KUNIT_EXPECT_LE(test, now, last);
				last = now;
			}
		}
	}
}

SIS_ROWS(sis_limit_monotone, sis_curves, sis_curve_name)

/* No value overflows into a limit. */
static void sis_limit_extreme_row(struct kunit *test, const enum sis_curve *curve)
{
	static const unsigned long values[] = { 0, 1, 1023, 1024, INT_MAX, UINT_MAX, ULONG_MAX };
	unsigned int i, j, k, limit;

	KUNIT_EXPECT_EQ(test, sis_limit_compute(*curve, 0, 1, 1, 117), 0U);
	for (i = 0; i < ARRAY_SIZE(values); i++) {
		for (j = 0; j < ARRAY_SIZE(values); j++) {
			for (k = 0; k < ARRAY_SIZE(sis_pcts); k++) {
				limit = sis_limit_compute(*curve, 112, values[i], values[j],
							  sis_pcts[k]);
				KUNIT_EXPECT_LE(test, limit, 112U);
			}
		}
	}
	/* All there is of load against no capacity is an overload. */
	limit = sis_limit_compute(*curve, 112, ULONG_MAX, 0, 117);
	KUNIT_EXPECT_EQ(test, limit, *curve == SIS_CURVE_LINEAR ? 4U : 0U);
}

SIS_ROWS(sis_limit_extreme, sis_curves, sis_curve_name)

/* The rules of the adaptive curve that its table rows could keep by chance */
static void sis_limit_adaptive(struct kunit *test)
{
	unsigned int span, limit;

	for (span = 1; span <= 64; span++) {
		unsigned long cap = span * 1024UL;

		/* The last utilization that does not count as overload */
		limit = sis_limit_compute(SIS_CURVE_ADAPTIVE, span, (cap * 100 - 1) / 117, cap,
					  117);
		if (span <= 16)
			KUNIT_EXPECT_EQ(test, limit, span);
		limit = sis_limit_compute(SIS_CURVE_ADAPTIVE, span, cap, cap, 117);
		if (span <= 32) {
			KUNIT_EXPECT_GE(test, limit, 1U);
			KUNIT_EXPECT_LE(test, limit, 2U);
		} else {
			KUNIT_EXPECT_EQ(test, limit, 0U);
		}
	}
}

/* A new domain: the whole span, to be computed by the first search; all hinted */
static void sis_new_domain(struct kunit *test)
{
	struct sched_domain_shared *sds = kunit_kzalloc(test, sizeof(*sds), GFP_KERNEL);
	struct sched_domain *sd;
	unsigned int cpus = 0, i;

	sd = kunit_kzalloc(test, sizeof(*sd) + cpumask_size(), GFP_KERNEL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, sds);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, sd);
	cpumask_copy((struct cpumask *)sched_domain_span(sd), cpu_possible_mask);
	sd->span_weight = cpumask_weight(cpu_possible_mask);

	/* A domain that shares nothing is left alone. */
	sis_limit_init(sd);
	sis_hint_init(sd);

	sd->shared = sds;
	sis_limit_init(sd);
	sis_hint_init(sd);
	KUNIT_EXPECT_EQ(test, (unsigned int)sds->nr_idle_scan, sd->span_weight);
	KUNIT_EXPECT_GT(test, jiffies - sds->limit_stamp, sis_limit_max_age(sd->span_weight));
	if (sd->span_weight < 2) {
		KUNIT_EXPECT_TRUE(test, !sds->hint);
		return;
	}
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, sds->hint);
	for (i = 0; i < sds->hint->nr; i++) {
		KUNIT_EXPECT_TRUE(test, IS_ALIGNED((unsigned long)&sds->hint->word[i],
						   SMP_CACHE_BYTES));
		cpus += hweight_long(sds->hint->word[i].cpus);
	}
	KUNIT_EXPECT_EQ(test, cpus, sd->span_weight);
	KUNIT_EXPECT_GE(test, sds->hint->cores, 1U);
	KUNIT_EXPECT_LE(test, sds->hint->cores, sd->span_weight);
	sis_hint_free(sds);
	sis_hint_free(NULL);
}

/* A deadline is ahead from the moment it is set until it has passed, and never after. */
static void sis_reserve_deadline_row(struct kunit *test, const unsigned int *stamp)
{
	unsigned int now = *stamp, until = now + 100, most = 200;

	KUNIT_EXPECT_TRUE(test, sis_stamp_ahead(until, now, most));
	KUNIT_EXPECT_TRUE(test, sis_stamp_ahead(until, now + 99, most));
	KUNIT_EXPECT_FALSE(test, sis_stamp_ahead(until, now + 100, most));
	KUNIT_EXPECT_FALSE(test, sis_stamp_ahead(until, now + 101, most));
	/* The clock of who asks is behind, by a little or by too much. */
	KUNIT_EXPECT_TRUE(test, sis_stamp_ahead(until, now - 100, most));
	KUNIT_EXPECT_FALSE(test, sis_stamp_ahead(until, now - 101, most));
	/* Left over from long ago */
	KUNIT_EXPECT_FALSE(test, sis_stamp_ahead(until, now + INT_MAX, most));
	KUNIT_EXPECT_FALSE(test, sis_stamp_ahead(until, now - INT_MAX, most));
}

SIS_ROWS(sis_reserve_deadline, sis_stamps, sis_stamp_name)

/* 2^42 ns are where the stamp begins anew. */
static void sis_reserve_stamp(struct kunit *test)
{
	unsigned int before = sis_stamp((1ULL << 42) - 100000);

	KUNIT_EXPECT_EQ(test, sis_stamp(1ULL << 42), 0U);
	KUNIT_EXPECT_TRUE(test, sis_stamp_ahead(sis_stamp((1ULL << 42) + 100000), before, 1000));
}

static void sis_reserve_average(struct kunit *test)
{
	unsigned int cap = 500000, avg = 0, last, i;

	/* The first short sleep is all that is known, and it is known that there was one. */
	KUNIT_EXPECT_EQ(test, sis_sleep_average(0, 100000, cap), 100000U);
	KUNIT_EXPECT_EQ(test, sis_sleep_average(0, 0, cap), 1U);
	KUNIT_EXPECT_EQ(test, sis_sleep_average(1, 0, cap), 1U);
	/* A long one tells nothing about the short ones, but that they are fewer. */
	KUNIT_EXPECT_EQ(test, sis_sleep_average(0, cap, cap), 0U);
	KUNIT_EXPECT_EQ(test, sis_sleep_average(100000, cap, cap), 50000U);
	KUNIT_EXPECT_EQ(test, sis_sleep_average(100000, U64_MAX, cap), 50000U);
	KUNIT_EXPECT_EQ(test, sis_sleep_average(1, cap, cap), 0U);
	/* With a cap of 0 there are none but long ones. */
	KUNIT_EXPECT_EQ(test, sis_sleep_average(100000, 0, 0), 50000U);

	/* It approaches what is slept, from both sides, and stays below the cap. */
	for (i = 0; i < 100; i++) {
		last = avg;
		avg = sis_sleep_average(avg, cap - 1, cap);
		KUNIT_EXPECT_GE(test, avg + 8, last);
		KUNIT_EXPECT_LT(test, avg, cap);
	}
	KUNIT_EXPECT_GT(test, avg, cap - 100);
	for (i = 0; i < 100; i++) {
		last = avg;
		avg = sis_sleep_average(avg, 1000, cap);
		KUNIT_EXPECT_LE(test, avg, last);
	}
	KUNIT_EXPECT_LT(test, avg, 1100U);
	KUNIT_EXPECT_GE(test, avg, 900U);
	/* The largest cap that can be set overflows nothing. */
	cap = SIS_RESERVE_US_MAX * (unsigned int)NSEC_PER_USEC;
	KUNIT_EXPECT_EQ(test, sis_sleep_average(cap - 1, cap - 1, cap) / 8, (cap - 1) / 8);
}

/* Nothing known is long, and both the average and the last run have to be short. */
static void sis_handoff_short(struct kunit *test)
{
	unsigned int us = SIS_SHORT_US, most = us * 1000, avg, i;

	KUNIT_EXPECT_FALSE(test, sis_run_short(0, 0, us));
	KUNIT_EXPECT_FALSE(test, sis_run_short(0, 1, us));
	KUNIT_EXPECT_FALSE(test, sis_run_short(1, 0, us));
	KUNIT_EXPECT_TRUE(test, sis_run_short(1, 1, us));
	KUNIT_EXPECT_TRUE(test, sis_run_short(most, most, us));
	KUNIT_EXPECT_FALSE(test, sis_run_short(most + 1, most, us));
	KUNIT_EXPECT_FALSE(test, sis_run_short(most, most + 1, us));
	KUNIT_EXPECT_FALSE(test, sis_run_short(1, 1, 0));
	KUNIT_EXPECT_FALSE(test, sis_run_short(UINT_MAX, UINT_MAX, SIS_SHORT_US_MAX));
	KUNIT_EXPECT_TRUE(test, sis_run_short(1000000000, 1000000000, SIS_SHORT_US_MAX));

	KUNIT_EXPECT_EQ(test, sis_run_average(0, 5000), 5000U);
	KUNIT_EXPECT_EQ(test, sis_run_average(0, 0), 1U);
	KUNIT_EXPECT_EQ(test, sis_run_average(1, 0), 1U);
	KUNIT_EXPECT_EQ(test, sis_run_average(8000, 16000), 9000U);
	KUNIT_EXPECT_EQ(test, sis_run_average(UINT_MAX, UINT_MAX) / 8, UINT_MAX / 8);
	/* After one run of a second it takes some of a microsecond to be short again. */
	avg = sis_run_average(1000, 1000000000);
	for (i = 0; !sis_run_short(avg, 1000, us); i++)
		avg = sis_run_average(avg, 1000);
	KUNIT_EXPECT_GT(test, i, 30U);
	KUNIT_EXPECT_LT(test, i, 100U);
}

static struct kunit_case sis_cases[] = {
	SIS_CASE_ROWS(sis_limit_table),
	SIS_CASE_ROWS(sis_limit_monotone),
	SIS_CASE_ROWS(sis_limit_extreme),
	KUNIT_CASE(sis_limit_adaptive),
	KUNIT_CASE(sis_new_domain),
	SIS_CASE_ROWS(sis_reserve_deadline),
	KUNIT_CASE(sis_reserve_stamp),
	KUNIT_CASE(sis_reserve_average),
	KUNIT_CASE(sis_handoff_short),
	{}
};

static struct kunit_suite sis_suite = {
	.name = "sched_sis",
	.test_cases = sis_cases,
};

kunit_test_suite(sis_suite);
