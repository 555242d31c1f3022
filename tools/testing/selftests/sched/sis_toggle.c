// SPDX-License-Identifier: GPL-2.0
/*
 * The switches of the search for an idle CPU are flipped as fast as they can be
 * while tasks wake each other: nothing is lost, and all comes to an end. What
 * the kernel may have to say about it is for who reads its log.
 *
 * SIS_TOGGLE_SECONDS in the environment says how long, 60 by default.
 *
 * A feature is a static branch: the kernel's code is written while other CPUs run
 * it. QEMU before 8.1 may keep what it made of the old code when it emulates each
 * CPU by a thread of its own. A guest then dies of a breakpoint that is not there
 * any more, or hangs, whatever the feature; "-accel tcg,thread=single" helps.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#include <signal.h>

#define MAX_PAIRS	8

static const char * const features[] = { "SIS_UTIL", "SIS_CORE", "SIS_CACHE", "SIS_SHORT" };

static unsigned int seconds(void)
{
	const char *text = getenv("SIS_TOGGLE_SECONDS");
	int value = text ? atoi(text) : 60;

	return value > 0 ? value : 1;
}

/**
 * struct toggle - what the processes of this test share
 * @stop: all of them are to end
 * @flips: settings written
 * @failed: writes refused
 * @w: the wakees of the pairs
 * @wakeups: by pair
 * @lost: a wakee of a pair never ran
 */
struct toggle {
	int			stop;
	unsigned long		flips;
	unsigned long		failed;
	struct sis_wakee	w[MAX_PAIRS];
	unsigned long		wakeups[MAX_PAIRS];
	int			lost[MAX_PAIRS];
};

FIXTURE(toggle) {
	struct toggle	*t;
	pid_t		wakers[MAX_PAIRS];
	int		pairs;
	pid_t		flippers[2];
	pid_t		hackbench;
};

FIXTURE_SETUP(toggle)
{
	if (!sis_present())
		SKIP(return, "this kernel has no sched/sis in debugfs, or no sis events");
	self->t = sis_share(sizeof(*self->t));
	ASSERT_NE(NULL, self->t);
}

FIXTURE_TEARDOWN(toggle)
{
	size_t f;
	int i;

	for (i = 0; i < 2; i++) {
		if (self->flippers[i] > 0)
			sis_reap(&self->flippers[i], 1);
	}
	if (self->hackbench > 0)
		sis_reap(&self->hackbench, 1);
	for (i = 0; i < self->pairs; i++) {
		if (self->wakers[i] > 0)
			sis_reap(&self->wakers[i], 1);
		if (self->t->w[i].pid > 0)
			sis_reap(&self->t->w[i].pid, 1);
	}
	for (f = 0; f < ARRAY_SIZE(features); f++) {
		if (sis_feature(features[f]) >= 0)
			sis_set_feature(features[f], !strcmp(features[f], "SIS_UTIL"));
	}
	sis_write(SIS_CURVE, "adaptive");
}

static void waker(struct toggle *t, int nr)
{
	while (!__atomic_load_n(&t->stop, __ATOMIC_RELAXED)) {
		if (sis_wakee_wake(&t->w[nr])) {
			t->lost[nr] = 1;
			_exit(1);
		}
		t->wakeups[nr]++;
	}
	_exit(0);
}

static void flip_feature(struct toggle *t)
{
	unsigned int i = 0, n, bit;

	/*
	 * Count in Gray code: one flip at a time, and each is seen with the others
	 * every way.
	 */
	while (!__atomic_load_n(&t->stop, __ATOMIC_RELAXED)) {
		i++;
		bit = __builtin_ctz(i);
		n = bit % ARRAY_SIZE(features);
		if (sis_feature(features[n]) < 0)
			continue;
		if (sis_set_feature(features[n], (i ^ i >> 1) >> bit & 1))
			__atomic_fetch_add(&t->failed, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&t->flips, 1, __ATOMIC_RELAXED);
	}
	_exit(0);
}

static void flip_curve(struct toggle *t)
{
	static const char * const curves[] = { "overload", "linear", "quadratic", "adaptive" };
	unsigned int i = 0;

	while (!__atomic_load_n(&t->stop, __ATOMIC_RELAXED)) {
		if (sis_write(SIS_CURVE, curves[i++ % ARRAY_SIZE(curves)]))
			__atomic_fetch_add(&t->failed, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&t->flips, 1, __ATOMIC_RELAXED);
	}
	_exit(0);
}

/* One small group again and again; its end is the number of runs, at most 200 */
static void hackbench(struct toggle *t)
{
	int runs = 0, status;
	pid_t pid;

	while (!__atomic_load_n(&t->stop, __ATOMIC_RELAXED)) {
		pid = sis_fork("hackbench");
		if (!pid) {
			if (!freopen("/dev/null", "w", stdout))
				_exit(1);
			execlp("hackbench", "hackbench", "-g", "1", "-f", "4", "-l", "50", NULL);
			_exit(1);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			_exit(255);
		runs += runs < 200;
	}
	_exit(runs);
}

/* Wait for a child to end, but not for ever. Its status, or -1. */
static int ended(pid_t pid)
{
	int i, status;

	for (i = 0; i < SIS_LOST * 10; i++) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		sis_nap(100);
	}

	return -1;
}

TEST_F_TIMEOUT(toggle, under_load_is_harmless, 3600)
{
	unsigned long before[MAX_PAIRS], wakeups = 0, flips;
	int i, status, cpus = sis_nr_cpus(), slices = 3, slice;
	struct toggle *t = self->t;
	char now[SIS_TEXT];

	self->pairs = cpus / 4 < 1 ? 1 : cpus / 4 > MAX_PAIRS ? MAX_PAIRS : cpus / 4;
	for (i = 0; i < self->pairs; i++) {
		ASSERT_EQ(0, sis_wakee_start(&t->w[i], SIS_WAKEE));
		self->wakers[i] = sis_fork("sis_waker");
		if (!self->wakers[i])
			waker(t, i);
		ASSERT_GT(self->wakers[i], 0);
	}
	if (sis_have_program("hackbench")) {
		self->hackbench = sis_fork("sis_hackbench");
		if (!self->hackbench)
			hackbench(t);
	} else {
		TH_LOG("no hackbench in PATH, pairs alone are the load");
	}
	self->flippers[0] = sis_fork("sis_flip");
	if (!self->flippers[0])
		flip_feature(t);
	self->flippers[1] = sis_fork("sis_flip");
	if (!self->flippers[1])
		flip_curve(t);
	ASSERT_TRUE(self->flippers[0] > 0 && self->flippers[1] > 0);

	/* In each third of the time, all must go on. */
	for (slice = 0; slice < slices; slice++) {
		for (i = 0; i < self->pairs; i++)
			before[i] = t->wakeups[i];
		flips = t->flips;
		sis_nap(1000 * seconds() / slices);
		EXPECT_GT(t->flips, flips);
		for (i = 0; i < self->pairs; i++) {
			EXPECT_GT(t->wakeups[i], before[i])
				TH_LOG("pair %d got stuck", i);
		}
	}

	__atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, ended(self->flippers[i]));
		self->flippers[i] = 0;
	}
	for (i = 0; i < self->pairs; i++) {
		EXPECT_EQ(0, ended(self->wakers[i]));
		EXPECT_EQ(0, t->lost[i]);
		self->wakers[i] = 0;
		wakeups += t->wakeups[i];
	}
	if (self->hackbench > 0) {
		status = ended(self->hackbench);
		self->hackbench = status == -1 ? self->hackbench : 0;
		EXPECT_NE(-1, status);
		EXPECT_NE(255, WEXITSTATUS(status));
		EXPECT_GT(WEXITSTATUS(status), 0);
		TH_LOG("%d runs of hackbench", WEXITSTATUS(status));
	}
	TH_LOG("%lu settings in %u s, %lu wakeups of %d pairs", t->flips, seconds(), wakeups,
	       self->pairs);
	EXPECT_EQ(0UL, t->failed);

	/* And the switches still work. */
	EXPECT_EQ(0, sis_set_feature("SIS_UTIL", true));
	EXPECT_EQ(1, sis_feature("SIS_UTIL"));
	EXPECT_EQ(0, sis_write(SIS_CURVE, "adaptive"));
	EXPECT_EQ(0, sis_get_curve(now, sizeof(now)));
	EXPECT_STREQ("adaptive", now);
}

TEST_HARNESS_MAIN
