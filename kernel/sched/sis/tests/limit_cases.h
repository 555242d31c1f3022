/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the scan limit is for a given utilization: tables for the KUnit tests and
 * for those in user space (tools/testing/sched).
 */
#ifndef _KERNEL_SCHED_SIS_TESTS_LIMIT_CASES_H
#define _KERNEL_SCHED_SIS_TESTS_LIMIT_CASES_H

#include "../limit.h"

/* Spans at and around what could go wrong: words of a bitmap, rules of a curve */
static const unsigned int sis_case_spans[] = {
	1, 2, 3, 4, 8, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 112, 128, 192, 256, 512,
	1024, 8192,
};

/* The limit at these utilizations, in percent of w CPUs of full capacity */
static const unsigned int sis_case_percent[] = {
	0, 5, 10, 25, 40, 50, 60, 70, 75, 80, 83, 85, 86,
};

#define SIS_CASE_PERCENTS	13

struct sis_limit_case {
	enum sis_curve	curve;
	unsigned int	span;
	unsigned int	limit[SIS_CASE_PERCENTS];
};

/*
 * For an imbalance_pct of 117. The quadratic rows are mainline's limit, computed
 * when that was merged, and not by this code.
 */
static const struct sis_limit_case sis_limit_cases[] = {
	{ SIS_CURVE_QUADRATIC, 1, { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 2, { 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 4, { 4, 3, 3, 3, 3, 2, 2, 1, 0, 0, 0, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 8, { 8, 7, 7, 7, 6, 5, 4, 2, 1, 1, 0, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 16, { 16, 15, 15, 14, 12, 10, 8, 5, 3, 2, 0, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 24, { 24, 23, 23, 21, 18, 15, 12, 7, 5, 3, 1, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 64, { 64, 63, 63, 58, 50, 42, 32, 21, 14, 8, 3, 0, 0 } },
	{ SIS_CURVE_QUADRATIC, 112, { 112, 111, 110, 102, 87, 73, 56, 37, 25, 14, 6, 1, 0 } },
	{ SIS_CURVE_QUADRATIC, 192, { 192, 191, 189, 175, 150, 126, 97, 63, 44, 24, 11, 2, 0 } },
	{ SIS_CURVE_QUADRATIC, 512,
	  { 512, 510, 505, 468, 400, 337, 260, 169, 118, 64, 30, 6, 0 } },
	{ SIS_CURVE_QUADRATIC, 1024,
	  { 1024, 1021, 1011, 937, 801, 674, 521, 339, 236, 128, 61, 13, 0 } },

	{ SIS_CURVE_OVERLOAD, 16, { 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0 } },
	{ SIS_CURVE_OVERLOAD, 112,
	  { 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 0 } },

	{ SIS_CURVE_LINEAR, 2, { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 } },
	{ SIS_CURVE_LINEAR, 16, { 16, 15, 14, 10, 7, 4, 4, 4, 4, 4, 4, 4, 4 } },
	{ SIS_CURVE_LINEAR, 112, { 112, 102, 91, 58, 26, 4, 4, 4, 4, 4, 4, 4, 4 } },

	{ SIS_CURVE_ADAPTIVE, 1, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
	{ SIS_CURVE_ADAPTIVE, 4, { 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1 } },
	{ SIS_CURVE_ADAPTIVE, 8, { 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 1 } },
	{ SIS_CURVE_ADAPTIVE, 16, { 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 2 } },
	{ SIS_CURVE_ADAPTIVE, 24, { 24, 24, 24, 24, 24, 24, 24, 19, 11, 4, 2, 2, 2 } },
	{ SIS_CURVE_ADAPTIVE, 64, { 64, 64, 64, 64, 64, 49, 34, 19, 11, 4, 0, 0, 0 } },
	{ SIS_CURVE_ADAPTIVE, 112, { 112, 112, 109, 86, 64, 49, 34, 19, 11, 4, 0, 0, 0 } },
	{ SIS_CURVE_ADAPTIVE, 1024, { 124, 116, 109, 86, 64, 49, 34, 19, 11, 4, 0, 0, 0 } },
};

/* Sum of utilization at @percent of @span CPUs, rounded up to leave no doubt */
static inline unsigned long sis_case_util(unsigned int span, unsigned int percent)
{
	return (span * 1024UL * percent + 99) / 100;
}

#endif /* _KERNEL_SCHED_SIS_TESTS_LIMIT_CASES_H */
