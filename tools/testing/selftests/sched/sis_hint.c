// SPDX-License-Identifier: GPL-2.0
/*
 * What SIS_CORE does for the scan of an LLC, and what it costs.
 *
 * That it never yields a wrong CPU is what sis_placement tests, with it on, too.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

/* Wakees that come and go at once */
#define MAX_WAKEES	32

FIXTURE(hint) {
	cpu_set_t		llc;
	int			list[CPU_SETSIZE];
	int			span;
	pid_t			*hogs;
	int			nr_hogs;
	struct sis_wakee	*w;
};

FIXTURE_SETUP(hint)
{
	if (!sis_present() || sis_feature("SIS_CORE") < 0)
		SKIP(return, "this kernel has no SIS_CORE, or no sis events");
	sis_first_llc(&self->llc, self->list);
	self->span = sis_cut(&self->llc, self->list, 24);
	if (self->span < 8)
		SKIP(return, "the LLC has %d CPUs, 8 are needed", self->span);
	self->hogs = calloc(CPU_SETSIZE, sizeof(*self->hogs));
	self->w = sis_share(MAX_WAKEES * sizeof(*self->w));
	ASSERT_TRUE(self->hogs && self->w);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_trace_start("counter"));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, sis_write(SIS_CURVE, "adaptive"));
	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "1"));
}

FIXTURE_TEARDOWN(hint)
{
	int i;

	sis_write(SIS_SCHEDSTATS, "0");
	sis_set_feature("SIS_CORE", false);
	sis_set_feature("SIS_UTIL", true);
	if (self->hogs)
		sis_reap(self->hogs, self->nr_hogs);
	for (i = 0; self->w && i < MAX_WAKEES; i++) {
		if (self->w[i].pid)
			sis_reap(&self->w[i].pid, 1);
	}
	sis_trace_stop();
	sis_partition_end();
}

/* What scans came to */
struct scans {
	int	found;
	int	looked;
	int	hinted;
};

/* Searches from a busy CPU, in an LLC where all but a few are busy */
static void scan(struct __test_metadata *_metadata, FIXTURE_DATA(hint) * self, bool on,
		 struct scans *s)
{
	int rounds = sis_scale(200), home = self->list[1], i, nr;
	struct sis_event *events;

	memset(s, 0, sizeof(*s));
	ASSERT_EQ(0, sis_set_feature("SIS_CORE", on));
	sis_trace_clear();
	for (i = 0; i < rounds; i++)
		ASSERT_EQ(0, sis_wakee_search(self->w, home, &self->llc));
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_SELECT || e->prev != home || !sis_chose(e))
			continue;
		s->found++;
		s->looked += e->looked;
		s->hinted += e->hinted;
	}
	free(events);
	TH_LOG("%s: %d of %d scans found a CPU, %d of them hinted, %d looked at",
	       on ? "on" : "off", s->found, rounds, s->hinted, s->looked);
	ASSERT_GT(s->found, rounds / 2);
}

/*
 * Two CPUs at the far end are idle, of different cores. The scan starts behind a
 * busy CPU near the other end, and without a hint has all between them to look at.
 */
TEST_F_TIMEOUT(hint, leads_to_the_idle_cpu, 240)
{
	struct scans off, on;
	cpu_set_t busy;

	busy = self->llc;
	CPU_CLR(self->list[self->span - 1], &busy);
	CPU_CLR(self->list[self->span - 3], &busy);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	ASSERT_EQ(CPU_COUNT(&busy), self->nr_hogs);
	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
	ASSERT_EQ(0, sis_wakee_home(self->w, self->list[1]));
	ASSERT_EQ(0, sis_pin(self->list[1]));
	/* How many CPUs may be looked at is not what this is about. */
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", false));

	scan(_metadata, self, false, &off);
	scan(_metadata, self, true, &on);
	EXPECT_EQ(0, off.hinted);
	/* The other one may have no hint, one for 8 is enough. */
	EXPECT_GE(on.hinted * 10, on.found * 8);
	/* Without it half of the span or more; with it one, and a sibling of prev's */
	EXPECT_GE(off.looked, off.found * (self->span / 2));
	EXPECT_LE(on.looked, on.found * 3);
}

/* Bits written, and searches, while wakees wake up and go back to sleep */
static void come_and_go(struct __test_metadata *_metadata, FIXTURE_DATA(hint) * self, int wakees,
			bool on, long *writes, long *searches)
{
	int rounds = sis_scale(40), i, j;

	ASSERT_EQ(0, sis_set_feature("SIS_CORE", on));
	sis_nap(100);
	*writes = sis_stat("writes");
	*searches = sis_searches();
	for (i = 0; i < rounds; i++) {
		for (j = 0; j < wakees; j++)
			ASSERT_EQ(0, sis_wakee_wake(&self->w[j]));
	}
	*writes = sis_stat("writes") - *writes;
	*searches = sis_searches() - *searches;
	TH_LOG("%d wakees, %s: %ld bits written in %ld searches", wakees, on ? "on" : "off",
	       *writes, *searches);
	ASSERT_GE(*searches, rounds * wakees * 9 / 10);
}

/*
 * Wakees that come back to idle CPUs of their own need no scan; half of the LLC
 * stays idle, which is all the hint that others need. Nothing at all is written
 * while the feature is off.
 */
TEST_F_TIMEOUT(hint, is_left_alone, 240)
{
	int wakees = self->span / 2 < MAX_WAKEES ? self->span / 2 : MAX_WAKEES, i;
	long writes, searches;

	ASSERT_EQ(0, sis_pin(self->list[0]));
	for (i = 0; i < wakees; i++) {
		ASSERT_EQ(0, sis_wakee_start(&self->w[i], SIS_WAKEE));
		ASSERT_EQ(0, sis_wakee_home(&self->w[i], self->list[2 * i + 1]));
		ASSERT_EQ(0, sis_wakee_allow(&self->w[i], &self->llc));
	}

	come_and_go(_metadata, self, wakees, false, &writes, &searches);
	EXPECT_EQ(0, writes);
	come_and_go(_metadata, self, wakees, true, &writes, &searches);
	EXPECT_LT(writes, searches);
}

TEST_HARNESS_MAIN
