// SPDX-License-Identifier: GPL-2.0
/*
 * What a search for an idle CPU comes up with: an idle CPU where there is one,
 * and never one that the wakee may not use, whatever happens to affinity,
 * partitions and CPUs at the same time.
 */
#include "kselftest_harness.h"
#include "sis_common.h"

#define CPU_DIR		"/sys/devices/system/cpu"

#define MAX_PAIRS	8
#define MAX_WAKES	200

/* Put in a mark by the one who takes CPUs away. */
#define OFFLINE		"offline"
#define ONLINE		"online"

/**
 * struct pair - a waker process and its wakee
 * @w: the wakee
 * @masks: what it was allowed at each wakeup, from 1
 * @waker: the process
 * @done: wakeups so far
 * @lost: one of them never ran
 */
struct pair {
	struct sis_wakee	w;
	cpu_set_t		masks[MAX_WAKES + 1];
	pid_t			waker;
	int			done;
	int			lost;
};

struct storm {
	struct pair		pairs[MAX_PAIRS];
	int			nr;
	int			wakes;
	/* Masks are drawn from these. */
	cpu_set_t		from;
	/* Each mask has some of these, unless there are none. */
	cpu_set_t		always;
	/* A partition cuts masks down. Can't be read back while CPUs are offline. */
	bool			effective;
	/* All wakees are always allowed all of @from. */
	bool			wide;
	/* Milliseconds from wakeup to wakeup */
	int			pace;
};

static void random_mask(const struct storm *s, unsigned int *seed, cpu_set_t *mask)
{
	int cpus[CPU_SETSIZE], must[CPU_SETSIZE], nr = 0, nr_must = 0, cpu, want;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &s->from))
			cpus[nr++] = cpu;
		if (CPU_ISSET(cpu, &s->always))
			must[nr_must++] = cpu;
	}
	if (s->wide || rand_r(seed) % 4 == 0) {
		*mask = s->from;
		return;
	}
	/* Few more often than many, seldom one: that leaves no choice. */
	want = 2 + rand_r(seed) % (rand_r(seed) % 2 ? 3 : nr);
	CPU_ZERO(mask);
	if (nr_must)
		CPU_SET(must[rand_r(seed) % nr_must], mask);
	while (want--)
		CPU_SET(cpus[rand_r(seed) % nr], mask);
}

static void pair_run(const struct storm *s, struct pair *p, int nr)
{
	unsigned int seed = 1 + nr;
	cpu_set_t mask, own;
	int i;

	for (i = 0; i < s->wakes; i++) {
		if (rand_r(&seed) % 4 == 0) {
			random_mask(s, &seed, &own);
			sched_setaffinity(0, sizeof(own), &own);
		}
		random_mask(s, &seed, &mask);
		/* Refused where all of them belong to others: as it was, then */
		if (sis_wakee_allow(&p->w, &mask) || s->effective) {
			sched_getaffinity(p->w.pid, sizeof(mask), &mask);
			p->w.mask = mask;
		}
		p->masks[p->w.seq + 1] = mask;
		sis_trace_mark("mask pid=%d seq=%u", p->w.pid, p->w.seq + 1);
		if (sis_wakee_wake(&p->w)) {
			p->lost = 1;
			_exit(1);
		}
		p->done++;
		sis_nap(s->pace);
		/* Before it sleeps, or after, or at once */
		if (rand_r(&seed) % 2)
			sis_wakee_asleep(&p->w);
	}
	_exit(0);
}

static struct storm *storm_new(int nr, int wakes, const cpu_set_t *from)
{
	struct storm *s = sis_share(sizeof(*s));

	if (s) {
		s->nr = nr > MAX_PAIRS ? MAX_PAIRS : nr;
		s->wakes = wakes > MAX_WAKES ? MAX_WAKES : wakes;
		s->from = *from;
	}

	return s;
}

static int storm_start(struct storm *s)
{
	struct pair *p;
	int i, ret;
	pid_t pid;

	for (i = 0; i < s->nr; i++) {
		p = &s->pairs[i];
		ret = sis_wakee_start(&p->w, SIS_WAKEE);
		if (ret)
			return ret;
		pid = sis_fork("sis_waker");
		if (!pid)
			pair_run(s, p, i);
		if (pid < 0)
			return -errno;
		/* Shared with the child, so not before it is known who is who. */
		p->waker = pid;
	}

	return 0;
}

static bool storm_running(const struct storm *s)
{
	int i;

	for (i = 0; i < s->nr; i++) {
		if (s->pairs[i].done < s->wakes && !s->pairs[i].lost)
			return true;
	}

	return false;
}

static void storm_wait(struct storm *s)
{
	int i;

	for (i = 0; i < s->nr; i++) {
		waitpid(s->pairs[i].waker, NULL, 0);
		s->pairs[i].waker = 0;
	}
}

static void storm_end(struct storm *s)
{
	int i;

	for (i = 0; i < s->nr; i++) {
		if (s->pairs[i].waker > 0)
			sis_reap(&s->pairs[i].waker, 1);
		if (s->pairs[i].w.pid > 0)
			sis_reap(&s->pairs[i].w.pid, 1);
	}
}

/*
 * Go through the trace. The previous CPU and the target may be out of bounds,
 * when they became so while the wakee slept: fast paths return them, and the
 * core looks for another one then. What the scan itself finds, and where the
 * wakee ends up, must be legal. @never is out of bounds for all.
 */
static void storm_check(struct __test_metadata *_metadata, struct storm *s,
			const cpu_set_t *never)
{
	int i, j, nr, selects = 0, chosen = 0, wakeups = 0, wrong = 0;
	struct sis_event *events;
	const cpu_set_t *now[MAX_PAIRS] = {};
	cpu_set_t llcs[CPU_SETSIZE], gone;

	for (i = 0; i < s->nr; i++) {
		EXPECT_EQ(0, s->pairs[i].lost);
		EXPECT_EQ(s->wakes, s->pairs[i].done);
		EXPECT_EQ(0, s->pairs[i].w.strays);
	}
	for (i = 0; i < CPU_SETSIZE; i++)
		CPU_ZERO(&llcs[i]);
	CPU_ZERO(&gone);
	EXPECT_EQ(0, sis_trace_lost());
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];
		const char *fault = NULL;

		if (e->type == SIS_MARK && !strcmp(e->name, OFFLINE))
			CPU_SET(e->cpu, &gone);
		if (e->type == SIS_MARK && !strcmp(e->name, ONLINE))
			CPU_CLR(e->cpu, &gone);
		for (j = 0; j < s->nr && s->pairs[j].w.pid != e->pid; j++)
			;
		if (j == s->nr)
			continue;
		if (e->type == SIS_MARK && !strcmp(e->name, "mask"))
			now[j] = &s->pairs[j].masks[e->seq];
		if (!now[j] || (e->type != SIS_SELECT && e->type != SIS_WAKEUP))
			continue;

		if (e->cpu < 0 || e->cpu >= CPU_SETSIZE) {
			fault = "no CPU";
		} else if (e->type == SIS_WAKEUP) {
			wakeups++;
			if (!CPU_ISSET(e->cpu, now[j]))
				fault = "placed outside of its mask";
			else if (CPU_ISSET(e->cpu, &gone))
				fault = "placed on an offline CPU";
			else if (CPU_ISSET(e->cpu, never))
				fault = "placed on a CPU of others";
		} else {
			selects++;
			chosen += sis_chose(e);
			if (!CPU_COUNT(&llcs[e->target]))
				sis_llc(e->target, &llcs[e->target]);
			if (CPU_ISSET(e->cpu, now[j]) && !CPU_ISSET(e->cpu, &gone) &&
			    !CPU_ISSET(e->cpu, never)) {
				if (sis_chose(e) && !CPU_ISSET(e->cpu, &llcs[e->target]) &&
				    !CPU_COUNT(&gone))
					fault = "found in another LLC";
			} else if (sis_chose(e) || (e->cpu != e->prev && e->cpu != e->target)) {
				fault = "chosen out of bounds";
			}
		}
		if (fault) {
			char text[SIS_TEXT];

			wrong++;
			TH_LOG("%s: cpu %d, prev %d, target %d, end %s, allowed %s", fault,
			       e->cpu, e->prev, e->target, e->name,
			       sis_cpus_text(now[j], text, sizeof(text)));
		}
	}
	free(events);
	TH_LOG("%d pairs, %d wakeups each: %d searches, %d of them chose, %d placements, %d wrong",
	       s->nr, s->wakes, selects, chosen, wakeups, wrong);
	EXPECT_EQ(0, wrong);
	EXPECT_GT(selects, s->nr * s->wakes / 4);
	/* All are busy in that case. */
	if (!s->wide)
		EXPECT_GT(chosen, 0);
	EXPECT_GT(wakeups, s->nr * s->wakes / 2);
}

FIXTURE(placement) {
	cpu_set_t		llc;
	cpu_set_t		all;
	cpu_set_t		none;
	int			list[CPU_SETSIZE];
	int			span;
	int			cpus;
	pid_t			*hogs;
	int			nr_hogs;
	struct sis_wakee	*w;
	struct storm		*storm[2];
};

/* Those that are off by default */
static const char * const options[] = { "SIS_CORE", "SIS_CACHE", "SIS_SHORT" };

/* How many of them are on */
FIXTURE_VARIANT(placement) {
	unsigned int	on;
};

FIXTURE_VARIANT_ADD(placement, plain) {
	.on = 0,
};

FIXTURE_VARIANT_ADD(placement, hinted) {
	.on = 1,
};

FIXTURE_VARIANT_ADD(placement, all) {
	.on = ARRAY_SIZE(options),
};

FIXTURE_SETUP(placement)
{
	size_t i;

	if (!sis_present())
		SKIP(return, "this kernel has no sched/sis in debugfs, or no sis events");
	if (variant->on && sis_feature(options[variant->on - 1]) < 0)
		SKIP(return, "this kernel has no %s", options[variant->on - 1]);
	self->span = sis_first_llc(&self->llc, self->list);
	if (self->span < 4)
		SKIP(return, "the LLC has %d CPUs, 4 are needed", self->span);
	self->cpus = sis_online(&self->all);
	CPU_ZERO(&self->none);
	self->hogs = calloc(CPU_SETSIZE, sizeof(*self->hogs));
	self->w = sis_share(sizeof(*self->w));
	ASSERT_TRUE(self->hogs && self->w);
	sis_place_all_wakeups();
	ASSERT_EQ(0, sis_set_feature("SIS_UTIL", true));
	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (sis_feature(options[i]) >= 0)
			ASSERT_EQ(0, sis_set_feature(options[i], i < variant->on));
	}
	ASSERT_EQ(0, sis_write(SIS_CURVE, "adaptive"));
	ASSERT_EQ(0, sis_trace_start("counter"));
	ASSERT_EQ(0, sis_trace_event("sis/sis_select", "comm == \"" SIS_WAKEE "\""));
	ASSERT_EQ(0, sis_trace_event("sched/sched_wakeup", "comm == \"" SIS_WAKEE "\""));
}

FIXTURE_TEARDOWN(placement)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(self->storm); i++) {
		if (self->storm[i])
			storm_end(self->storm[i]);
	}
	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (sis_feature(options[i]) == 1)
			sis_set_feature(options[i], false);
	}
	if (self->hogs)
		sis_reap(self->hogs, self->nr_hogs);
	if (self->w && self->w->pid)
		sis_reap(&self->w->pid, 1);
	sis_trace_stop();
	sis_partition_end();
}

/* How many of the searches chose a CPU that is none of @busy? */
static void finds_idle(struct __test_metadata *_metadata, FIXTURE_DATA(placement) * self,
		       const cpu_set_t *busy)
{
	int rounds = sis_scale(200), home = self->list[1], i, nr, seen = 0, hits = 0;
	struct sis_event *events;

	ASSERT_EQ(0, sis_wakee_start(self->w, SIS_WAKEE));
	ASSERT_EQ(0, sis_pin(home));
	for (i = 0; i < rounds; i++)
		ASSERT_EQ(0, sis_wakee_search(self->w, home, &self->all));
	nr = sis_trace_read(&events);
	for (i = 0; i < nr; i++) {
		const struct sis_event *e = &events[i];

		if (e->type != SIS_SELECT || e->prev != home)
			continue;
		seen++;
		if ((sis_chose(e) || !strcmp(e->name, "recent")) && e->cpu != home &&
		    !CPU_ISSET(e->cpu, busy))
			hits++;
		else
			TH_LOG("end=%s cpu=%d limit=%d looked=%d", e->name, e->cpu, e->limit,
			       e->looked);
	}
	free(events);
	TH_LOG("span %d, %d busy: %d of %d searches found an idle CPU", self->span,
	       CPU_COUNT(busy), hits, seen);
	EXPECT_GE(seen, rounds * 3 / 4);
	EXPECT_GE(hits * 100, seen * 99);
}

TEST_F_TIMEOUT(placement, finds_a_cpu_of_an_idle_llc, 240)
{
	finds_idle(_metadata, self, &self->none);
}

TEST_F_TIMEOUT(placement, finds_a_cpu_of_a_half_idle_llc, 240)
{
	cpu_set_t busy;
	int i;

	/* With 2 idle CPUs, once 10 of 200 searches found both of them taken. */
	if (self->span < 8)
		SKIP(return, "the LLC has %d CPUs, 8 are needed", self->span);
	self->span = sis_cut(&self->llc, self->list, 24);
	self->all = self->llc;
	/* One half, so that there are idle cores to be found, too */
	CPU_ZERO(&busy);
	for (i = 0; i < self->span / 2; i++)
		CPU_SET(self->list[i], &busy);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	ASSERT_EQ(self->span / 2, self->nr_hogs);
	sis_nap(1000);
	finds_idle(_metadata, self, &busy);
}

TEST_F_TIMEOUT(placement, is_within_changing_affinity, 240)
{
	cpu_set_t busy;
	int i;

	/* Some CPUs busy, so that searches end in each way. */
	CPU_ZERO(&busy);
	for (i = 0; i < self->span && i < 24; i += 3)
		CPU_SET(self->list[i], &busy);
	self->nr_hogs = sis_hog(self->hogs, &busy);
	self->storm[0] = storm_new(self->cpus / 2, sis_scale(100), &self->all);
	ASSERT_NE(NULL, self->storm[0]);
	ASSERT_EQ(0, storm_start(self->storm[0]));
	storm_wait(self->storm[0]);
	storm_check(_metadata, self->storm[0], &self->none);
}

/*
 * Tasks inside a partition and outside of it. An isolated one has no domain, so
 * nothing is to be found in it.
 */
static void with_partition(struct __test_metadata *_metadata, FIXTURE_DATA(placement) * self,
			   const char *type)
{
	cpu_set_t part, rest;
	int i, nr;

	/* Half of the LLC, without the boot CPU */
	CPU_ZERO(&part);
	nr = self->span / 2;
	for (i = 0; i < nr; i++)
		CPU_SET(self->list[self->span - 1 - i], &part);
	CPU_XOR(&rest, &self->all, &part);
	if (sis_partition(&part))
		SKIP(return, "no cpuset controller of the second version");
	if (sis_partition_type(type))
		SKIP(return, "this kernel makes no partition of type %s", type);

	/* Outside, all CPUs are asked for, and the kernel cuts off the partition. */
	self->storm[0] = storm_new(self->cpus / 4, sis_scale(60), &self->all);
	self->storm[1] = storm_new(nr / 2, sis_scale(60), &self->all);
	ASSERT_TRUE(self->storm[0] && self->storm[1]);
	self->storm[0]->effective = true;
	self->storm[1]->effective = true;
	ASSERT_EQ(0, storm_start(self->storm[0]));
	ASSERT_EQ(0, sis_partition_join(0));
	ASSERT_EQ(0, storm_start(self->storm[1]));
	ASSERT_EQ(0, sis_partition_leave(0));
	storm_wait(self->storm[0]);
	storm_wait(self->storm[1]);
	storm_check(_metadata, self->storm[0], &part);
	if (strcmp(type, "isolated"))
		storm_check(_metadata, self->storm[1], &rest);
	for (i = 0; i < self->storm[1]->nr; i++) {
		EXPECT_EQ(self->storm[1]->wakes, self->storm[1]->pairs[i].done);
		EXPECT_EQ(0, self->storm[1]->pairs[i].w.strays);
	}
}

TEST_F_TIMEOUT(placement, is_within_a_partition, 240)
{
	with_partition(_metadata, self, "root");
}

TEST_F_TIMEOUT(placement, is_outside_of_an_isolated_partition, 240)
{
	with_partition(_metadata, self, "isolated");
}

static int set_online(int cpu, bool on)
{
	char path[SIS_TEXT];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/online", cpu);
	return sis_write(path, on ? "1" : "0");
}

/*
 * CPUs go and come back during the storm. From when the write that takes one
 * away has returned until before the one that brings it back, it is offline for
 * certain: no search can be on its way that began before.
 */
TEST_F_TIMEOUT(placement, is_never_an_offline_cpu, 240)
{
	int cpu, i, cycles = 0, want = self->cpus > 32 ? 3 : 4;
	cpu_set_t victims, from, stay;

	/* The last of the LLC, with its sibling, and one in the middle */
	CPU_ZERO(&victims);
	CPU_SET(self->list[self->span - 1], &victims);
	CPU_SET(self->list[self->span - 2], &victims);
	CPU_SET(self->list[self->span / 2], &victims);
	cpu = self->list[self->span - 1];
	if (set_online(cpu, false))
		SKIP(return, "CPU %d can't be taken offline", cpu);
	ASSERT_EQ(0, set_online(cpu, true));

	/* A few others, so that those that are gone would be chosen often. */
	from = victims;
	for (i = 0; i < self->span && CPU_COUNT(&from) < CPU_COUNT(&victims) + 4; i++)
		CPU_SET(self->list[i], &from);
	CPU_XOR(&stay, &from, &victims);
	self->storm[0] = storm_new(self->cpus / 4, MAX_WAKES, &from);
	ASSERT_NE(NULL, self->storm[0]);
	self->storm[0]->always = stay;
	self->storm[0]->pace = 10;
	ASSERT_EQ(0, storm_start(self->storm[0]));
	for (i = 0; cycles < want && storm_running(self->storm[0]); i++) {
		cpu = self->list[i % 3 == 2 ? self->span / 2 : self->span - 1 - i % 3];
		if (set_online(cpu, false))
			continue;
		sis_trace_mark(OFFLINE " cpu=%d", cpu);
		sis_nap(200);
		sis_trace_mark(ONLINE " cpu=%d", cpu);
		ASSERT_EQ(0, set_online(cpu, true));
		cycles++;
	}
	storm_wait(self->storm[0]);
	TH_LOG("%d times a CPU was offline during the storm", cycles);
	EXPECT_GT(cycles, 0);
	storm_check(_metadata, self->storm[0], &self->none);
}

/* As above, with all siblings at once. It takes seconds for each, so on few CPUs. */
TEST_F_TIMEOUT(placement, is_never_a_sibling_switched_off, 240)
{
	cpu_set_t siblings, core, stay;
	int cpu, i, cycles = 0;

	if (self->cpus > 8)
		SKIP(return, "%d CPUs take too long to be switched off", self->cpus);
	CPU_ZERO(&siblings);
	for (i = 1; i < self->span; i++) {
		sis_siblings(self->list[i], &core);
		for (cpu = 0; cpu < self->list[i]; cpu++) {
			if (CPU_ISSET(cpu, &core))
				CPU_SET(self->list[i], &siblings);
		}
	}
	if (!CPU_COUNT(&siblings) || sis_write(CPU_DIR "/smt/control", "off"))
		SKIP(return, "no SMT that can be switched off");
	ASSERT_EQ(0, sis_write(CPU_DIR "/smt/control", "on"));

	CPU_XOR(&stay, &self->llc, &siblings);
	self->storm[0] = storm_new(self->cpus, MAX_WAKES, &self->llc);
	ASSERT_NE(NULL, self->storm[0]);
	self->storm[0]->always = stay;
	self->storm[0]->pace = 10;
	ASSERT_EQ(0, storm_start(self->storm[0]));
	while (cycles < 4 && storm_running(self->storm[0])) {
		ASSERT_EQ(0, sis_write(CPU_DIR "/smt/control", "off"));
		for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
			if (CPU_ISSET(cpu, &siblings))
				sis_trace_mark(OFFLINE " cpu=%d", cpu);
		}
		sis_nap(200);
		for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
			if (CPU_ISSET(cpu, &siblings))
				sis_trace_mark(ONLINE " cpu=%d", cpu);
		}
		ASSERT_EQ(0, sis_write(CPU_DIR "/smt/control", "on"));
		cycles++;
	}
	storm_wait(self->storm[0]);
	TH_LOG("%d times SMT was off during the storm", cycles);
	EXPECT_GT(cycles, 0);
	storm_check(_metadata, self->storm[0], &self->none);
}

/*
 * With the boot parameter isolcpus=domain, one sibling of each core can be left
 * out of the domains. A task may be allowed on it, and it may be idle: a search
 * still has no business there.
 */
TEST_F_TIMEOUT(placement, is_never_an_isolated_sibling, 240)
{
	cpu_set_t isolated, core, inside;
	int cpu, split = 0;

	if (sis_read_cpus(CPU_DIR "/isolated", &isolated) <= 0)
		SKIP(return, "no CPU is isolated, isolcpus=domain,... is not given");
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &isolated))
			continue;
		sis_siblings(cpu, &core);
		CPU_AND(&inside, &core, &self->llc);
		split += CPU_COUNT(&inside) > 0;
	}
	if (!split)
		SKIP(return, "no isolated CPU has a sibling that is not");

	/* All others are busy, the siblings are what is left to be tempted by. */
	self->nr_hogs = sis_hog(self->hogs, &self->llc);
	ASSERT_EQ(self->span, self->nr_hogs);
	self->storm[0] = storm_new(self->span / 2, sis_scale(100), &self->all);
	ASSERT_NE(NULL, self->storm[0]);
	self->storm[0]->wide = true;
	ASSERT_EQ(0, storm_start(self->storm[0]));
	storm_wait(self->storm[0]);
	storm_check(_metadata, self->storm[0], &isolated);
}

TEST_HARNESS_MAIN
