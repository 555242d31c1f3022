// SPDX-License-Identifier: GPL-2.0
/*
 * What the search for an idle CPU can be steered and seen by: the scheduler's
 * features, the curve of the limit, counters, trace events.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#include <ctype.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#define CURVES		4

static const char * const curves[CURVES] = { "overload", "linear", "quadratic", "adaptive" };

FIXTURE(interface) {
	cpu_set_t		all;
	int			list[CPU_SETSIZE];
	int			home;
	struct sis_wakee	*w;
};

FIXTURE_SETUP(interface)
{
	cpu_set_t llc;

	if (!sis_present())
		SKIP(return, "this kernel has no sched/sis in debugfs, or no sis events");
	sis_first_llc(&llc, self->list);
	self->home = self->list[CPU_COUNT(&llc) > 1];
	sis_online(&self->all);
	self->w = sis_share(sizeof(*self->w));
	ASSERT_NE(NULL, self->w);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
	ASSERT_EQ(0, sis_pin(self->home));
}

/* Those that are off by default */
static const char * const off[] = { "SIS_CORE", "SIS_CACHE", "SIS_SHORT" };

FIXTURE_TEARDOWN(interface)
{
	size_t i;

	if (self->w && self->w->pid)
		sis_reap(&self->w->pid, 1);
	sis_trace_stop();
	sis_set_feature("SIS_UTIL", true);
	for (i = 0; i < ARRAY_SIZE(off); i++) {
		if (sis_feature(off[i]) == 1)
			sis_set_feature(off[i], false);
	}
	sis_write(SIS_CURVE, "adaptive");
	sis_write(SIS_RESERVE_US, "500");
}

TEST_F_TIMEOUT(interface, feature_flips_and_stays, 120)
{
	static const char * const names[] = { "SIS_UTIL", "SIS_CORE", "SIS_CACHE", "SIS_SHORT" };
	size_t i, n;

	ASSERT_GE(sis_feature("SIS_UTIL"), 0);
	for (i = 0; i < 3 * ARRAY_SIZE(names); i++) {
		n = i % ARRAY_SIZE(names);
		if (sis_feature(names[n]) < 0)
			continue;
		ASSERT_EQ(0, sis_set_feature(names[n], false));
		EXPECT_EQ(0, sis_feature(names[n]));
		sis_nap(50);
		EXPECT_EQ(0, sis_feature(names[n]));
		ASSERT_EQ(0, sis_set_feature(names[n], true));
		EXPECT_EQ(1, sis_feature(names[n]));
		sis_nap(50);
		EXPECT_EQ(1, sis_feature(names[n]));
	}
	for (i = 0; i < ARRAY_SIZE(off); i++) {
		if (sis_feature(off[i]) == 1)
			ASSERT_EQ(0, sis_set_feature(off[i], false));
	}
	/* A line end is what echo adds; twice the same is no change. */
	ASSERT_EQ(0, sis_write(sis_features(), "NO_SIS_UTIL\n"));
	ASSERT_EQ(0, sis_write(sis_features(), "NO_SIS_UTIL"));
	EXPECT_EQ(0, sis_feature("SIS_UTIL"));
	ASSERT_EQ(0, sis_write(sis_features(), "SIS_UTIL\n"));
	EXPECT_EQ(1, sis_feature("SIS_UTIL"));
}

/* The limit that was in the way of this one is gone, and its switch with it. */
TEST_F(interface, has_no_sis_prop)
{
	EXPECT_EQ(-ENOENT, sis_feature("SIS_PROP"));
	EXPECT_EQ(-EINVAL, sis_write(sis_features(), "SIS_PROP"));
}

TEST_F(interface, features_refuse_garbage)
{
	static const char * const bad[] = {
		"", "\n", "SIS", "SIS_UTI", "SIS_UTILS", "sis_util", "NO_", "NO_NO_SIS_UTIL",
		"SIS_UTIL SIS_UTIL", "NO_SIS_UTIL,SIS_UTIL", "SIS_UTIL\nNO_SIS_UTIL", "1", "0",
	};
	char before[4096], after[4096], text[200];
	size_t i;

	ASSERT_GT(sis_read(sis_features(), before, sizeof(before)), 0);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_EQ(-EINVAL, sis_write(sis_features(), bad[i]))
			TH_LOG("'%s' is no feature", bad[i]);
	}
	memset(text, 'S', sizeof(text));
	EXPECT_EQ(-EINVAL, sis_write_bytes(sis_features(), text, sizeof(text)));
	EXPECT_EQ(-EINVAL, sis_write_bytes(sis_features(), "NO_SIS\0UTIL", 11));
	ASSERT_GT(sis_read(sis_features(), after, sizeof(after)), 0);
	EXPECT_STREQ(before, after);
}

TEST_F(interface, curve_is_chosen_and_stays)
{
	char now[SIS_TEXT], text[SIS_TEXT];
	int i, j;

	for (i = 0; i < CURVES; i++) {
		ASSERT_EQ(0, sis_write(SIS_CURVE, curves[i]));
		ASSERT_EQ(0, sis_get_curve(now, sizeof(now)));
		EXPECT_STREQ(curves[i], now);
		/* All can be read that can be written. */
		ASSERT_GT(sis_read(SIS_CURVE, text, sizeof(text)), 0);
		for (j = 0; j < CURVES; j++)
			EXPECT_NE(NULL, strstr(text, curves[j]));
		snprintf(text, sizeof(text), "%s\n", curves[i]);
		EXPECT_EQ(0, sis_write(SIS_CURVE, text));
		ASSERT_EQ(0, sis_get_curve(now, sizeof(now)));
		EXPECT_STREQ(curves[i], now);
	}
}

TEST_F(interface, curve_refuses_garbage)
{
	static const char * const bad[] = {
		"", "\n", " ", "adaptiv", "adaptives", "Adaptive", " adaptive", "adaptive ",
		"adaptive\n\n", "\nadaptive", "adaptive linear", "linear,linear",
		"linear\nlinear", "[linear]", "3", "-1", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa",
		"adaptive\nadaptive\nadaptive\nadaptive",
	};
	char now[SIS_TEXT], text[5000];
	size_t i;

	ASSERT_EQ(0, sis_write(SIS_CURVE, "quadratic"));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_EQ(-EINVAL, sis_write(SIS_CURVE, bad[i]))
			TH_LOG("'%s' is no curve", bad[i]);
		ASSERT_EQ(0, sis_get_curve(now, sizeof(now)));
		EXPECT_STREQ("quadratic", now);
	}
	EXPECT_EQ(-EINVAL, sis_write_bytes(SIS_CURVE, "linear\0", 7));
	EXPECT_EQ(-EINVAL, sis_write_bytes(SIS_CURVE, "linear\0\n", 8));
	EXPECT_EQ(-EINVAL, sis_write_bytes(SIS_CURVE, "lin\0ear", 7));
	EXPECT_EQ(-EINVAL, sis_write_bytes(SIS_CURVE, "\0linear", 7));
	memset(text, ' ', sizeof(text));
	memcpy(text, "linear", 6);
	EXPECT_EQ(-EINVAL, sis_write_bytes(SIS_CURVE, text, sizeof(text)));
	ASSERT_EQ(0, sis_get_curve(now, sizeof(now)));
	EXPECT_STREQ("quadratic", now);
	/* The counters are for reading. */
	EXPECT_GT(0, sis_write(SIS_STATS, "0"));
}

/* Microseconds, up to a second */
TEST_F(interface, reserve_us_refuses_garbage)
{
	static const char * const bad[] = { "x", "-1", "1000001", "1e3", "99999999999999999999" };
	size_t i;

	if (sis_feature("SIS_CACHE") < 0)
		SKIP(return, "this kernel has no SIS_CACHE");
	ASSERT_EQ(0, sis_write(SIS_RESERVE_US, "123\n"));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_GT(0, sis_write(SIS_RESERVE_US, bad[i]))
			TH_LOG("took '%s'", bad[i]);
		EXPECT_EQ(123, sis_read_long(SIS_RESERVE_US));
	}
}

/**
 * struct stats - the counters, of one CPU or of all
 * @searches: sum over all reasons for an end
 * @looked: CPUs looked at
 */
struct stats {
	long	searches;
	long	looked;
};

/*
 * The file is a line of names, a line per CPU, and a line that sums them up.
 * The number of CPU lines, or -1 if it is anything else.
 */
static int read_stats(struct stats *all)
{
	static char buf[1 << 20];
	char *names[64] = {}, *line, *word, *rest = buf;
	int i, lines = 0, nr = 0, ends = 0;
	struct stats sum = {}, st;

	if (sis_read(SIS_STATS, buf, sizeof(buf)) <= 0)
		return -1;
	line = strsep(&rest, "\n");
	while (nr < (int)ARRAY_SIZE(names) && (word = strsep(&line, " "))) {
		ends += sis_is_end(word);
		names[nr++] = word;
	}
	if (nr < 2 || strcmp(names[0], "cpu") || strcmp(names[1], "looked") || ends != 13)
		return -1;

	while (rest && (line = strsep(&rest, "\n")) && *line) {
		bool total = !strncmp(line, "all ", 4);

		memset(&st, 0, sizeof(st));
		for (i = 0; i < nr && (word = strsep(&line, " ")); i++) {
			if (i == 1)
				st.looked = atol(word);
			if (sis_is_end(names[i]))
				st.searches += atol(word);
		}
		if (i != nr || line)
			return -1;
		if (total) {
			*all = st;
			return sum.searches == st.searches && sum.looked == st.looked ?
			       lines : -1;
		}
		sum.searches += st.searches;
		sum.looked += st.looked;
		lines++;
	}

	return -1;
}

/* Searches that go to the scan, where the machine has room for one */
static int search(FIXTURE_DATA(interface) * self, int times)
{
	int ret = 0;

	while (!ret && times--)
		ret = sis_wakee_search(self->w, self->home, &self->all);

	return ret;
}

TEST_F_TIMEOUT(interface, stats_follow_schedstats, 120)
{
	struct stats before, after;
	int rounds = 40;

	if (CPU_COUNT(&self->all) < 2)
		SKIP(return, "one CPU, so there is nothing to search");
	if (access(SIS_SCHEDSTATS, W_OK))
		SKIP(return, "no " SIS_SCHEDSTATS);

	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "0"));
	/* Searches that have begun before come to their end. */
	sis_nap(200);
	ASSERT_GE(read_stats(&before), CPU_COUNT(&self->all));
	ASSERT_EQ(0, search(self, rounds));
	ASSERT_GE(read_stats(&after), CPU_COUNT(&self->all));
	EXPECT_EQ(before.searches, after.searches);
	EXPECT_EQ(before.looked, after.looked);

	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "1"));
	ASSERT_EQ(0, search(self, rounds));
	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "0"));
	sis_nap(200);
	ASSERT_GE(read_stats(&after), CPU_COUNT(&self->all));
	TH_LOG("%d wakeups counted as %ld searches of %ld CPUs", rounds,
	       after.searches - before.searches, after.looked - before.looked);
	EXPECT_GE(after.searches - before.searches, rounds * 9 / 10);
	EXPECT_GT(after.looked, before.looked);
}

TEST_F_TIMEOUT(interface, events_are_complete, 120)
{
	int i, nr, seen = 0, timed = 0, rounds = 40;
	struct sis_event *events;

	if (CPU_COUNT(&self->all) < 2)
		SKIP(return, "one CPU, so there is nothing to search");
	ASSERT_EQ(0, sis_trace_start("counter"));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, search(self, rounds));
	ASSERT_EQ(0, sis_trace_event_off("sis/sis_select"));
	ASSERT_EQ(0, search(self, 5));

	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_SELECT)
			continue;
		seen++;
		timed += e->ns > 0;
		EXPECT_EQ(self->w->pid, e->pid);
		EXPECT_EQ(getpid(), e->waker);
		EXPECT_TRUE(CPU_ISSET(e->target, &self->all));
		EXPECT_TRUE(CPU_ISSET(e->prev, &self->all));
		EXPECT_TRUE(CPU_ISSET(e->cpu, &self->all));
		EXPECT_GE(e->looked, 0);
		EXPECT_TRUE(isalpha((unsigned char)e->name[0]));
	}
	free(events);
	TH_LOG("%d of %d wakeups seen, %d with the time they took", seen, rounds, timed);
	EXPECT_GE(seen, rounds * 9 / 10);
	EXPECT_LE(seen, rounds);
	EXPECT_EQ(seen, timed);
}

TEST_F_TIMEOUT(interface, perf_counts_searches, 120)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.disabled	= 1,
	};
	int fd, rounds = 40;
	__u64 count = 0;
	char filter[64];
	long id;

	if (CPU_COUNT(&self->all) < 2)
		SKIP(return, "one CPU, so there is nothing to search");
	id = sis_tracepoint_id("sis/sis_select");
	ASSERT_GE(id, 0);
	attr.config = id;
	/* In the waker's context, on whatever CPU */
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	ASSERT_GE(fd, 0);
	snprintf(filter, sizeof(filter), "pid == %d", self->w->pid);
	ASSERT_EQ(0, ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter));

	ASSERT_EQ(0, search(self, 5));
	ASSERT_EQ(0, ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, search(self, rounds));
	ASSERT_EQ(0, ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, search(self, 5));
	ASSERT_EQ((ssize_t)sizeof(count), read(fd, &count, sizeof(count)));
	close(fd);
	TH_LOG("%d wakeups counted as %llu", rounds, (unsigned long long)count);
	EXPECT_GE(count, (__u64)rounds * 9 / 10);
	EXPECT_LE(count, (__u64)rounds);
}

TEST_HARNESS_MAIN
