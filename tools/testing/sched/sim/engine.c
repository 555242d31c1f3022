// SPDX-License-Identifier: GPL-2.0
/*
 * Time, CPUs, cache lines and tasks.
 *
 * Each CPU is a coroutine.  What it does takes time; when others have something to
 * do before that is over, they go first.  So a CPU that searches is suspended
 * between two looks, and what it saw may no longer hold when it comes back.  CPUs
 * that are due at the same time go in the order of their numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "engine.h"

#define NEVER		UINT64_MAX
#define STACK_SIZE	(64 << 10)
#define TICK		NSEC_PER_MSEC
/* In the ramp, LLCs are balanced that often. */
#define SETTLE		(16 * NSEC_PER_MSEC)
/* The half-life of PELT */
#define WARM		(32 * NSEC_PER_MSEC)

/* As a kernel of eight CPUs or more sets them, in nanoseconds of virtual time */
#define FAIR_LATENCY	(24 * (int64_t)NSEC_PER_MSEC)
#define FAIR_MIN_GRAN	(3 * NSEC_PER_MSEC)
#define FAIR_WAKE_GRAN	(4 * (int64_t)NSEC_PER_MSEC)
/* sysctl_sched_migration_cost: what has run within this time is hot */
#define FAIR_HOT	(500 * NSEC_PER_USEC)

enum state { SLEEPING, WAKING, WAITING, RUNNING };

struct task {
	unsigned int id;
	const struct wl_role *role;
	unsigned int member;
	struct task *unit;
	void *k;
	enum state state;
	unsigned int cpu;
	bool on_cpu;
	unsigned int pc;
	bool begun;
	uint64_t random;
	/* Nanoseconds of work that are left of this step */
	double left;
	/* Lost warmth that is yet to be made up for */
	double cold;
	unsigned int last_cpu;
	bool nosleep;
	int64_t vruntime;
	uint64_t since;
	uint64_t last_ran;
	uint64_t woken;
	/* The senders of its messages, in a ring, and that of the last it took */
	struct task **box;
	unsigned int mail, first, size;
	struct task *from;
	unsigned int next;
	unsigned int all;
	/* Who waits for room in this one's mailbox */
	struct task *blocked, *blocked_last, *blocked_next;
	/* On the list of wakeups that are on the way to a CPU */
	struct task *queued_next;
	uint64_t timer;
};

struct line {
	uint32_t version;
	uint16_t holder;
	bool shared;
	uint64_t free_at;
};

/*
 * Where a CPU goes on.  The builtins keep no more than what a compiler cannot save
 * itself, and know nothing of signals and threads: a switch is a few loads.
 */
typedef void *sim_place[5];

struct cpu {
	sim_place at;
	ucontext_t begin;
	bool begun;
	struct task *curr;
	struct task **wait;
	unsigned int nr_wait, max_wait;
	int64_t min_vruntime;
	uint64_t lock_free;
	bool need_resched;
	bool idle, polling, asleep;
	uint64_t idle_since;
	double idle_guess;
	uint64_t idle_ns;
	/* What it does now may be interrupted. */
	bool open;
	/* It is a task's own code, from when and how fast. */
	bool running;
	uint64_t run_since;
	double speed;
	uint64_t irq_at;
	uint64_t next_tick;
	struct task *queued, **queued_end;
	bool kicked;
	struct task **timer;
	unsigned int nr_timers, max_timers;
	uint16_t sibling[8];
	unsigned int nr_siblings;
	uint16_t llc, socket, core;
};

static const struct sim_run *run;
static const struct costs *cost;
static const struct sim_ops *ops;
static struct sim_result *res;
static unsigned int nr_cpus, nr_tasks;
static struct cpu *cpus;
static struct task *tasks;
static uint64_t now, stop_at;
static unsigned int me;
static sim_place out;
static bool counting;
static unsigned int *llc_first;
static uint16_t *llc_cpu;
static uint64_t next_nohz, next_blocked;
static double util_sum, limit_sum;
static uint64_t samples;

/* --- Figures --------------------------------------------------------------------- */

static unsigned int hist_index(uint64_t ns)
{
	unsigned int log;

	if (ns < HIST_SUB)
		return ns;
	log = 63 - __builtin_clzll(ns);
	return (log - 3) * HIST_SUB + (ns >> (log - 4)) - HIST_SUB;
}

/**
 * hist_floor - the least that is counted together
 * @i: the index of a count
 *
 * Return: nanoseconds.
 */
uint64_t hist_floor(unsigned int i)
{
	if (i < HIST_SUB)
		return i;
	return (uint64_t)(HIST_SUB + i % HIST_SUB) << (i / HIST_SUB - 1);
}

/**
 * hist_add - count a time
 * @h: where
 * @ns: the time
 */
void hist_add(struct sim_hist *h, uint64_t ns)
{
	h->n++;
	h->sum += ns;
	if (ns > h->max)
		h->max = ns;
	h->count[hist_index(ns)]++;
}

/**
 * hist_part - the time that a part of those counted does not exceed
 * @h: where they were counted
 * @part: 0 to 1
 *
 * Return: nanoseconds.
 */
uint64_t hist_part(const struct sim_hist *h, double part)
{
	uint64_t want = ceil(h->n * part), seen = 0;
	unsigned int i;

	for (i = 0; i < HIST_SIZE - 1; i++) {
		seen += h->count[i];
		if (seen >= want)
			break;
	}
	return h->n ? hist_floor(i) : 0;
}

/* --- Whose turn it is ------------------------------------------------------------ */

/*
 * A tournament of times, with the number of the CPU in the lowest bits: tree[1] is
 * the winner, the CPUs are the leaves.  The CPU whose turn it is takes no part.
 */
#define CPU_BITS	12
#define NOT_NOW		(UINT64_MAX >> CPU_BITS)

static uint64_t *tree;
static unsigned int leaves;

static uint64_t key_of(unsigned int cpu)
{
	return tree[leaves + cpu] >> CPU_BITS;
}

static unsigned int next_cpu(void)
{
	return tree[1] & ((1U << CPU_BITS) - 1);
}

static uint64_t next_time(void)
{
	return tree[1] >> CPU_BITS;
}

static void key_set(unsigned int cpu, uint64_t when)
{
	uint64_t v = (when < NOT_NOW ? when : NOT_NOW) << CPU_BITS | cpu;
	unsigned int i;

	tree[leaves + cpu] = v;
	for (i = leaves + cpu; i > 1; i /= 2) {
		uint64_t other = tree[i ^ 1];

		v = other < v ? other : v;
		if (tree[i / 2] == v)
			break;
		tree[i / 2] = v;
	}
}

static void cpu_main(void);

/* Not inline: who jumps must not be who comes back. */
static __attribute__((noinline, noreturn)) void switch_to(unsigned int cpu)
{
	struct cpu *c = &cpus[cpu];

	if (next_time() >= stop_at)
		__builtin_longjmp(out, 1);
	me = cpu;
	now = next_time();
	res->events++;
	key_set(cpu, NEVER);
	if (c->begun)
		__builtin_longjmp(c->at, 1);
	c->begun = true;
	setcontext(&c->begin);
	abort();
}

/* Come back at @when, or before if somebody sets the key of this CPU */
static void sleep_until(uint64_t when)
{
	unsigned int cpu = me, next;

	key_set(cpu, when);
	next = next_cpu();
	if (next == cpu && when < stop_at) {
		now = when;
		key_set(cpu, NEVER);
		return;
	}
	if (!__builtin_setjmp(cpus[cpu].at))
		switch_to(next);
}

static void delay(double ns)
{
	uint64_t when = now + (uint64_t)(ns + 0.5);

	/* Nobody comes first: this is what happens most. */
	if (when < next_time() && when < stop_at) {
		now = when;
		return;
	}
	sleep_until(when);
}

static uint64_t engine_now(void)
{
	return now;
}

/* --- Cache lines ----------------------------------------------------------------- */

static struct line *lines;
static unsigned int nr_lines, max_lines;
static uint32_t *seen;
static double *fabric_free;

static enum sim_dist distance(unsigned int a, unsigned int b)
{
	if (a == b)
		return DIST_SELF;
	if (cpus[a].core == cpus[b].core)
		return DIST_CORE;
	if (cpus[a].llc == cpus[b].llc)
		return DIST_LLC;
	return cpus[a].socket == cpus[b].socket ? DIST_SOCKET : DIST_FAR;
}

/* From one CPU to another, of a line that others may have, too */
static double transfer(unsigned int from, unsigned int to, bool shared)
{
	switch (distance(from, to)) {
	case DIST_SELF:
		return cost->line_own;
	case DIST_CORE:
		return cost->line_core;
	case DIST_LLC:
		return shared ? cost->line_llc : cost->line_llc_dirty;
	case DIST_SOCKET:
		return cost->line_socket;
	default:
		return cost->line_far;
	}
}

/* All transfers to an LLC's CPUs go one after the other through its fabric. */
static double fabric_wait(void)
{
	double *free_at = &fabric_free[cpus[me].llc], wait;

	if (*free_at < now)
		*free_at = now;
	wait = *free_at - now;
	*free_at += cost->fabric;
	return wait;
}

/* What this CPU waits for a line, which serves one after the other */
static double line_get(unsigned int i, bool write)
{
	struct line *l = &lines[i];
	uint32_t *have = &seen[(size_t)me * max_lines + i];
	double ns, wait = 0;

	if (*have == l->version && (!write || (l->holder == me && !l->shared)))
		return cost->line_own;
	ns = transfer(l->holder, me, l->shared);
	if (*have == l->version)
		ns = l->shared ? cost->line_llc_dirty : ns;
	if (l->free_at > now)
		wait = l->free_at - now;
	l->free_at = now + wait + ns * cost->line_occupy;
	wait += fabric_wait();
	if (counting)
		res->missed++;
	if (write) {
		l->version++;
		l->shared = false;
	} else {
		l->shared = true;
	}
	l->holder = me;
	*have = l->version;
	return wait + ns;
}

static void engine_look(unsigned int cpu)
{
	delay(cost->look_fixed + line_get(cpu, false) * cost->look_lines * cost->look_overlap);
}

static void engine_touch(unsigned int line, bool write)
{
	delay(line_get(line, write));
}

static void engine_fixed(unsigned int n)
{
	delay(cost->select_mask * ((n + 63) / 64));
}

static unsigned int engine_line(unsigned int cpu)
{
	if (nr_lines == max_lines)
		abort();
	lines[nr_lines].holder = cpu;
	lines[nr_lines].version = 1;
	return nr_lines++;
}

/* --- Interrupts ------------------------------------------------------------------ */

static uint64_t next_irq(const struct cpu *c)
{
	uint64_t when = c->irq_at;

	if (c->nr_timers && c->timer[0]->timer < when)
		when = c->timer[0]->timer;
	if (!c->idle && c->next_tick < when)
		when = c->next_tick;
	return when;
}

static uint64_t run_end(const struct cpu *c)
{
	return c->run_since + (uint64_t)ceil(c->curr->left / c->speed);
}

/* An interrupt comes to a CPU at @when. */
static void interrupt(unsigned int cpu, uint64_t when)
{
	struct cpu *c = &cpus[cpu];

	if (when < c->irq_at)
		c->irq_at = when;
	if (cpu != me && c->open && when < key_of(cpu))
		key_set(cpu, when < now ? now : when);
}

static void timer_add(struct cpu *c, struct task *t)
{
	unsigned int i;

	if (c->nr_timers == c->max_timers) {
		c->max_timers = 2 * c->max_timers + 8;
		c->timer = realloc(c->timer, c->max_timers * sizeof(*c->timer));
	}
	for (i = c->nr_timers++; i; i = (i - 1) / 2) {
		struct task *up = c->timer[(i - 1) / 2];

		if (up->timer <= t->timer)
			break;
		c->timer[i] = up;
	}
	c->timer[i] = t;
}

static struct task *timer_pop(struct cpu *c)
{
	struct task *first = c->timer[0], *last = c->timer[--c->nr_timers];
	unsigned int i = 0, down;

	for (; (down = 2 * i + 1) < c->nr_timers; i = down) {
		if (down + 1 < c->nr_timers && c->timer[down + 1]->timer < c->timer[down]->timer)
			down++;
		if (c->timer[down]->timer >= last->timer)
			break;
		c->timer[i] = c->timer[down];
	}
	c->timer[i] = last;
	return first;
}

/* --- SMT ------------------------------------------------------------------------- */

static double speed_of(const struct cpu *c)
{
	unsigned int i;

	for (i = 0; i < c->nr_siblings; i++) {
		if (!cpus[c->sibling[i]].idle)
			return cost->smt_speed;
	}
	return 1;
}

static void run_settle(struct cpu *c)
{
	double did = (now - c->run_since) * c->speed;

	c->curr->left = did < c->curr->left ? c->curr->left - did : 0;
	c->run_since = now;
}

static void note_idle(struct cpu *c)
{
	uint64_t from = c->idle_since > run->ramp ? c->idle_since : run->ramp;

	if (now > from)
		c->idle_ns += now - from;
}

/* This CPU becomes idle or busy: its siblings run faster or slower from now on. */
static void set_idle(struct cpu *c, bool idle)
{
	unsigned int i;

	if (c->idle == idle)
		return;
	c->idle = idle;
	if (idle)
		c->idle_since = now;
	else
		note_idle(c);
	for (i = 0; i < c->nr_siblings; i++) {
		struct cpu *s = &cpus[c->sibling[i]];
		uint64_t end;

		if (!s->running)
			continue;
		run_settle(s);
		s->speed = speed_of(s);
		end = run_end(s);
		if (next_irq(s) < end)
			end = next_irq(s);
		key_set(s - cpus, end < now ? now : end);
	}
}

/* --- Run-queues ------------------------------------------------------------------ */

/* Hold a lock for so long; whoever comes meanwhile waits. */
static void locked(unsigned int cpu, double ns)
{
	struct cpu *c = &cpus[cpu];
	uint64_t start;

	ns += cost->lock + line_get(cpu, true);
	start = c->lock_free > now ? c->lock_free : now;
	c->lock_free = start + (uint64_t)ns;
	delay(c->lock_free - now);
}

static void account(struct cpu *c)
{
	struct task *t = c->curr;

	if (!t)
		return;
	t->vruntime += now - t->since;
	t->since = now;
	t->last_ran = now;
}

static void update_min(struct cpu *c)
{
	int64_t least = c->curr ? c->curr->vruntime : INT64_MAX;
	unsigned int i;

	for (i = 0; i < c->nr_wait; i++) {
		if (c->wait[i]->vruntime < least)
			least = c->wait[i]->vruntime;
	}
	if (least != INT64_MAX && least > c->min_vruntime)
		c->min_vruntime = least;
}

static void wait_add(struct cpu *c, struct task *t)
{
	if (c->nr_wait == c->max_wait) {
		c->max_wait = 2 * c->max_wait + 8;
		c->wait = realloc(c->wait, c->max_wait * sizeof(*c->wait));
	}
	c->wait[c->nr_wait++] = t;
	t->state = WAITING;
	t->cpu = c - cpus;
}

static void wait_del(struct cpu *c, unsigned int i)
{
	memmove(&c->wait[i], &c->wait[i + 1], (--c->nr_wait - i) * sizeof(*c->wait));
}

static struct task *pick(struct cpu *c)
{
	unsigned int i, best = 0;
	struct task *t;

	if (!c->nr_wait)
		return NULL;
	for (i = 1; i < c->nr_wait; i++) {
		if (c->wait[i]->vruntime < c->wait[best]->vruntime)
			best = i;
	}
	t = c->wait[best];
	wait_del(c, best);
	return t;
}

/* A task takes its lead or lag along. */
static void move_vruntime(struct task *t, unsigned int cpu)
{
	t->vruntime += cpus[cpu].min_vruntime - cpus[t->cpu].min_vruntime;
}

/* @t is on its way to CPU @cpu no more: it is there. */
static void arrive(struct task *t, unsigned int cpu)
{
	struct cpu *c = &cpus[cpu];

	account(c);
	update_min(c);
	/* Who sleeps gains half of the latency at most. */
	if (t->vruntime < c->min_vruntime - FAIR_LATENCY / 2)
		t->vruntime = c->min_vruntime - FAIR_LATENCY / 2;
	ops->enqueue(t->k, cpu, true);
	wait_add(c, t);
	if (!c->curr)
		c->need_resched = true;
	else if (c->curr->vruntime > t->vruntime + FAIR_WAKE_GRAN)
		c->need_resched = true;
}

static bool engine_pull(unsigned int dst, unsigned int src, bool hot)
{
	struct cpu *d = &cpus[dst], *s = &cpus[src];
	unsigned int i;

	locked(src, cost->dequeue);
	for (i = 0; i < s->nr_wait; i++) {
		struct task *t = s->wait[i];

		if (!hot && t->last_ran + FAIR_HOT > now)
			continue;
		if (t->on_cpu)
			continue;
		wait_del(s, i);
		ops->dequeue(t->k, src, false);
		move_vruntime(t, dst);
		ops->moved(t->k, dst);
		locked(dst, cost->enqueue);
		ops->enqueue(t->k, dst, false);
		wait_add(d, t);
		if (dst != me)
			interrupt(dst, now + (uint64_t)cost->ipi_fly);
		if (counting)
			res->pulled++;
		return true;
	}
	return false;
}

/* --- Wakeups --------------------------------------------------------------------- */

static void poke(unsigned int cpu)
{
	struct cpu *c = &cpus[cpu];

	if (cpu == me)
		return;
	/* A CPU that polls sees its line change. */
	if (c->idle && c->polling) {
		interrupt(cpu, now + (uint64_t)cost->line_llc_dirty);
		return;
	}
	delay(cost->ipi_send);
	interrupt(cpu, now + (uint64_t)cost->ipi_fly);
}

static bool idle_in_llc(unsigned int cpu)
{
	unsigned int i, llc = cpus[cpu].llc;

	for (i = llc_first[llc]; i < llc_first[llc + 1]; i++) {
		if (ops->idle(llc_cpu[i]))
			return true;
	}
	return false;
}

static void note_choice(struct task *t, const struct sim_choice *ch, uint64_t took)
{
	bool busy = !ops->idle(ch->cpu);

	res->sum = sim_mix(res->sum ^ ((uint64_t)ch->cpu << 32 | t->id)) + took;
	if (!counting)
		return;
	res->wakeups++;
	res->looked += ch->looked;
	res->slow += ch->looked > 0;
	if (ch->end >= 0)
		res->ends[ch->end]++;
	if ((unsigned int)ch->cpu != t->cpu)
		res->migrated++;
	hist_add(&res->scan, took);
	if (!busy) {
		res->idle_there++;
	} else if (idle_in_llc(ch->cpu)) {
		res->idle_there++;
		res->stacked++;
	}
}

static void wake(struct task *t, bool sync, bool in_task)
{
	struct sim_choice ch;
	struct cpu *c;
	uint64_t start;

	/* It is about to sleep and will find that there is no need to. */
	t->nosleep = true;
	if (t->state != SLEEPING)
		return;
	t->state = WAKING;
	t->woken = now;
	delay(cost->wake_fixed + transfer(t->cpu, me, false));
	if (t->on_cpu && ops->queue(t->k, me, t->cpu, true)) {
		/* It has not left its CPU yet, which will see to it. */
		ch.cpu = t->cpu;
	} else {
		while (t->on_cpu)
			delay(20);
		start = now;
		delay(cost->select_fixed);
		ops->select(t->k, me, sync, in_task, &ch);
		note_choice(t, &ch, now - start);
	}
	if ((unsigned int)ch.cpu != t->cpu) {
		ops->migrate(t->k, ch.cpu);
		move_vruntime(t, ch.cpu);
		t->cpu = ch.cpu;
	}
	c = &cpus[ch.cpu];
	if (ops->queue(t->k, me, ch.cpu, false)) {
		bool first;

		delay(cost->queue + line_get(ch.cpu, true));
		first = !c->queued;
		if (counting && (c->queued || c->nr_wait))
			res->collided++;
		ops->pending(ch.cpu, true);
		t->queued_next = NULL;
		if (!c->queued)
			c->queued_end = &c->queued;
		*c->queued_end = t;
		c->queued_end = &t->queued_next;
		if (first)
			poke(ch.cpu);
		return;
	}
	locked(ch.cpu, cost->enqueue);
	arrive(t, ch.cpu);
	if (c->need_resched && (unsigned int)ch.cpu != me)
		poke(ch.cpu);
}

static void leave_mail(struct task *to, struct task *from, bool sync, bool softirq)
{
	if (to->mail == to->size) {
		unsigned int i, size = 2 * to->size + 4;
		struct task **box = malloc(size * sizeof(*box));

		for (i = 0; box && i < to->mail; i++)
			box[i] = to->box[(to->first + i) % to->size];
		free(to->box);
		to->box = box;
		to->size = size;
		to->first = 0;
	}
	to->box[(to->first + to->mail++) % to->size] = from;
	wake(to, sync, !softirq);
}

/* --- What a CPU does ------------------------------------------------------------- */

static void note_move(struct task *t, unsigned int cpu)
{
	enum sim_dist d = distance(t->last_cpu, cpu);

	t->last_cpu = cpu;
	if (d == DIST_LLC)
		t->cold = cost->warmth_llc;
	else if (d > DIST_LLC)
		t->cold = cost->warmth_far;
}

static void switch_task(struct cpu *c, struct task *t)
{
	unsigned int cpu = c - cpus;
	struct task *old = c->curr;
	double ns = t ? cost->context_switch : cost->idle_enter;

	c->curr = t;
	if (t) {
		t->state = RUNNING;
		t->on_cpu = true;
		t->since = now;
		note_move(t, cpu);
	}
	ops->run(cpu, t ? t->k : NULL);
	delay(ns + line_get(cpu, true));
	if (old && old != t)
		old->on_cpu = false;
	if (t) {
		if (counting)
			res->switches++;
		if (t->woken) {
			if (counting)
				hist_add(&res->latency, now - t->woken);
			t->woken = 0;
		}
	}
}

/* Give the CPU away; @sleep: the task waits for something. */
static void schedule(struct cpu *c, bool sleep)
{
	unsigned int cpu = c - cpus;
	struct task *old = c->curr, *next;

	c->need_resched = false;
	if (old)
		old->nosleep = false;
	locked(cpu, cost->pick + (sleep ? cost->dequeue : 0));
	account(c);
	update_min(c);
	/* Its wakeup came first. */
	if (sleep && old->nosleep)
		return;
	if (old && sleep) {
		ops->dequeue(old->k, cpu, true);
		/* From here on whoever wakes it must wait until it is gone. */
		old->state = SLEEPING;
	} else if (old) {
		wait_add(c, old);
	}
	next = pick(c);
	if (!next && ops->newidle(cpu))
		next = pick(c);
	if (next == old && next) {
		next->state = RUNNING;
		next->since = now;
		return;
	}
	switch_task(c, next);
}

static void take_queued(struct cpu *c)
{
	unsigned int cpu = c - cpus;
	struct task *t;

	delay(c->polling && c->idle ? cost->queue : cost->ipi_handle);
	while ((t = c->queued)) {
		locked(cpu, cost->enqueue);
		c->queued = t->queued_next;
		if (!c->queued)
			ops->pending(cpu, false);
		arrive(t, cpu);
	}
}

static void tick(struct cpu *c)
{
	unsigned int cpu = c - cpus, i;
	struct task *t = c->curr;
	unsigned int nr = c->nr_wait + 1;

	while (c->next_tick <= now)
		c->next_tick += TICK;
	delay(cost->tick);
	ops->tick(cpu);
	account(c);
	update_min(c);
	if (t && c->nr_wait) {
		int64_t slice = FAIR_LATENCY / nr;

		if (slice < (int64_t)FAIR_MIN_GRAN)
			slice = FAIR_MIN_GRAN;
		if (t->vruntime > c->min_vruntime + slice)
			c->need_resched = true;
	}
	ops->periodic(cpu, cpu, true);
	if (now < next_nohz)
		return;
	/* Have an idle CPU balance for all of them. */
	next_nohz = now + TICK;
	for (i = 0; i < nr_cpus; i++) {
		if (cpus[i].idle && !cpus[i].kicked) {
			cpus[i].kicked = true;
			delay(cost->ipi_send);
			interrupt(i, now + (uint64_t)cost->ipi_fly);
			break;
		}
	}
}

static void balance_idle(struct cpu *c)
{
	unsigned int i;
	bool age = now >= next_blocked;

	c->kicked = false;
	if (age)
		next_blocked = now + 32 * NSEC_PER_MSEC;
	for (i = 0; i < nr_cpus && !c->need_resched && !c->queued; i++) {
		if (!cpus[i].idle)
			continue;
		if (age)
			ops->blocked(i);
		ops->periodic(c - cpus, i, false);
	}
}

static void interrupts(struct cpu *c)
{
	while (next_irq(c) <= now) {
		if (c->irq_at <= now)
			c->irq_at = NEVER;
		if (c->queued)
			take_queued(c);
		while (c->nr_timers && c->timer[0]->timer <= now) {
			delay(cost->ipi_handle);
			wake(timer_pop(c), false, false);
		}
		if (!c->idle && c->next_tick <= now)
			tick(c);
		if (c->kicked)
			balance_idle(c);
	}
}

static double draw(struct task *t, const struct wl_step *s)
{
	double u, v;

	if (s->sigma == 0)
		return s->ns;
	u = sim_uniform(&t->random);
	v = sim_uniform(&t->random);
	return s->ns * exp(s->sigma * sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v));
}

static void begin(struct task *t, const struct wl_step *s)
{
	t->begun = true;
	t->left = draw(t, s) * cost->work;
	/* What runs shortly has little to lose. */
	if (t->cold > cost->warmth_share * t->left)
		t->cold = cost->warmth_share * t->left;
	t->left += t->cold;
	t->cold = 0;
}

/* The task's own code, until it is done or the CPU is wanted otherwise */
static void run_task(struct cpu *c, struct task *t)
{
	while (t->left > 0) {
		uint64_t until;

		c->run_since = now;
		c->speed = speed_of(c);
		c->running = true;
		c->open = true;
		until = run_end(c);
		if (next_irq(c) < until)
			until = next_irq(c);
		sleep_until(until < now ? now : until);
		run_settle(c);
		c->running = false;
		c->open = false;
		interrupts(c);
		if (c->need_resched)
			return;
	}
}

static struct task *member(struct task *t, unsigned int role, unsigned int i)
{
	return t->unit + run->workload->role[role].first + i;
}

/* Send a message.  Returns false if there is no room and the task must sleep. */
static bool send(struct task *t, const struct wl_step *s)
{
	unsigned int count = run->workload->role[s->role].count;
	struct task *to;

	switch (s->whom) {
	case WL_SAME:
		to = member(t, s->role, t->member % count);
		break;
	case WL_NEXT:
		to = member(t, s->role, (t->member + t->next) % count);
		break;
	case WL_ALL:
		for (; t->all < count; t->all++)
			leave_mail(member(t, s->role, t->all), t, s->sync, s->softirq);
		t->all = 0;
		return true;
	default:
		to = t->from;
		if (!to)
			return true;
	}
	if (s->cap && to->mail >= s->cap) {
		t->blocked_next = NULL;
		if (to->blocked)
			to->blocked_last->blocked_next = t;
		else
			to->blocked = t;
		to->blocked_last = t;
		return false;
	}
	t->next++;
	leave_mail(to, t, s->sync, s->softirq);
	return true;
}

static void take_mail(struct task *t)
{
	struct task *b = t->blocked;

	t->from = t->box[t->first];
	t->first = (t->first + 1) % t->size;
	t->mail--;
	if (!b)
		return;
	/* Its step says how much room it wants. */
	if (t->mail + b->role->step[b->pc].room > b->role->step[b->pc].cap)
		return;
	t->blocked = b->blocked_next;
	wake(b, true, true);
}

static void step(struct cpu *c, struct task *t)
{
	const struct wl_step *s = &t->role->step[t->pc];

	switch (s->op) {
	case WL_RUN:
		if (!t->begun)
			begin(t, s);
		run_task(c, t);
		if (t->left > 0)
			return;
		break;
	case WL_SLEEP:
		if (!t->begun) {
			t->begun = true;
			t->timer = now + (uint64_t)draw(t, s) + 1;
			timer_add(c, t);
			schedule(c, true);
			return;
		}
		break;
	case WL_SEND:
		if (!send(t, s)) {
			schedule(c, true);
			return;
		}
		break;
	case WL_RECV:
		if (!t->mail) {
			schedule(c, true);
			return;
		}
		take_mail(t);
		break;
	case WL_COUNT:
		if (counting)
			res->done[now >= run->ramp + run->time / 2]++;
		break;
	}
	t->begun = false;
	if (++t->pc == t->role->nr)
		t->pc = 0;
}

static void idle(struct cpu *c)
{
	double was;

	c->polling = c->idle_guess < cost->poll_below;
	c->asleep = c->idle_guess > cost->sleep_after;
	set_idle(c, true);
	while (!c->need_resched && !c->nr_wait) {
		uint64_t until = next_irq(c);

		c->open = true;
		if (until > now)
			sleep_until(until);
		c->open = false;
		was = now - c->idle_since;
		c->idle_guess += (was - c->idle_guess) / 4;
		if (!c->polling)
			delay(c->asleep ? cost->sleep_exit : cost->idle_exit);
		interrupts(c);
	}
	set_idle(c, false);
	while (c->next_tick <= now)
		c->next_tick += TICK;
}

static void cpu_main(void)
{
	struct cpu *c = &cpus[me];

	for (;;) {
		if (!c->curr) {
			if (!c->nr_wait)
				idle(c);
			schedule(c, false);
			continue;
		}
		if (c->need_resched) {
			schedule(c, false);
			continue;
		}
		if (next_irq(c) <= now) {
			interrupts(c);
			continue;
		}
		step(c, c->curr);
	}
}

/* --- A run ----------------------------------------------------------------------- */

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p) {
		fprintf(stderr, "sim: error: no memory for %zu bytes\n", n * size);
		exit(1);
	}
	return p;
}

static void make_cpus(const struct sim_machine *m)
{
	const struct model_machine *mm = &m->c.m;
	unsigned int i, j, llcs = m->sockets * m->llcs;
	char *stacks;

	nr_cpus = m->nr_cpus;
	cpus = zeroed(nr_cpus, sizeof(*cpus));
	max_lines = nr_cpus + nr_cpus / 8 + 16 * llcs + 64;
	lines = zeroed(max_lines, sizeof(*lines));
	seen = zeroed((size_t)nr_cpus * max_lines, sizeof(*seen));
	fabric_free = zeroed(llcs, sizeof(*fabric_free));
	for (leaves = 1; leaves < nr_cpus; leaves *= 2)
		;
	tree = zeroed(2 * leaves, sizeof(*tree));
	llc_first = zeroed(llcs + 1, sizeof(*llc_first));
	llc_cpu = zeroed(nr_cpus, sizeof(*llc_cpu));
	stacks = mmap(NULL, (size_t)nr_cpus * STACK_SIZE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stacks == MAP_FAILED) {
		fprintf(stderr, "sim: error: no memory for the stacks of %u CPUs\n", nr_cpus);
		exit(1);
	}
	memset(tree, 0xff, 2 * leaves * sizeof(*tree));
	for (i = 0; i < nr_cpus; i++) {
		struct cpu *c = &cpus[i];

		c->llc = mm->llc[i];
		c->core = mm->core[i];
		c->socket = c->llc / m->llcs;
		c->irq_at = NEVER;
		c->idle_guess = cost->sleep_after;
		/* Ticks of CPUs do not come all at once. */
		c->next_tick = TICK + sim_mix(run->seed + i) % TICK;
		c->queued_end = &c->queued;
		for (j = 0; j < nr_cpus; j++) {
			if (j != i && mm->core[j] == mm->core[i] && c->nr_siblings < 8)
				c->sibling[c->nr_siblings++] = j;
		}
		engine_line(i);
		getcontext(&c->begin);
		c->begin.uc_stack.ss_sp = stacks + (size_t)i * STACK_SIZE;
		/* Each begins elsewhere in its page: all sets of a cache are used alike. */
		c->begin.uc_stack.ss_size = STACK_SIZE - i % 64 * 64;
		makecontext(&c->begin, cpu_main, 0);
		key_set(i, i);
	}
	for (j = 0, i = 0; j < llcs; j++) {
		unsigned int cpu;

		for (cpu = 0; cpu < nr_cpus; cpu++) {
			if (cpus[cpu].llc == j)
				llc_cpu[i++] = cpu;
		}
		llc_first[j + 1] = i;
	}
}

/**
 * sim_units - how many units of a workload make a load
 * @w: the workload
 * @nr: CPUs
 * @load: threads for each of these, as the workload counts them
 *
 * Return: the nearest number, at least 1.
 */
unsigned int sim_units(const struct workload *w, unsigned int nr, double load)
{
	unsigned int units = load * nr / w->counts + 0.5;

	return units ? units : 1;
}

static void make_tasks(const struct workload *w)
{
	const struct wl_role *last = &w->role[w->nr - 1];
	unsigned int units, u, r, i, id = 0;

	units = sim_units(w, nr_cpus, run->load);
	nr_tasks = units * (last->first + last->count);
	tasks = zeroed(nr_tasks, sizeof(*tasks));
	for (u = 0; u < units; u++) {
		struct task *unit = &tasks[id];

		for (r = 0; r < w->nr; r++) {
			for (i = 0; i < w->role[r].count; i++, id++) {
				struct task *t = &tasks[id];

				t->id = id;
				t->role = &w->role[r];
				t->member = i;
				t->unit = unit;
				t->k = ops->task(id);
				t->cpu = id % nr_cpus;
				t->last_cpu = t->cpu;
				t->random = sim_mix(run->seed * 1000003 + id);
				/* They do not begin all at once. */
				t->timer = sim_random(&t->random) % (5 * NSEC_PER_MSEC);
				timer_add(&cpus[t->cpu], t);
			}
		}
	}
}

static void sample(void)
{
	unsigned int i;

	for (i = 0; i < nr_cpus; i++) {
		util_sum += ops->util(i);
		limit_sum += ops->limit(i);
	}
	samples += nr_cpus;
}

/* Load begins at 0, in life it has been there for minutes. */
static void warm(void)
{
	unsigned int i;

	for (i = 0; i < nr_cpus; i++)
		ops->warm(NULL, i);
	for (i = 0; i < nr_tasks; i++)
		ops->warm(tasks[i].k, 0);
}

/* Nobody sleeps who has mail, and no CPU idles over a task that waits for it. */
static void check_end(void)
{
	unsigned int i;

	for (i = 0; i < nr_tasks; i++) {
		struct task *t = &tasks[i];

		if (t->state == SLEEPING && !t->on_cpu && t->mail &&
		    t->role->step[t->pc].op == WL_RECV) {
			fprintf(stderr, "sim: error: task %u sleeps with mail\n", i);
			exit(1);
		}
	}
	for (i = 0; i < nr_cpus; i++) {
		struct cpu *c = &cpus[i];

		/* An interrupt may be on its way. */
		if (c->open && c->idle && c->queued && c->queued->woken + NSEC_PER_MSEC < now &&
		    key_of(i) >= NOT_NOW) {
			fprintf(stderr, "sim: error: CPU %u idles over a task\n", i);
			exit(1);
		}
	}
}

/**
 * sim_go - run a workload on a machine
 * @r: what to run
 * @result: what came of it
 *
 * Once in a process: a slice does not forget.
 */
void sim_go(const struct sim_run *r, struct sim_result *result)
{
	static const struct sim_hooks hooks = {
		.now = engine_now,
		.look = engine_look,
		.touch = engine_touch,
		.pull = engine_pull,
		.fixed = engine_fixed,
		.line = engine_line,
	};
	unsigned int i;

	run = r;
	cost = r->costs;
	ops = r->ops;
	res = result;
	memset(res, 0, sizeof(*res));
	make_cpus(r->machine);
	ops->setup(r->machine, &hooks, r->features, r->curve, r->oracle);
	make_tasks(r->workload);
	while (stop_at < r->ramp + r->time) {
		stop_at += NSEC_PER_MSEC;
		if (!__builtin_setjmp(out))
			switch_to(next_cpu());
		now = stop_at;
		if (stop_at == WARM && stop_at < r->ramp)
			warm();
		for (i = 0; stop_at <= r->ramp && stop_at % SETTLE == 0 &&
		     i < r->machine->sockets * r->machine->llcs; i++)
			ops->settle(llc_cpu[llc_first[i]]);
		if (stop_at >= r->ramp)
			counting = true;
		if (counting)
			sample();
	}
	now = stop_at;
	for (i = 0; i < nr_cpus; i++) {
		if (cpus[i].idle)
			note_idle(&cpus[i]);
		res->busy += r->time > cpus[i].idle_ns ? r->time - cpus[i].idle_ns : 0;
	}
	check_end();
	res->time = r->time;
	res->util = util_sum / samples;
	res->limit = limit_sum / samples;
}
