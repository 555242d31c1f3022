// SPDX-License-Identifier: GPL-2.0
/*
 * A short wakee runs after its short waker (SIS_SHORT): those that are meant to do,
 * and nobody else does.
 *
 * How long it takes to pass a byte on depends on the machine, and on one that is
 * emulated it takes many times as long. So what counts as short is set by what the
 * tasks of this test turn out to run.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#define SHORT_US	SIS_DEBUGFS "/sis/short_us"

/* Averages follow what a task runs within this time. */
#define SETTLE_MS	4000

/* Who has woken others before, or whose parent has, is no pair for some seconds. */
#define PAIR_SECONDS	30

/* Of so many pairs one after the other, one has to be undisturbed. */
#define MAX_PAIRS	4

/*
 * On more CPUs, all emulated by one, it is always the CPU of the pair that ends a grace
 * period of RCU, and in its name that RCU's own task is woken.
 */
#define MANY_CPUS	32

/**
 * struct pair - two tasks that wake each other in turn
 * @pid: of both
 * @burn_us: how long each of their runs is made
 * @turns: so far
 */
struct pair {
	pid_t		pid[2];
	unsigned int	burn_us;
	unsigned long	turns;
};

FIXTURE(handoff) {
	cpu_set_t	llc;
	int		list[CPU_SETSIZE];
	int		span;
	pid_t		hogs[CPU_SETSIZE];
	int		nr_hogs;
	pid_t		tasks[8];
	int		nr_tasks;
	struct pair	*pair;
};

/* The last CPU of the LLC is left free, all others are busy. */
FIXTURE_SETUP(handoff)
{
	cpu_set_t busy;

	if (sis_feature("SIS_SHORT") < 0 || !sis_present())
		SKIP(return, "this kernel has no SIS_SHORT");
	self->span = sis_first_llc(&self->llc, self->list);
	self->span = sis_cut(&self->llc, self->list, 16);
	if (self->span < 8)
		SKIP(return, "the LLC has %d CPUs, 8 are needed", self->span);
	self->pair = sis_share(sizeof(*self->pair));
	ASSERT_NE(NULL, self->pair);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_write(SIS_SCHEDSTATS, "1"));
	ASSERT_EQ(0, sis_set_feature("SIS_SHORT", true));
	ASSERT_EQ(0, sis_trace_start("global"));
	ASSERT_EQ(0, sis_pin(self->list[0]));
	sis_confine_rcu(self->list[0]);
	busy = self->llc;
	CPU_CLR(self->list[self->span - 1], &busy);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	ASSERT_EQ(CPU_COUNT(&busy), self->nr_hogs);
}

FIXTURE_TEARDOWN(handoff)
{
	sis_reap(self->tasks, self->nr_tasks);
	sis_reap(self->hogs, self->nr_hogs);
	sis_trace_stop();
	sis_release_rcu();
	sis_partition_end();
	if (sis_feature("SIS_SHORT") == 1)
		sis_set_feature("SIS_SHORT", false);
	sis_write(SHORT_US, "16");
}

/* Take turns through two pipes or connected sockets. */
static void take_turns(struct pair *p, int from, int to, bool first)
{
	char c = 0;

	for (;;) {
		if (first && write(to, &c, 1) != 1)
			_exit(1);
		if (read(from, &c, 1) != 1)
			_exit(1);
		sis_burn(__atomic_load_n(&p->burn_us, __ATOMIC_RELAXED));
		__atomic_fetch_add(&p->turns, 1, __ATOMIC_RELAXED);
		if (!first && write(to, &c, 1) != 1)
			_exit(1);
	}
}

static pid_t add_task(FIXTURE_DATA(handoff) * self)
{
	pid_t pid = sis_fork(SIS_WAKEE);

	if (!pid && sched_setaffinity(0, sizeof(self->llc), &self->llc))
		_exit(1);
	if (pid > 0)
		self->tasks[self->nr_tasks++] = pid;

	return pid;
}

/* Task i of the pair reads from[i] and writes to[i]. */
static int add_pair(FIXTURE_DATA(handoff) * self, const int *from, const int *to)
{
	struct pair *p = self->pair;
	int i;

	for (i = 0; i < 2; i++) {
		pid_t pid = add_task(self);

		if (!pid)
			take_turns(p, from[i], to[i], !i);
		if (pid < 0)
			return -1;
		p->pid[i] = pid;
	}

	return 0;
}

static int add_pipe_pair(FIXTURE_DATA(handoff) * self)
{
	int a[2], b[2];

	if (pipe(a) || pipe(b))
		return -1;
	return add_pair(self, (int []){ a[0], b[0] }, (int []){ b[1], a[1] });
}

/*
 * Wait until the two are taken for a pair. Then short is several times of what they
 * now run on average. In us, 0 if unknown
 */
static unsigned int calibrate(FIXTURE_DATA(handoff) * self)
{
	long ns, us = 0, before = sis_stat("handoff");
	char text[32];
	int i;

	sis_write(SHORT_US, "1000000");
	for (i = 0; i < PAIR_SECONDS && sis_stat("handoff") <= before + 10; i++)
		sis_nap(1000);
	sis_nap(SETTLE_MS);
	for (i = 0; i < 2; i++) {
		ns = sis_sched_value(self->pair->pid[i], "sis.run_avg");
		if (ns <= 0)
			return 0;
		us = ns / 1000 > us ? ns / 1000 : us;
	}
	us = 10 * us + 100;
	if (us > 100000)
		us = 100000;
	snprintf(text, sizeof(text), "%ld", us);
	return sis_write(SHORT_US, text) ? 0 : us;
}

/**
 * struct count - what the searches of the test's tasks came to
 * @all: that one of them woke another
 * @handoff: of these, wakee handed over
 * @other: searches where another woke
 * @other_handoff: wakee handed over then
 */
struct count {
	int all;
	int handoff;
	int other;
	int other_handoff;
};

static const char * const refusals[] = {
	"no_context", "no_pair", "no_short", "no_alone", "no_busy", "no_cookie", "no_capacity",
	"no_allowed",
};

/* How often each condition was in the way; the first call of two starts counting. */
static void tell_refusals(struct __test_metadata *_metadata, bool start)
{
	static long from[ARRAY_SIZE(refusals)];
	char text[SIS_TEXT];
	size_t i, len = 0;

	for (i = 0; i < ARRAY_SIZE(refusals); i++) {
		long now = sis_stat(refusals[i]);

		if (!start && now > from[i])
			len += snprintf(text + len, sizeof(text) - len, " %s %ld", refusals[i],
					now - from[i]);
		from[i] = now;
	}
	if (len)
		TH_LOG("refused:%s", text);
}

static struct count count(struct __test_metadata *_metadata, FIXTURE_DATA(handoff) * self,
			  const char *what)
{
	struct sis_event *events;
	struct count c = { 0 };
	int i, j, nr;

	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];
		bool given = !strcmp(e->name, "handoff");

		if (e->type != SIS_SELECT)
			continue;
		for (j = 0; j < self->nr_tasks && self->tasks[j] != e->waker; j++)
			;
		*(j < self->nr_tasks ? &c.all : &c.other) += 1;
		*(j < self->nr_tasks ? &c.handoff : &c.other_handoff) += given;
		/* Where the waker is, which is who traced it */
		if (given)
			EXPECT_EQ(e->on, e->cpu);
	}
	free(events);
	TH_LOG("%s: %d of %d wakees handed over; %d of %d that others woke", what, c.handoff,
	       c.all, c.other_handoff, c.other);

	return c;
}

static struct count watch(struct __test_metadata *_metadata, FIXTURE_DATA(handoff) * self,
			  const char *what, int ms)
{
	sis_trace_clear();
	tell_refusals(_metadata, true);
	EXPECT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	sis_nap(ms);
	EXPECT_EQ(0, sis_trace_event_off("sis/sis_select"));
	tell_refusals(_metadata, false);
	if (self->pair->pid[0])
		TH_LOG("runs: %ld and %ld ns on average, %ld and %ld the last time",
		       sis_sched_value(self->pair->pid[0], "sis.run_avg"),
		       sis_sched_value(self->pair->pid[1], "sis.run_avg"),
		       sis_sched_value(self->pair->pid[0], "sis.run_last"),
		       sis_sched_value(self->pair->pid[1], "sis.run_last"));
	return count(_metadata, self, what);
}

/*
 * On an emulated machine a pair may come to run on two CPUs so that one of them always
 * finds the answer there and never sleeps, and an interrupt that wakes another task
 * counts as its wakeup for seconds. Then it is none, and another may be.
 */
TEST_F_TIMEOUT(handoff, short_pair, 600)
{
	struct count c = { 0 };
	long torn = 0;
	int i;

	for (i = 0; i < MAX_PAIRS && c.handoff <= c.all * 9 / 10; i++) {
		sis_reap(self->tasks, self->nr_tasks);
		self->nr_tasks = 0;
		ASSERT_EQ(0, add_pipe_pair(self));
		ASSERT_GT(calibrate(self), 0);
		/* What others take from an emulated CPU counts as if the pair had run. */
		ASSERT_EQ(0, sis_write(SHORT_US, "100000"));
		sis_nap(SETTLE_MS);
		torn = sis_stat("no_pair");
		c = watch(_metadata, self, "short pair", 2000);
		torn = sis_stat("no_pair") - torn;
		ASSERT_GE(c.all, 20);
	}
	if (c.handoff <= c.all * 9 / 10 && torn > c.all / 10 && sis_nr_cpus() > MANY_CPUS)
		SKIP(return, "interrupts keep waking others in the name of the pair");
	EXPECT_GT(c.handoff, c.all * 9 / 10);

	/* What it runs is not looked at while the feature is off. */
	ASSERT_EQ(0, sis_set_feature("SIS_SHORT", false));
	c = watch(_metadata, self, "SIS_SHORT off", 1000);
	EXPECT_GE(c.all, 20);
	EXPECT_EQ(0, c.handoff);
}

TEST_F_TIMEOUT(handoff, long_pair, 300)
{
	long refused = sis_stat("no_short");
	unsigned int us;
	struct count c;

	ASSERT_EQ(0, add_pipe_pair(self));
	us = calibrate(self);
	ASSERT_GT(us, 0);
	self->pair->burn_us = 4 * us > 1000 ? 4 * us : 1000;
	TH_LOG("short is up to %u us, the pair runs %u us", us, self->pair->burn_us);
	sis_nap(SETTLE_MS);
	c = watch(_metadata, self, "long pair", 4000);
	EXPECT_GE(c.all, 10);
	EXPECT_EQ(0, c.handoff);
	EXPECT_GT(sis_stat("no_short"), refused);
}

/* From one wakeup to the next it is not short any more. */
TEST_F_TIMEOUT(handoff, turns_long, 600)
{
	struct sis_event *events;
	int i, j, nr, before = 0, after = 0;
	bool turned = false;
	unsigned int us;

	/* The first pair that is not torn apart by interrupts, see above */
	for (j = 0; j < MAX_PAIRS && !before; j++) {
		sis_reap(self->tasks, self->nr_tasks);
		self->nr_tasks = 0;
		self->pair->burn_us = 0;
		turned = false;
		after = 0;
		ASSERT_EQ(0, add_pipe_pair(self));
		us = calibrate(self);
		ASSERT_GT(us, 0);
		sis_trace_clear();
		ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
		sis_nap(300);
		/* Runs that begin before the mark may be long, those after it are. */
		self->pair->burn_us = 4 * us > 1000 ? 4 * us : 1000;
		ASSERT_EQ(0, sis_trace_mark("turned pid=0 seq=0"));
		sis_nap(SETTLE_MS);
		ASSERT_EQ(0, sis_trace_event_off("sis/sis_select"));
		nr = sis_trace_read(&events);
		for (i = 0; i < nr; i++) {
			if (events[i].type == SIS_MARK)
				turned = true;
			else if (!strcmp(events[i].name, "handoff"))
				*(turned ? &after : &before) += 1;
		}
		free(events);
		TH_LOG("%d wakees handed over before the pair turned long, %d after", before,
		       after);
	}
	if (!before && sis_nr_cpus() > MANY_CPUS)
		SKIP(return, "interrupts keep waking others in the name of the pair");
	EXPECT_GT(before, 0);
	EXPECT_TRUE(turned);
	EXPECT_LE(after, 2);
}

/* One that wakes three in turn is no pair with any of them. */
TEST_F_TIMEOUT(handoff, many_wakees, 300)
{
	long refused = sis_stat("no_pair");
	int to[3][2], from[2], i;
	struct count c;
	char b = 0;

	ASSERT_EQ(0, sis_write(SHORT_US, "1000000"));
	ASSERT_EQ(0, pipe(from));
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, pipe(to[i]));
	for (i = 0; i < 3; i++) {
		if (!add_task(self)) {
			for (;;) {
				if (read(to[i][0], &b, 1) != 1 || write(from[1], &b, 1) != 1)
					_exit(1);
			}
		}
	}
	if (!add_task(self)) {
		for (i = 0;; i++) {
			if (write(to[i % 3][1], &b, 1) != 1 || read(from[0], &b, 1) != 1)
				_exit(1);
		}
	}
	sis_nap(2 * SETTLE_MS);
	c = watch(_metadata, self, "one waker, three wakees", 2000);
	EXPECT_GE(c.all, 20);
	EXPECT_EQ(0, c.handoff);
	EXPECT_GT(sis_stat("no_pair"), refused);
}

/* Timer interrupts wake, whatever task they happen to interrupt. */
TEST_F_TIMEOUT(handoff, timer, 300)
{
	struct timespec sleep = { 0, 200000 };
	struct count c;

	ASSERT_EQ(0, sis_write(SHORT_US, "1000000"));
	if (!add_task(self)) {
		for (;;)
			nanosleep(&sleep, NULL);
	}
	ASSERT_EQ(1, self->nr_tasks);
	sis_nap(SETTLE_MS);
	c = watch(_metadata, self, "timer", 2000);
	EXPECT_GE(c.all + c.other, 20);
	EXPECT_EQ(0, c.handoff + c.other_handoff);
}

static int udp_pair(int *fds)
{
	struct sockaddr_in addr[2];
	socklen_t len = sizeof(addr[0]);
	int i;

	for (i = 0; i < 2; i++) {
		memset(&addr[i], 0, len);
		addr[i].sin_family = AF_INET;
		addr[i].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		fds[i] = socket(AF_INET, SOCK_DGRAM, 0);
		if (fds[i] < 0 || bind(fds[i], (struct sockaddr *)&addr[i], len) ||
		    getsockname(fds[i], (struct sockaddr *)&addr[i], &len))
			return -1;
	}
	return connect(fds[0], (struct sockaddr *)&addr[1], len) ?:
		connect(fds[1], (struct sockaddr *)&addr[0], len);
}

/*
 * A datagram is delivered by a softirq, even where it runs on the back of the task
 * that has sent it.
 */
TEST_F_TIMEOUT(handoff, softirq, 300)
{
	long refused = sis_stat("no_context");
	struct count c;
	int fds[2];

	ASSERT_EQ(0, sis_write(SHORT_US, "1000000"));
	if (udp_pair(fds))
		SKIP(return, "no UDP on 127.0.0.1");
	ASSERT_EQ(0, add_pair(self, fds, fds));
	sis_nap(SETTLE_MS);
	c = watch(_metadata, self, "datagrams", 2000);
	EXPECT_GE(c.all, 20);
	EXPECT_EQ(0, c.handoff + c.other_handoff);
	EXPECT_GT(sis_stat("no_context"), refused);
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

#define MAX_WAKEUPS	60000

/* Append how long the wakeups of the message threads take, in us. */
static int latencies(struct __test_metadata *_metadata, bool on, double *us, int nr)
{
	static double woken[1 << 16];
	struct sis_event *events;
	int i, n;

	EXPECT_EQ(0, sis_set_feature("SIS_SHORT", on));
	sis_nap(200);
	memset(woken, 0, sizeof(woken));
	sis_trace_clear();
	EXPECT_EQ(0, sis_trace_event("sched/sched_switch",
				     "next_comm == \"sis_master\" || next_comm == \"sis_worker\""));
	EXPECT_EQ(0, sis_trace_event("sched/sched_wakeup",
				     "comm == \"sis_master\" || comm == \"sis_worker\""));
	sis_nap(100);
	EXPECT_EQ(0, sis_trace_event_off("sched/sched_wakeup"));
	EXPECT_EQ(0, sis_trace_event_off("sched/sched_switch"));
	/* Of what did not fit the oldest is lost, which makes the sample smaller. */
	n = sis_trace_read(&events);
	for (i = 0; i < n; i++) {
		int pid = events[i].pid;

		if (pid < 0 || pid >= (int)ARRAY_SIZE(woken))
			continue;
		if (events[i].type == SIS_WAKEUP) {
			woken[pid] = events[i].time;
		} else if (events[i].type == SIS_SWITCH && woken[pid] > 0) {
			if (nr < MAX_WAKEUPS)
				us[nr++] = (events[i].time - woken[pid]) * 1e6;
			woken[pid] = 0;
		}
	}
	free(events);

	return nr;
}

/*
 * The latency of message threads, off and on in turn in one boot. On an emulated
 * machine the longest varies by a factor between two runs of the same, so this sees
 * what is worse by as much: tasks that wait for a tick, or queue up.
 */
TEST_F_TIMEOUT(handoff, message_latency, 900)
{
	static double us[2][MAX_WAKEUPS];
	double p50[2], p99[2], max[2];
	long given = 0;
	int i, nr[2] = { 0 };

	if (access("./sis_messages", X_OK))
		SKIP(return, "no ./sis_messages");
	/* All of these are short, and known as pairs when their makers' past is forgotten. */
	ASSERT_EQ(0, sis_write(SHORT_US, "100000"));
	if (!add_task(self)) {
		/* No thinking: timers that interrupt a task count as its wakeups. */
		execl("./sis_messages", "sis_messages", "-n", "1000000", "-t", "0", "-b", "100",
		      NULL);
		_exit(1);
	}
	given = sis_stat("handoff");
	for (i = 0; i < PAIR_SECONDS && sis_stat("handoff") <= given + 10; i++)
		sis_nap(1000);
	tell_refusals(_metadata, true);
	for (i = 0; i < 20; i++)
		nr[i % 2] = latencies(_metadata, i % 2, us[i % 2], nr[i % 2]);
	tell_refusals(_metadata, false);
	for (i = 0; i < 2; i++) {
		ASSERT_GE(nr[i], 300);
		qsort(us[i], nr[i], sizeof(us[i][0]), compare);
		p50[i] = us[i][nr[i] / 2];
		p99[i] = us[i][nr[i] * 99 / 100];
		max[i] = us[i][nr[i] - 1];
		TH_LOG("SIS_SHORT %s: p50 %.0f us, p99 %.0f us, max %.0f us of %d wakeups",
		       i ? "on" : "off", p50[i], p99[i], max[i], nr[i]);
	}
	TH_LOG("%ld handed over", sis_stat("handoff") - given);
	EXPECT_GT(sis_stat("handoff"), given);
	EXPECT_LE(p50[1], 2 * p50[0] + 20);
	EXPECT_LE(p99[1], 2 * p99[0] + 1000);
	EXPECT_LE(max[1], 3 * max[0] + 50000);
}

TEST(threshold_refuses_garbage)
{
	static const char * const bad[] = { "x", "-1", "1000001", "1e3", "99999999999999999999" };
	size_t i;

	if (sis_feature("SIS_SHORT") < 0)
		SKIP(return, "this kernel has no SIS_SHORT");
	ASSERT_EQ(0, sis_write(SHORT_US, "123\n"));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_GT(0, sis_write(SHORT_US, bad[i])) {
			TH_LOG("took '%s'", bad[i]);
		}
		EXPECT_EQ(123, sis_read_long(SHORT_US));
	}
	EXPECT_EQ(0, sis_write(SHORT_US, "16"));
}

TEST_HARNESS_MAIN
