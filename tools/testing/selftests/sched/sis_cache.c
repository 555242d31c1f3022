// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU is kept for a task that sleeps only briefly (SIS_CACHE), and never at the
 * price of an idle CPU.
 *
 * On a machine that is emulated on a far smaller one a sleep of 100 us takes many
 * times as long, which the kernel rightly takes for a long sleep. So the bound of
 * what counts as short is raised as far as it goes (sched/sis/reserve_us, and the
 * migration cost that goes with it).
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLEEPER		"sis_sleeper"

/* What reserve_us takes at most, and as much of a migration cost, in ns */
#define LONGEST		"1000000"
#define LONGEST_NS	"1000000000"

#define MAX_STORM	3
#define MAX_SLEEPERS	8

FIXTURE(cache) {
	cpu_set_t		llc;
	int			list[CPU_SETSIZE];
	int			span;
	cpu_set_t		cores;
	pid_t			sleepers[MAX_SLEEPERS];
	int			*at;
	int			nr_sleepers;
	pid_t			hogs[CPU_SETSIZE];
	int			nr_hogs;
	struct sis_wakee	*w;
	int			nr_wakees;
};

FIXTURE_SETUP(cache)
{
	int i;

	if (sis_feature("SIS_CACHE") < 0 || !sis_present())
		SKIP(return, "this kernel has no SIS_CACHE");
	self->span = sis_first_llc(&self->llc, self->list);
	self->span = sis_cut(&self->llc, self->list, 16);
	if (self->span < 8)
		SKIP(return, "the LLC has %d CPUs, 8 are needed", self->span);
	/* The first CPU of each core, so that a search has one way to find a core idle */
	CPU_ZERO(&self->cores);
	for (i = 0; i < self->span; i++) {
		cpu_set_t core;

		sis_siblings(self->list[i], &core);
		CPU_AND(&core, &core, &self->cores);
		if (!CPU_COUNT(&core))
			CPU_SET(self->list[i], &self->cores);
	}
	self->w = sis_share(MAX_STORM * sizeof(*self->w));
	self->at = sis_share(sizeof(*self->at));
	ASSERT_TRUE(self->w && self->at);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "1"));
	ASSERT_EQ(0, sis_write(SIS_RESERVE_US, LONGEST));
	ASSERT_EQ(0, sis_write(sis_migration_cost(), LONGEST_NS));
	ASSERT_EQ(0, sis_trace_start("global"));
	sis_confine_rcu(self->list[0]);
}

FIXTURE_TEARDOWN(cache)
{
	int i;

	sis_reap(self->sleepers, self->nr_sleepers);
	sis_reap(self->hogs, self->nr_hogs);
	for (i = 0; self->w && i < self->nr_wakees; i++)
		sis_reap(&self->w[i].pid, 1);
	sis_trace_stop();
	sis_release_rcu();
	sis_partition_end();
	if (sis_feature("SIS_CACHE") == 1)
		sis_set_feature("SIS_CACHE", false);
	sis_place_all_wakeups();
	sis_set_feature("SIS_UTIL", true);
	sis_write(SIS_RESERVE_US, "500");
}

/* A task that sleeps for so long at a time. On @cpu alone, unless that is -1 */
static int add_sleeper(FIXTURE_DATA(cache) * self, unsigned int us, int cpu)
{
	struct timespec sleep = { us / 1000000, us % 1000000 * 1000L };
	cpu_set_t one;
	pid_t pid;

	CPU_ZERO(&one);
	CPU_SET(cpu < 0 ? 0 : cpu, &one);
	pid = sis_fork(SLEEPER);
	if (!pid) {
		if (sched_setaffinity(0, sizeof(one), cpu < 0 ? &self->cores : &one))
			_exit(1);
		for (;;) {
			nanosleep(&sleep, NULL);
			__atomic_store_n(self->at, sched_getcpu(), __ATOMIC_RELAXED);
		}
	}
	if (pid < 0)
		return -1;
	self->sleepers[self->nr_sleepers++] = pid;

	return 0;
}

static int add_wakee(FIXTURE_DATA(cache) * self, unsigned int burn_us)
{
	struct sis_wakee *w = &self->w[self->nr_wakees];
	int ret = sis_wakee_start(w, SIS_WAKEE);

	w->burn_us = burn_us;
	self->nr_wakees += !ret;
	return ret;
}

/* Wake a task so that it searches from the core before the sleeper's on. */
static int search_there(FIXTURE_DATA(cache) * self, struct sis_wakee *w)
{
	int at = __atomic_load_n(self->at, __ATOMIC_RELAXED), i, home = -1, last = -1;

	for (i = 0; i < self->span; i++) {
		if (!CPU_ISSET(self->list[i], &self->cores))
			continue;
		if (self->list[i] == at)
			home = last;
		last = self->list[i];
	}
	if (home < 0)
		home = last;

	return sis_pin(home) ?: sis_wakee_search(w, home, &self->cores);
}

/*
 * What the sleeper's wakeups came to while others were woken beside it: @all and
 * @pressed get how many of 1000 returned, of all, and of those before which another
 * had searched while it slept.
 */
static void count_returns(struct __test_metadata *_metadata, FIXTURE_DATA(cache) * self, bool on,
			  int rounds, int *all, int *pressed)
{
	long reserved, honoured;
	int i, j, nr, seen = 0, back = 0, owner = 0, skips = 0, met = 0, met_back = 0;
	bool searched = false;
	struct sis_event *events;

	EXPECT_EQ(0, sis_set_feature("SIS_CACHE", on));
	sis_nap(100);
	reserved = sis_stat("reserved");
	honoured = sis_stat("honoured");
	/* Let it learn how long it sleeps, or forget it. */
	for (i = 0; i < rounds / 4; i++) {
		for (j = 0; j < self->nr_wakees; j++)
			EXPECT_EQ(0, search_there(self, &self->w[j]));
	}
	sis_trace_clear();
	EXPECT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SLEEPER "\" || comm == \""
				     SIS_WAKEE "\""));
	for (i = 0; i < rounds; i++) {
		for (j = 0; j < self->nr_wakees; j++)
			EXPECT_EQ(0, search_there(self, &self->w[j]));
	}
	EXPECT_EQ(0, sis_trace_event_off("sis/sis_select"));
	EXPECT_EQ(0, sis_trace_lost());
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_SELECT)
			continue;
		if (e->pid == self->sleepers[0]) {
			seen++;
			back += e->cpu == e->prev;
			owner += e->owner;
			met += searched;
			met_back += searched && e->cpu == e->prev;
			searched = false;
		} else {
			skips += e->skips;
			searched |= sis_scanned(e);
		}
	}
	free(events);
	TH_LOG("SIS_CACHE %s: %d of %d wakeups returned, %d to a CPU reserved; %d CPUs passed over",
	       on ? "on" : "off", back, seen, owner, skips);
	TH_LOG("%d of %d after another had searched", met_back, met);
	TH_LOG("reservations made %ld, honoured %ld", sis_stat("reserved") - reserved,
	       sis_stat("honoured") - honoured);
	EXPECT_GE(met, 20);
	if (!on) {
		EXPECT_EQ(0, skips);
		EXPECT_EQ(reserved, sis_stat("reserved"));
	}
	*all += seen ? 1000 * back / seen : 0;
	*pressed += met ? 1000 * met_back / met : 0;
}

/*
 * A task that sleeps 100 us at a time, beside others that wake up, look at its CPU
 * first, and stay for a while where they are put.
 */
TEST_F_TIMEOUT(cache, owner_returns, 600)
{
	int i, rounds = sis_scale(150), off[2] = { 0 }, on[2] = { 0 };

	ASSERT_EQ(0, sis_pin(self->list[0]));
	ASSERT_EQ(0, add_sleeper(self, 100, -1));
	for (i = 0; i < MAX_STORM; i++)
		ASSERT_EQ(0, add_wakee(self, 2000));
	/* In turn, so that what else goes on concerns both */
	for (i = 0; i < 2; i++) {
		count_returns(_metadata, self, false, rounds, &off[0], &off[1]);
		count_returns(_metadata, self, true, rounds, &on[0], &on[1]);
	}
	TH_LOG("returned in %.1f %% with SIS_CACHE off, %.1f %% on", off[0] / 20., on[0] / 20.);
	TH_LOG("if another had searched, in %.1f %% off, %.1f %% on", off[1] / 20., on[1] / 20.);
	EXPECT_GE(on[0], 2 * 900);
	EXPECT_GE(on[1] - off[1], 2 * 100);
}

/*
 * All CPUs are busy but some, and these are reserved: a task that wakes up gets one
 * of them nevertheless, whether the search ends with the CPUs of the LLC or with
 * what it may pass over.
 */
static void all_reserved(struct __test_metadata *_metadata, FIXTURE_DATA(cache) * self, int idle)
{
	int i, nr, rounds = sis_scale(60), seen = 0, hits = 0, past = 0, stacked = 0;
	/* A CPU of its own for each number, as it remembers what was in vain. */
	int home = self->list[idle / 4];
	struct sis_event *events;
	cpu_set_t busy, kept;

	CPU_ZERO(&kept);
	for (i = self->span - idle; i < self->span; i++)
		CPU_SET(self->list[i], &kept);
	CPU_XOR(&busy, &self->llc, &kept);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	ASSERT_EQ(CPU_COUNT(&busy), self->nr_hogs);
	ASSERT_EQ(0, sis_pin(home));
	ASSERT_EQ(0, add_wakee(self, 0));
	/* How many CPUs may be looked at is another question. */
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", false));
	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", true));
	for (i = self->span - idle; i < self->span; i++)
		ASSERT_EQ(0, add_sleeper(self, 20000, self->list[i]));
	sis_nap(1000);
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	for (i = 0; i < rounds; i++) {
		/* The last one broke a reservation. */
		sis_nap(60);
		ASSERT_EQ(0, sis_wakee_search(self->w, home, &self->llc));
	}
	ASSERT_EQ(0, sis_trace_event_off("sis/sis_select"));
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_SELECT || !sis_scanned(e))
			continue;
		seen++;
		hits += !!CPU_ISSET(e->cpu, &kept);
		past += e->skips > 0;
		/* The idle CPU that it had to leave is not there any more. */
		stacked += e->skips > 0 && !CPU_ISSET(e->cpu, &kept);
		EXPECT_LE(e->skips, 4);
	}
	free(events);
	TH_LOG("%d searches, %d passed over a CPU, %d chose an idle one, %d were stacked", seen,
	       past, hits, stacked);
	EXPECT_GE(seen, rounds / 2);
	/*
	 * It is in vain, so it is given up soon, and tried again now and then. Where a
	 * search looks at whole cores, it ends with the first one passed over.
	 */
	EXPECT_GE(past, 6);
	EXPECT_LE(past, CPU_COUNT(&self->cores) == self->span ? seen * 8 / 10 : seen);
	EXPECT_GE(hits, seen * 9 / 10);
	EXPECT_LE(stacked, seen / 20);
}

TEST_F_TIMEOUT(cache, none_is_stacked, 300)
{
	all_reserved(_metadata, self, 3);
}

TEST_F_TIMEOUT(cache, none_is_stacked_behind_many, 300)
{
	if (self->span < 16)
		SKIP(return, "the LLC has %d CPUs, 16 are needed", self->span);
	all_reserved(_metadata, self, 7);
}

/* One group of 20 senders and 20 receivers; what its searches came to is added. */
static void run_hackbench(struct __test_metadata *_metadata, bool on, long *searches, long *looked,
			  long *skips)
{
	long before[] = { sis_searches(), sis_stat("looked"), sis_stat("skips") };
	int status = -1;
	pid_t pid;

	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", on));
	pid = sis_fork("hackbench");
	if (!pid) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(1);
		execlp("hackbench", "hackbench", "-g", "1", "-l", "60", "-P", "-p", NULL);
		_exit(1);
	}
	ASSERT_GT(pid, 0);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	ASSERT_EQ(0, status);
	*searches += sis_searches() - before[0];
	*looked += sis_stat("looked") - before[1];
	*skips += sis_stat("skips") - before[2];
}

/*
 * Tasks that sleep all briefly and reserve all that they leave: whom it does not help
 * it must not cost. How many CPUs are looked at varies by half between two runs of the
 * same, so what is judged is the most that passing over CPUs can have added: each
 * search that does so may look at four more.
 */
TEST_F_TIMEOUT(cache, hackbench_looks_at_no_more, 600)
{
	long searches[2] = { 0 }, looked[2] = { 0 }, skips[2] = { 0 };
	int i, on, part;

	if (!sis_have_program("hackbench"))
		SKIP(return, "no hackbench");
	for (i = 0; i < 8; i++) {
		/* off, on, on, off: what grows in time concerns both */
		on = (i + 1) / 2 % 2;
		run_hackbench(_metadata, on, &searches[on], &looked[on], &skips[on]);
	}
	for (i = 0; i < 2; i++) {
		ASSERT_GE(searches[i], 1000);
		ASSERT_GE(looked[i], 100);
		TH_LOG("SIS_CACHE %s: %.2f CPUs looked at in each of %ld searches, %ld passed over",
		       i ? "on" : "off", (double)looked[i] / searches[i], searches[i], skips[i]);
	}
	TH_LOG("at most %.1f %% of what was looked at is due to it", 400. * skips[1] / looked[1]);
	EXPECT_EQ(0, skips[0]);
	EXPECT_GT(skips[1], 0);
	/* With SMT most are the core that a search comes to last, after which nobody looks on. */
	part = CPU_COUNT(&self->cores) == self->span ? 25 : 5;
	EXPECT_LE(4 * skips[1], looked[1] / part);
}

static long ended(void)
{
	return sis_stat("honoured") + sis_stat("broken") + sis_stat("elsewhere") +
		sis_stat("expired");
}

/*
 * Owners die while they sleep, and others come where they were in memory. What was
 * reserved is given back exactly once, and none is left but for tasks that live. A CPU
 * may be reserved from before, uncounted as long as schedstats were off.
 */
TEST_F_TIMEOUT(cache, owner_exits, 300)
{
	long made = sis_stat("reserved"), gone = ended();
	int i, j, rounds = sis_scale(20);

	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", true));
	for (i = 0; i < rounds; i++) {
		for (j = 0; j < MAX_SLEEPERS; j++)
			ASSERT_EQ(0, add_sleeper(self, 1000 + 100 * j, -1));
		sis_nap(50);
		sis_reap(self->sleepers, self->nr_sleepers);
		self->nr_sleepers = 0;
	}
	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", false));
	made = sis_stat("reserved") - made;
	gone = ended() - gone;
	TH_LOG("%ld were made and %ld ended", made, gone);
	EXPECT_GE(made, rounds * MAX_SLEEPERS);
	EXPECT_LE(gone, made + sis_nr_cpus());
	EXPECT_GE(gone, made - sis_nr_cpus());
}

/* What a task has learned is halved by a sleep that is long, and not inherited. */
TEST_F_TIMEOUT(cache, long_sleep_halves, 120)
{
	int *fds = sis_share(2 * sizeof(*fds));
	long before, after;
	char c = 0;
	pid_t pid;

	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", true));
	ASSERT_EQ(0, pipe(fds));
	pid = sis_fork(SLEEPER);
	if (!pid) {
		int i;

		for (i = 0; i < 50; i++)
			sis_nap(1);
		for (;;) {
			if (read(fds[0], &c, 1) != 1)
				_exit(1);
		}
	}
	ASSERT_GT(pid, 0);
	self->sleepers[self->nr_sleepers++] = pid;
	sis_nap(3000);
	before = sis_sched_value(pid, "sis.sleep_avg");
	EXPECT_GE(before, 1000000);
	EXPECT_EQ(1, write(fds[1], &c, 1));
	sis_nap(200);
	after = sis_sched_value(pid, "sis.sleep_avg");
	TH_LOG("sleeps %ld us on average, %ld us after a long one", before / 1000, after / 1000);
	EXPECT_EQ(before / 2, after);

	/* This task has slept briefly itself by now; one that has not has none. */
	pid = sis_fork(SIS_WAKEE);
	if (!pid) {
		for (;;)
			__asm__ volatile("" ::: "memory");
	}
	ASSERT_GT(pid, 0);
	EXPECT_EQ(0, sis_sched_value(pid, "sis.sleep_avg"));
	sis_reap(&pid, 1);
}

/*
 * A sleep counts from where the task fell asleep, though it stays on its run-queue for
 * a while as it has had more than its share, and may even be woken there. Then nobody
 * searches for a CPU, by which that is seen.
 */
TEST_F_TIMEOUT(cache, delayed_sleep_is_whole, 300)
{
	int rounds = sis_scale(400), searches = 0, i, nr;
	/* Some end before the task is off its queue, and most of the others after that. */
	const struct timespec sleep[] = { { 0, 1000000 }, { 0, 4000000 } };
	struct sis_event *events;
	cpu_set_t two;
	long avg;

	if (sis_feature("DELAY_DEQUEUE") < 0)
		SKIP(return, "this kernel has no DELAY_DEQUEUE");
	CPU_ZERO(&two);
	CPU_SET(self->list[self->span - 2], &two);
	CPU_SET(self->list[self->span - 1], &two);
	self->nr_hogs = sis_hog(self->hogs, &two);
	ASSERT_EQ(2, self->nr_hogs);
	/* They give way to nobody, so that the sleeper has its share and no more. */
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, setpriority(PRIO_PROCESS, self->hogs[i], 0));
	ASSERT_EQ(0, sis_pin(self->list[0]));
	ASSERT_EQ(0, sis_set_feature("DELAY_DEQUEUE", true));
	ASSERT_EQ(0, sis_set_feature("SIS_CACHE", true));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SLEEPER "\""));
	self->sleepers[0] = sis_fork(SLEEPER);
	if (!self->sleepers[0]) {
		if (sched_setaffinity(0, sizeof(two), &two))
			_exit(1);
		for (i = 0; i < rounds; i++) {
			sis_burn(8000);
			nanosleep(&sleep[i >= rounds / 2], NULL);
			__atomic_store_n(self->at, i + 1, __ATOMIC_RELAXED);
		}
		pause();
	}
	ASSERT_GT(self->sleepers[0], 0);
	self->nr_sleepers = 1;
	for (i = 0; i < 200 && __atomic_load_n(self->at, __ATOMIC_RELAXED) < rounds; i++)
		sis_nap(1000);
	ASSERT_EQ(0, sis_trace_event_off("sis/sis_select"));
	avg = sis_sched_value(self->sleepers[0], "sis.sleep_avg");
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++)
		searches += events[i].type == SIS_SELECT;
	free(events);
	TH_LOG("%d sleeps, %d ended with a search, %ld us on average", rounds, searches,
	       avg / 1000);
	EXPECT_EQ(rounds, __atomic_load_n(self->at, __ATOMIC_RELAXED));
	EXPECT_LE(searches, rounds * 9 / 10);
	/* The timer never comes early, but the clock of a run-queue may lag by a little. */
	EXPECT_GE(avg, sleep[1].tv_nsec * 98 / 100);
}

TEST_HARNESS_MAIN
