// SPDX-License-Identifier: GPL-2.0
/*
 * Where wakeups end up in a busy LLC that still has an idle CPU.
 *
 * Nothing here knows of the scan limit: the tests run on any kernel, and fail
 * where the limit makes the search give up too early.
 *
 * Each wakeup is made to depend on the scan of the LLC. The wakee slept on a
 * busy CPU, and its recently used CPU is the same one, so that no fast path
 * applies; no SMT sibling of that CPU is idle; and what counts is the CPU that
 * sched:sched_wakeup reports, the one that was chosen, not that where the wakee
 * runs in the end: load balance may have moved it there by then.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#define ROUNDS		40
#define PERCENT		90

/* The load average that limits are made of follows within this time. */
#define SETTLE_MS	4000

static void free_hogs(pid_t *hogs, int nr)
{
	sis_reap(hogs, nr);
	free(hogs);
}

FIXTURE(outcome) {
	cpu_set_t		llc;
	cpu_set_t		idle;
	int			list[CPU_SETSIZE];
	int			span;
	pid_t			*hogs;
	int			nr_hogs;
	struct sis_wakee	*w;
	struct sis_wakee	*probe;
};

FIXTURE_SETUP(outcome)
{
	self->span = sis_first_llc(&self->llc, self->list);
	if (self->span < 4)
		SKIP(return, "the LLC has %d CPUs, 4 are needed", self->span);
	if (sis_trace_start("counter"))
		SKIP(return, "no tracing instance with a counter as its clock");
	self->hogs = calloc(CPU_SETSIZE, sizeof(*self->hogs));
	self->w = sis_share(sizeof(*self->w));
	self->probe = sis_share(sizeof(*self->probe));
	ASSERT_TRUE(self->hogs && self->w && self->probe);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_trace_event("sched/sched_wakeup", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
	ASSERT_EQ(0, sis_wakee_start(self->probe, "sis_probe"));
	CPU_ZERO(&self->idle);
}

FIXTURE_TEARDOWN(outcome)
{
	if (self->hogs)
		free_hogs(self->hogs, self->nr_hogs);
	if (self->w && self->w->pid)
		sis_reap(&self->w->pid, 1);
	if (self->probe && self->probe->pid)
		sis_reap(&self->probe->pid, 1);
	sis_partition_end();
	sis_release_rcu();
	sis_trace_stop();
}

/*
 * As many CPUs as the test is about, of a larger LLC where that can be cut. The
 * wakee and the probe go along.
 */
static int cut(FIXTURE_DATA(outcome) * self, int nr)
{
	int span = self->span;

	self->span = sis_cut(&self->llc, self->list, nr);
	if (self->span == span)
		return 0;

	return sis_partition_join(self->w->pid) ?: sis_partition_join(self->probe->pid);
}

/* Make all CPUs of the LLC busy but those that are to stay idle. */
static int make_busy(FIXTURE_DATA(outcome) * self)
{
	cpu_set_t busy;

	CPU_XOR(&busy, &self->llc, &self->idle);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	sis_nap(SETTLE_MS + 20 * self->span);

	return self->nr_hogs - CPU_COUNT(&busy);
}

/*
 * In how many of 100 wakeups was an idle CPU chosen? The caller runs on @waker,
 * the wakee slept on @home and may run on @mask.
 *
 * A CPU that runs something, or is about to, is not idle for the search, and
 * other tasks prefer the idle CPU as well. Where there is but one, wakeups that
 * met it so are left out: it was not running the idle task, or the next to run
 * there was neither that nor the wakee.
 */
static int share(struct __test_metadata *_metadata, FIXTURE_DATA(outcome) * self,
		 int waker, int home, const cpu_set_t *mask)
{
	int rounds = sis_scale(ROUNDS), i, nr, seen = 0, hits = 0, ended = 0, taken = 0;
	bool armed = false, missed = false, one = CPU_COUNT(&self->idle) == 1;
	struct sis_event *events;
	char text[SIS_TEXT];
	int runs = 0;

	/* A few are needed to count percents. */
	if (rounds < 20)
		rounds = 20;
	if (one) {
		for (i = 0; !CPU_ISSET(i, &self->idle); i++)
			;
		snprintf(text, sizeof(text), "CPU == %d", i);
		EXPECT_EQ(0, sis_trace_event("sched/sched_switch", text));
	}
	EXPECT_EQ(0, sis_pin(waker));
	sis_confine_rcu(waker);
	EXPECT_EQ(0, sis_wakee_allow(self->probe, &self->idle));
	for (i = 0; i < rounds; i++) {
		/*
		 * Where an idle CPU is emulated, and its host is busy, it may
		 * have work pending for long: let a task run there first.
		 */
		if (sis_wakee_home(self->w, home) ||
		    sis_wakee_wake(self->probe) || sis_wakee_asleep(self->probe) ||
		    sis_wakee_go(self->w, mask)) {
			TH_LOG("wakeup %d was lost", i);
			return -1;
		}
		ended += !!CPU_ISSET(self->w->cpu, &self->idle);
	}
	EXPECT_EQ(0, sis_trace_lost());
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type == SIS_MARK) {
			armed = true;
			missed = false;
		} else if (e->type == SIS_SWITCH) {
			runs = e->pid;
			/* The probe runs next if nothing else did in this round. */
			taken += missed && runs && runs != self->w->pid &&
				 runs != self->probe->pid;
			missed = false;
		} else if (e->type == SIS_WAKEUP && armed) {
			armed = false;
			seen++;
			if (CPU_ISSET(e->cpu, &self->idle))
				hits++;
			else if (runs)
				taken++;
			else
				missed = true;
		}
	}
	free(events);
	TH_LOG("LLC of %d, idle %s, waker on %d, wakee from %d, allowed %d", self->span,
	       sis_cpus_text(&self->idle, text, sizeof(text)), waker, home, CPU_COUNT(mask));
	TH_LOG("idle CPU chosen in %d of %d wakeups, ran there %d of %d, %d left out", hits,
	       seen - taken, ended, rounds, taken);
	seen -= taken;
	EXPECT_GE(seen, rounds / 2);

	return seen > 0 ? 100 * hits / seen : -1;
}

/* Is @cpu in the core of @other? */
static bool same_core(int cpu, int other)
{
	cpu_set_t core;

	sis_siblings(other, &core);
	return CPU_ISSET(cpu, &core);
}

/*
 * A task that may run on few CPUs of a busy LLC, one of which is idle: the LLC
 * as a whole reads overloaded, yet a look at the few is all it takes.
 */
static void restricted(struct __test_metadata *_metadata, FIXTURE_DATA(outcome) * self, int few)
{
	cpu_set_t mask;
	int home, idle, i;

	/* Of this size, an LLC may look at none at all when it is overloaded. */
	ASSERT_EQ(0, cut(self, 34));
	idle = self->list[self->span - 1];
	CPU_ZERO(&mask);
	CPU_SET(idle, &mask);
	for (i = 0; CPU_COUNT(&mask) < few && i < self->span; i++) {
		if (i != 1 && !same_core(self->list[i], idle))
			CPU_SET(self->list[i], &mask);
	}
	if (CPU_COUNT(&mask) < few)
		SKIP(return, "the LLC has %d CPUs, too few for a task allowed on %d, and a waker",
		     self->span, few);
	home = self->list[0];
	CPU_SET(idle, &self->idle);
	ASSERT_EQ(0, make_busy(self));
	EXPECT_GE(share(_metadata, self, self->list[1], home, &mask), PERCENT);
}

TEST_F_TIMEOUT(outcome, restricted_to_two, 240)
{
	restricted(_metadata, self, 2);
}

TEST_F_TIMEOUT(outcome, restricted_to_four, 240)
{
	restricted(_metadata, self, 4);
}

/*
 * A small LLC with as many CPUs busy as go before load balance calls it
 * overloaded (at 100/117), and the idle ones far from where the search starts.
 */
TEST_F_TIMEOUT(outcome, nearly_full, 240)
{
	int home, nr, i, j;
	cpu_set_t all;

	ASSERT_EQ(0, cut(self, 16));
	if (self->span > 16)
		SKIP(return, "the LLC has %d CPUs, it is for those of up to 16", self->span);
	/* Of 4 CPUs, 3 busy ones and what the wakee runs do read overloaded. */
	if (self->span < 8)
		SKIP(return, "the LLC has %d CPUs, too few to stay below overload", self->span);
	home = self->list[1];
	nr = self->span - self->span * 84 / 100;
	for (i = self->span - 1; i > 1 && CPU_COUNT(&self->idle) < nr; i--) {
		bool shares = same_core(self->list[i], home);

		/* No whole core: these are looked for without a limit. */
		for (j = i + 1; j < self->span; j++) {
			if (CPU_ISSET(self->list[j], &self->idle))
				shares |= same_core(self->list[i], self->list[j]);
		}
		if (!shares)
			CPU_SET(self->list[i], &self->idle);
	}
	ASSERT_EQ(nr, CPU_COUNT(&self->idle));
	ASSERT_EQ(0, make_busy(self));
	sis_online(&all);
	EXPECT_GE(share(_metadata, self, home, home, &all), PERCENT);
}

/*
 * A small LLC with one idle CPU, beside the one where the search starts. It
 * reads overloaded, but has room: a probe or two find it.
 */
TEST_F_TIMEOUT(outcome, all_but_one, 240)
{
	cpu_set_t all;
	int i = 0;

	ASSERT_EQ(0, cut(self, 16));
	if (self->span > 16)
		SKIP(return, "the LLC has %d CPUs, it is for those of up to 16", self->span);
	while (i + 1 < self->span && same_core(self->list[i + 1], self->list[i]))
		i++;
	ASSERT_LT(i + 1, self->span);
	CPU_SET(self->list[i + 1], &self->idle);
	ASSERT_EQ(0, make_busy(self));
	sis_online(&all);
	EXPECT_GE(share(_metadata, self, self->list[i], self->list[i], &all), PERCENT);
}

TEST_HARNESS_MAIN
