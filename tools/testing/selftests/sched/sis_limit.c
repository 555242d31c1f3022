// SPDX-License-Identifier: GPL-2.0
/*
 * How many CPUs a search for an idle CPU may look at, with SIS_UTIL on: the
 * limit is what Documentation/scheduler/sched-sis.rst says for the utilization
 * that sis:sis_limit reports, searches keep to it, and it is never older than
 * it may be.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#define CURVES		4

/* Events per curve that must have been compared */
#define EVENTS		24

/* The documented constants of the adaptive curve */
#define WORTH		32
#define FIRM		4
#define FEW		8
#define SMALL		16

/*
 * All CPUs of an LLC of this size are made busy. It is a large one for the
 * adaptive curve, which lets an overloaded one of 32 look at two CPUs, and its
 * limit when idle is still the whole span.
 */
#define CUT		34

static const char * const curves[CURVES] = { "overload", "linear", "quadratic", "adaptive" };

static int curve_nr(const char *name)
{
	int i;

	for (i = 0; i < CURVES; i++) {
		if (!strcmp(curves[i], name))
			return i;
	}

	return -1;
}

/*
 * The formulas as they are documented. Overload is where the utilization passes
 * 100/pct of the capacity; which side the exact boundary belongs to is not
 * documented, and both are taken: from *@low to *@high.
 */
static void documented(const struct sis_event *e, long long *low, long long *high)
{
	long long w = e->span, room = 100 * e->capacity - e->pct * e->util, x, y;
	double exact;

	switch (curve_nr(e->name)) {
	case 0:
		/* The whole span below overload, 0 above */
		*low = room > 0 ? w : 0;
		*high = room >= 0 ? w : 0;
		return;
	case 1:
		/* A line from w at 0 to 4 at 50 %, and 4 from there on */
		x = w < 4 ? w : 4;
		exact = w - (w - x) * 2.0 * e->util / e->capacity;
		if (exact < x)
			exact = x;
		/* Rounded either way */
		*low = exact + 0.000001;
		*high = exact - *low > 0.000001 ? *low + 1 : *low;
		return;
	case 2:
		/* As merged for 6.0; does not look at the capacity. */
		x = e->util / w;
		y = x * x * e->pct * e->pct / (10000 * 1024);
		if (y > 1024)
			y = 1024;
		*low = *high = w * (1024 - y) / 1024;
		return;
	case 3:
		/* FIRM * (WORTH * h - 1) with h = room / (100 * capacity) */
		x = FIRM * (WORTH * room - 100 * e->capacity);
		y = x > 0 ? x / (100 * e->capacity) : 0;
		if (w <= WORTH) {
			/* As many as may be idle when it reads overloaded */
			x = w * (e->pct - 100) / e->pct;
			x = x < 1 ? 1 : x > 2 ? 2 : x;
			y = y < x ? x : y;
		}
		y = y < w ? y : w;
		*low = w <= SMALL && room > 0 ? w : y;
		*high = w <= SMALL && room >= 0 ? w : y;
		return;
	}
	*low = 0;
	*high = -1;
}

FIXTURE(limit) {
	cpu_set_t		llc;
	cpu_set_t		all;
	int			list[CPU_SETSIZE];
	int			span;
	int			home;
	int			sibs;
	pid_t			*hogs;
	int			nr_hogs;
	struct sis_wakee	*w;
};

FIXTURE_SETUP(limit)
{
	cpu_set_t core;

	if (!sis_present())
		SKIP(return, "this kernel has no sched/sis in debugfs, or no sis events");
	self->span = sis_first_llc(&self->llc, self->list);
	if (self->span < 4)
		SKIP(return, "the LLC has %d CPUs, 4 are needed", self->span);
	sis_online(&self->all);
	if (self->span > CUT) {
		self->span = sis_cut(&self->llc, self->list, CUT);
		self->all = self->llc;
	}
	/* Not the boot CPU, it has most of the housekeeping. */
	self->home = self->list[1];
	self->sibs = sis_siblings(self->home, &core) - 1;
	self->hogs = calloc(CPU_SETSIZE, sizeof(*self->hogs));
	self->w = sis_share(sizeof(*self->w));
	ASSERT_TRUE(self->hogs && self->w);

	sis_place_all_wakeups();
	/* With it, some searches look elsewhere first. */
	if (sis_feature("SIS_CORE") == 1)
		sis_set_feature("SIS_CORE", false);
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", true));
	ASSERT_EQ(0, sis_write(SIS_CURVE, "adaptive"));
	/* Events of all CPUs in the order in which they happened */
	ASSERT_EQ(0, sis_trace_start("counter"));
	ASSERT_EQ(0, sis_trace_event("sis/sis_limit", NULL));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
	ASSERT_EQ(0, sis_pin(self->home));
}

FIXTURE_TEARDOWN(limit)
{
	if (self->hogs)
		sis_reap(self->hogs, self->nr_hogs);
	if (self->w && self->w->pid)
		sis_reap(&self->w->pid, 1);
	sis_partition_end();
	sis_release_rcu();
	sis_trace_stop();
	sis_set_feature("SIS_UTIL", true);
}

/* Make CPUs from self->list busy until so many are. */
static void busy(FIXTURE_DATA(limit) * self, int nr)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	while (self->nr_hogs + CPU_COUNT(&cpus) < nr)
		CPU_SET(self->list[self->nr_hogs + CPU_COUNT(&cpus)], &cpus);
	self->nr_hogs += sis_hog(self->hogs + self->nr_hogs, &cpus);
}

static void idle(FIXTURE_DATA(limit) * self)
{
	sis_reap(self->hogs, self->nr_hogs);
	self->nr_hogs = 0;
}

static int search(FIXTURE_DATA(limit) * self, int times)
{
	int ret = 0;

	while (!ret && times--)
		ret = sis_wakee_search(self->w, self->home, &self->all);

	return ret;
}

/* The last utilization, in percent of capacity, that was seen of the LLC */
static int last_util(FIXTURE_DATA(limit) * self)
{
	struct sis_event *events;
	int i, util = -1;

	for (i = sis_trace_read(&events) - 1; i >= 0 && util < 0; i--) {
		if (events[i].type == SIS_LIMIT && events[i].llc == self->list[0] &&
		    events[i].capacity > 0)
			util = 100 * events[i].util / events[i].capacity;
	}
	free(events);

	return util;
}

/* Search until the LLC's utilization is seen to be from @low to @high percent. */
static int settle(FIXTURE_DATA(limit) * self, int low, int high)
{
	char curve[SIS_TEXT];
	int i, util = -1;

	sis_get_curve(curve, sizeof(curve));
	for (i = 0; i < 200; i++) {
		sis_trace_clear();
		sis_nap(50);
		/* This expires the limit, too. */
		sis_write(SIS_CURVE, curve);
		if (search(self, 1))
			return -1;
		util = last_util(self);
		if (util >= low && util <= high)
			break;
	}

	return util;
}

/**
 * struct compared - limits that were seen and compared
 * @per_curve: how many, by curve
 * @searches: computed by a search
 * @balances: computed by load balance
 * @other: of other LLCs
 * @low_util: least utilization, in percent
 * @high_util: most
 */
struct compared {
	int	per_curve[CURVES];
	int	searches;
	int	balances;
	int	other;
	int	low_util;
	int	high_util;
};

/* Compare all limits in the trace; those of the LLC at @llc have its @span. */
static void compare(struct __test_metadata *_metadata, int llc, int span, struct compared *c)
{
	int i, nr, curve, util, wrong = 0;
	struct sis_event *events;
	long long low, high;

	c->low_util = 100;
	c->high_util = 0;
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_LIMIT)
			continue;
		curve = curve_nr(e->name);
		ASSERT_GE(curve, 0);
		ASSERT_GT(e->span, 0);
		ASSERT_GT(e->capacity, 0);
		EXPECT_LE(e->capacity, 1024LL * e->span);
		EXPECT_GT(e->pct, 100);
		if (e->llc == llc)
			EXPECT_EQ(span, e->span);
		c->other += e->llc != llc;

		documented(e, &low, &high);
		if (e->limit < low || e->limit > high) {
			TH_LOG("%s: span %d, util %lld of %lld, pct %d: limit %d, documented %lld",
			       e->name, e->span, e->util, e->capacity, e->pct, e->limit, low);
			wrong++;
		}
		c->per_curve[curve]++;
		util = 100 * e->util / e->capacity;
		c->low_util = util < c->low_util ? util : c->low_util;
		c->high_util = util > c->high_util ? util : c->high_util;
		c->searches += e->search;
		c->balances += !e->search;
	}
	free(events);

	TH_LOG("span %d: overload %d, linear %d, quadratic %d, adaptive %d limits, %d wrong",
	       span, c->per_curve[0], c->per_curve[1], c->per_curve[2], c->per_curve[3], wrong);
	TH_LOG("%d of other LLCs, from %d searches and %d balances at %d to %d %%",
	       c->other, c->searches, c->balances, c->low_util, c->high_util);
	EXPECT_EQ(0, wrong);
}

/* Each curve, from idle to overloaded, gives what it is documented to give. */
TEST_F_TIMEOUT(limit, is_as_documented, 240)
{
	struct compared c = {};
	int level, curve, i;

	/* Also while the averages follow, so that all between is seen. */
	for (level = 0; level <= 8; level++) {
		busy(self, level * self->span / 8);
		for (i = 0; i < 3; i++) {
			for (curve = 0; curve < CURVES; curve++) {
				ASSERT_EQ(0, sis_write(SIS_CURVE, curves[curve]));
				ASSERT_EQ(0, search(self, 1));
			}
		}
	}
	sis_nap(1000);
	for (curve = 0; curve < CURVES; curve++) {
		ASSERT_EQ(0, sis_write(SIS_CURVE, curves[curve]));
		ASSERT_EQ(0, search(self, 2));
		sis_nap(300);
	}
	/* And down again */
	idle(self);
	for (i = 0; i < 8; i++) {
		for (curve = 0; curve < CURVES; curve++) {
			ASSERT_EQ(0, sis_write(SIS_CURVE, curves[curve]));
			ASSERT_EQ(0, search(self, 1));
		}
	}

	compare(_metadata, self->list[0], self->span, &c);
	for (curve = 0; curve < CURVES; curve++)
		EXPECT_GE(c.per_curve[curve], EVENTS);
	EXPECT_GT(c.searches, 0);
	EXPECT_GT(c.balances, 0);
	EXPECT_LE(c.low_util, 10);
	EXPECT_GE(c.high_util, 90);
}

/*
 * Searches keep to the limit of an overloaded LLC. While a whole idle core is
 * believed to exist it does not hold, and the first search corrects that belief;
 * one look at each SMT sibling of the previous CPU comes before it.
 */
static void overloaded(struct __test_metadata *_metadata, FIXTURE_DATA(limit) * self,
		       const char *curve, int limit)
{
	int rounds = sis_scale(20), i, nr, skip = 2, seen = 0, wrong = 0, partial = 0, sums = 0;
	struct sis_event *events;
	const char *end;

	ASSERT_EQ(0, sis_write(SIS_CURVE, curve));
	ASSERT_EQ(0, search(self, skip));
	sis_trace_clear();
	ASSERT_EQ(0, search(self, rounds));
	nr = sis_trace_read(&events);
	end = limit ? limit < self->span ? "limit" : "span" : "gate";
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type == SIS_LIMIT && e->llc == self->list[0]) {
			sums++;
			partial += e->util * 10 < e->capacity * 8;
		}
		if (e->type != SIS_SELECT || e->prev != self->home)
			continue;
		seen++;
		if (strcmp(e->name, end) || e->limit != limit || e->looked < limit ||
		    e->looked > limit + self->sibs) {
			TH_LOG("%s: end=%s limit=%d looked=%d instead of %s, %d, %d", curve,
			       e->name, e->limit, e->looked, end, limit, limit);
			wrong++;
		}
	}
	free(events);

	TH_LOG("%s: span %d, limit %d: %d of %d searches ended by %s, %d of %d sums are partial",
	       curve, self->span, limit, seen - wrong, seen, end, partial, sums);
	EXPECT_GE(seen, rounds * 3 / 4);
	EXPECT_EQ(0, wrong);
	/* Balancing that leaves pinned tasks out must not set the limit. */
	EXPECT_EQ(0, partial);
}

TEST_F_TIMEOUT(limit, stops_the_scan_when_overloaded, 240)
{
	int cpus = CPU_COUNT(&self->all), limit, i, nr, seen = 0, whole = 0;
	struct sis_event *events;
	cpu_set_t core;

	busy(self, self->span);
	ASSERT_EQ(self->span, self->nr_hogs);
	ASSERT_GE(settle(self, 93, 200), 93);

	overloaded(_metadata, self, "overload", 0);
	overloaded(_metadata, self, "quadratic", 0);
	overloaded(_metadata, self, "linear", 4);
	if (self->span > WORTH)
		limit = 0;
	else
		limit = self->span >= 14 ? 2 : 1;
	/* A task that is restricted to few of the CPUs may look at all of these. */
	if (cpus <= FEW && cpus < self->span)
		limit = cpus;
	overloaded(_metadata, self, "adaptive", limit);

	/* Nothing stops it without SIS_UTIL. */
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", false));
	ASSERT_EQ(0, search(self, 2));
	sis_trace_clear();
	ASSERT_EQ(0, search(self, sis_scale(20)));
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		EXPECT_FALSE(events[i].type == SIS_LIMIT);
		if (events[i].type != SIS_SELECT || events[i].prev != self->home)
			continue;
		seen++;
		EXPECT_EQ(-1, events[i].limit);
		whole += !strcmp(events[i].name, "span") &&
			 events[i].looked >= self->span / sis_siblings(self->home, &core);
	}
	free(events);
	TH_LOG("SIS_UTIL off: %d of %d searches went through the span of %d", whole, seen,
	       self->span);
	EXPECT_GE(seen, sis_scale(20) * 3 / 4);
	EXPECT_EQ(seen, whole);
}

/*
 * A burst after idle: what held before, when the LLC was overloaded, must not be
 * what the first search goes by.
 */
TEST_F_TIMEOUT(limit, does_not_outlive_the_load, 240)
{
	static const char * const tried[] = { "adaptive", "quadratic", "overload" };
	struct sis_event *events;
	int i, nr, before, first;
	size_t c;

	if (self->span > 100)
		SKIP(return, "the LLC has %d CPUs, its limit is less when idle", self->span);

	for (c = 0; c < ARRAY_SIZE(tried); c++) {
		ASSERT_EQ(0, sis_write(SIS_CURVE, tried[c]));
		busy(self, self->span);
		ASSERT_GE(settle(self, 93, 200), 93);
		sis_trace_clear();
		ASSERT_EQ(0, search(self, 1));
		nr = sis_trace_read(&events);
		before = -1;
		for (i = 0; i < nr; i++) {
			if (events[i].type == SIS_SELECT && events[i].limit >= 0)
				before = events[i].limit;
		}
		free(events);
		EXPECT_GE(before, 0);
		EXPECT_LE(before, 2);

		idle(self);
		sis_nap(2000);
		sis_trace_clear();
		ASSERT_EQ(0, search(self, 3));
		nr = sis_trace_read(&events);
		first = -1;
		for (i = 0; i < nr && first < 0; i++) {
			if (events[i].type == SIS_SELECT && events[i].limit >= 0)
				first = events[i].limit;
		}
		free(events);
		TH_LOG("%s: span %d, limit %d under load, %d for the first search after it",
		       tried[c], self->span, before, first);
		EXPECT_GE(first, self->span * 9 / 10);
	}
}

/*
 * The age is counted in jiffies, and so is the time in this trace, in hundredths
 * of a second: what a slow emulation does to the time of day is of no matter.
 *
 * That it may stop a CPU while that recomputes the limit is: others rely on it
 * then, and go by the old one. So a few may be too old, which says nothing as
 * long as far more would be if searches did not recompute it.
 */
TEST_F_TIMEOUT(limit, is_never_older_than_its_bound, 240)
{
	int i, nr, seen = 0, limits = 0, old = 0, unaided = 0, rounds = 60, by_search = 0;
	int bound = (self->span > 16 ? self->span : 16) / 10 + 2;
	double last = -1, balanced = -1, worst = 0;
	struct sis_event *events;

	/* A busy LLC is balanced least often, 16 times less than an idle one. */
	busy(self, self->span);
	ASSERT_GE(settle(self, 93, 200), 93);
	sis_confine_rcu(self->home);
	if (sis_trace_clock("uptime"))
		SKIP(return, "no trace clock in jiffies");
	for (i = 0; i < rounds; i++) {
		ASSERT_EQ(0, search(self, 1));
		sis_nap(self->span / 2);
	}
	nr = sis_trace_read(&events);

	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type == SIS_LIMIT && e->llc == self->list[0]) {
			last = e->time;
			balanced = e->search ? balanced : e->time;
			limits++;
			by_search += e->search;
		}
		if (e->type != SIS_SELECT || e->prev != self->home || e->limit < 0 || last < 0)
			continue;
		seen++;
		old += e->time - last > bound;
		unaided += e->time - balanced > bound;
		worst = e->time - last > worst ? e->time - last : worst;
	}
	free(events);
	TH_LOG("span %d: %d limits, %d by a search", self->span, limits, by_search);
	TH_LOG("%d searches: %d by one over %d0 ms old, %d without searches' own; oldest %.0f0 ms",
	       seen, old, bound, unaided, worst);
	EXPECT_GE(seen, rounds * 3 / 4);
	EXPECT_LE(old, seen / 4);
	EXPECT_GT(by_search, 0);
}

/* Domains as they are, or new ones */
FIXTURE(domain) {
	cpu_set_t		llc;
	int			list[CPU_SETSIZE];
	int			span;
	struct sis_wakee	*w;
};

FIXTURE_SETUP(domain)
{
	if (!sis_present())
		SKIP(return, "this kernel has no sched/sis in debugfs, or no sis events");
	self->span = sis_first_llc(&self->llc, self->list);
	if (self->span < 4)
		SKIP(return, "the LLC has %d CPUs, 4 are needed", self->span);
	self->w = sis_share(sizeof(*self->w));
	ASSERT_NE(NULL, self->w);
	sis_place_all_wakeups();
	/* With it, some searches look elsewhere first. */
	if (sis_feature("SIS_CORE") == 1)
		sis_set_feature("SIS_CORE", false);
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", true));
	ASSERT_EQ(0, sis_write(SIS_CURVE, "adaptive"));
	ASSERT_EQ(0, sis_trace_start("counter"));
	ASSERT_EQ(0, sis_trace_event("sis/sis_limit", NULL));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
}

FIXTURE_TEARDOWN(domain)
{
	if (self->w && self->w->pid)
		sis_reap(&self->w->pid, 1);
	sis_trace_stop();
	sis_partition_end();
}

/* The whole LLC, however large, with up to 16 of its CPUs busy */
TEST_F_TIMEOUT(domain, limit_is_as_documented_at_low_load, 240)
{
	int i, level, curve, nr = 0, home = self->list[1], step = self->span / 8 + 1;
	struct compared c = {};
	pid_t hogs[64];
	cpu_set_t cpus;

	ASSERT_EQ(0, sis_pin(home));
	for (level = 0; level < 3; level++) {
		for (i = 0; i < 3; i++) {
			for (curve = 0; curve < CURVES; curve++) {
				ASSERT_EQ(0, sis_write(SIS_CURVE, curves[curve]));
				ASSERT_EQ(0, sis_wakee_search(self->w, home, &self->llc));
			}
		}
		if (level == 2)
			break;
		CPU_ZERO(&cpus);
		for (i = 2 + level; i < self->span && nr + CPU_COUNT(&cpus) < 16; i += step)
			CPU_SET(self->list[i], &cpus);
		nr += sis_hog(hogs + nr, &cpus);
	}
	sis_reap(hogs, nr);
	compare(_metadata, self->list[0], self->span, &c);
	for (curve = 0; curve < CURVES; curve++)
		EXPECT_GT(c.per_curve[curve], 0);
}

/* A partition's first search has the whole of it to look at. */
TEST_F_TIMEOUT(domain, is_born_with_the_whole_span, 240)
{
	int i, nr, round, first, fresh = 0, seen = 0, home = -1, span;
	struct sis_event *events;
	cpu_set_t part, core;

	/*
	 * The second half, the boot CPU stays outside. With SMT, one CPU of each
	 * core, or the sibling would be found before the scan.
	 */
	CPU_ZERO(&part);
	for (i = self->span - 1; i >= 0 && CPU_COUNT(&part) < self->span / 2; i--) {
		sis_siblings(self->list[i], &core);
		CPU_AND(&core, &core, &part);
		if (!CPU_COUNT(&core)) {
			home = self->list[i];
			CPU_SET(home, &part);
		}
	}
	span = CPU_COUNT(&part);
	if (sis_partition(&part))
		SKIP(return, "no cpuset controller of the second version");
	ASSERT_EQ(0, sis_partition_join(self->w->pid));
	ASSERT_EQ(0, sis_partition_join(0));
	ASSERT_EQ(0, sis_pin(home));

	for (round = 0; round < 5; round++) {
		ASSERT_EQ(0, sis_partition_type("root"));
		sis_trace_clear();
		ASSERT_EQ(0, sis_wakee_search(self->w, home, &part));
		ASSERT_EQ(0, sis_wakee_search(self->w, home, &part));
		nr = sis_trace_read(&events);
		first = -1;
		for (i = 0; i < nr && first < 0; i++) {
			if (events[i].type == SIS_LIMIT && events[i].llc == home)
				break;
			if (events[i].type == SIS_SELECT && sis_scanned(&events[i]))
				first = events[i].limit;
		}
		/* None was computed in between: this is what it was born with. */
		if (first >= 0) {
			fresh++;
			EXPECT_EQ(span, first);
		}
		for (i = 0; i < nr; i++) {
			if (events[i].type != SIS_SELECT || !sis_scanned(&events[i]))
				continue;
			seen++;
			EXPECT_EQ(span, events[i].limit);
		}
		free(events);
		ASSERT_EQ(0, sis_partition_type("member"));
	}
	TH_LOG("%d searches in 5 new domains of %d, %d before any limit was computed", seen,
	       span, fresh);
	EXPECT_GE(seen, 5);
}

TEST_HARNESS_MAIN
