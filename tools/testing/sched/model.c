// SPDX-License-Identifier: GPL-2.0
/*
 * Random machines and wakeups, their text form, and smaller ones that still do
 * what the large one did.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_case.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* --- Random numbers ---------------------------------------------------------- */

static uint64_t rng_state[2];

static uint64_t mix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/**
 * rng_seed - start a stream of random numbers
 * @seed: what the user gave
 * @stream: which stream of that seed
 */
void rng_seed(uint64_t seed, uint64_t stream)
{
	uint64_t x = seed ^ (stream * 0xd1342543de82ef95ULL);

	rng_state[0] = mix(&x);
	rng_state[1] = mix(&x) | 1;
}

/**
 * rng - the next random number
 *
 * Return: 64 random bits (xoroshiro128+).
 */
uint64_t rng(void)
{
	uint64_t a = rng_state[0], b = rng_state[1], sum = a + b;

	b ^= a;
	rng_state[0] = ((a << 24) | (a >> 40)) ^ b ^ (b << 16);
	rng_state[1] = (b << 37) | (b >> 27);
	return sum;
}

/* A number below @n */
static unsigned int below(unsigned int n)
{
	return ((rng() >> 32) * n) >> 32;
}

static bool one_in(unsigned int n)
{
	return below(n) == 0;
}

#define PICK(array)	((array)[below(ARRAY_SIZE(array))])

/* --- Machines ------------------------------------------------------------------ */

/**
 * machine_derive - work out the ids of each CPU from the fields that say so
 * @m: the machine
 */
void machine_derive(struct model_machine *m)
{
	int16_t first[2][MODEL_MAX_CPUS];
	uint16_t weight[MODEL_MAX_CPUS];
	unsigned int per_llc = (m->width + m->smt - 1) / m->smt;
	unsigned int cores = m->nr_cpus / m->smt;
	bool kinds[MODEL_MAX_CPUS + 2][2];
	unsigned int cpu, i;

	memset(first, -1, sizeof(first));
	memset(weight, 0, sizeof(weight[0]) * m->nr_cpus);
	memset(kinds, 0, sizeof(kinds));
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		unsigned int llc, core;

		if (m->split) {
			core = cpu % cores;
			llc = core / per_llc;
		} else {
			llc = cpu / m->width;
			core = llc * per_llc + cpu % m->width / m->smt;
		}
		m->llc[cpu] = llc;
		m->core[cpu] = core;
		m->clus[cpu] = m->cluster ?
			llc * per_llc + core % per_llc / m->cluster : core;
		m->dom[cpu] = -1;
		if (mask_test(&m->offline, cpu) || mask_test(&m->isolated, cpu))
			continue;
		i = mask_test(&m->part, cpu);
		if (first[i][llc] < 0)
			first[i][llc] = cpu;
		m->dom[cpu] = first[i][llc];
		weight[m->dom[cpu]]++;
	}
	/* A domain of one CPU is no domain. */
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		m->asym[cpu] = -1;
		if (m->dom[cpu] < 0)
			continue;
		i = mask_test(&m->little, cpu);
		kinds[m->dom[cpu]][i] = true;
		kinds[MODEL_MAX_CPUS + mask_test(&m->part, cpu)][i] = true;
		if (weight[m->dom[cpu]] < 2)
			m->dom[cpu] = -1;
	}
	for (cpu = 0; m->little_cap && cpu < m->nr_cpus; cpu++) {
		if (mask_test(&m->offline, cpu) || mask_test(&m->isolated, cpu))
			continue;
		i = MODEL_MAX_CPUS + mask_test(&m->part, cpu);
		if (m->dom[cpu] >= 0 && kinds[m->dom[cpu]][0] && kinds[m->dom[cpu]][1])
			m->asym[cpu] = m->dom[cpu];
		else if (kinds[i][0] && kinds[i][1])
			m->asym[cpu] = i;
	}
}

static const unsigned int widths[] = {
	1, 2, 3, 4, 8, 16, 24, 63, 64, 65, 112, 256, 1024
};

/* Some are going off. */
static void random_dying(struct model_machine *m)
{
	unsigned int n;

	for (n = 1 + below(3); n; n--) {
		unsigned int cpu = below(m->nr_cpus);

		if (!mask_test(&m->offline, cpu))
			mask_set(&m->dying, cpu);
	}
}

/* Whole caches of little CPUs, or some of each cache, cores of one kind */
static void random_little(struct model_machine *m)
{
	static const unsigned int caps[] = { 160, 446, 700, 1000 };
	bool whole = one_in(2);
	unsigned int cpu;

	m->little_cap = PICK(caps);
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		if ((whole ? m->llc[cpu] : m->core[cpu]) & 1)
			mask_set(&m->little, cpu);
	}
}

static void random_machine(struct model_machine *m)
{
	static const unsigned int smts[] = { 1, 1, 2, 2, 2, 4, 8 };
	static const unsigned int clusters[] = { 0, 0, 0, 2, 4 };
	bool seen[MODEL_MAX_CPUS] = { false };
	unsigned int llcs, cpu, mode;

	m->width = PICK(widths);
	llcs = 1 + below(m->width <= 65 ? 4 : m->width <= 256 ? 2 : 1);
	m->nr_cpus = m->width * llcs;
	do {
		m->smt = PICK(smts);
	} while (m->smt > m->width);
	m->cluster = PICK(clusters);
	m->split = m->width % m->smt == 0 && one_in(2);

	memset(&m->offline, 0, sizeof(m->offline));
	memset(&m->isolated, 0, sizeof(m->isolated));
	memset(&m->part, 0, sizeof(m->part));
	memset(&m->dying, 0, sizeof(m->dying));
	memset(&m->little, 0, sizeof(m->little));
	m->little_cap = 0;

	mode = below(8);
	machine_derive(m);
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		switch (mode) {
		case 0:
			if (one_in(8))
				mask_set(&m->offline, cpu);
			break;
		case 1:
			if (one_in(4))
				mask_set(&m->isolated, cpu);
			break;
		case 2:
			/* One thread of each core, as isolcpus= may say */
			if (seen[m->core[cpu]])
				mask_set(&m->isolated, cpu);
			seen[m->core[cpu]] = true;
			break;
		case 3:
			if (cpu >= m->nr_cpus / 2)
				mask_set(&m->part, cpu);
			break;
		case 4:
			if (one_in(2))
				mask_set(&m->part, cpu);
			if (one_in(16))
				mask_set(&m->offline, cpu);
			if (one_in(16))
				mask_set(&m->isolated, cpu);
			break;
		}
	}
	/* Somebody has to be there. */
	mask_clear(&m->offline, below(m->nr_cpus));
	if (one_in(8))
		random_dying(m);
	if (one_in(8))
		random_little(m);
	machine_derive(m);
}

/* --- Wakeups -------------------------------------------------------------------- */

static int random_online(const struct model_machine *m)
{
	unsigned int cpu = below(m->nr_cpus), n;

	for (n = 0; n < m->nr_cpus; n++) {
		if (!mask_test(&m->offline, cpu))
			break;
		cpu = cpu + 1 == m->nr_cpus ? 0 : cpu + 1;
	}
	return cpu;
}

static void random_allowed(struct model_case *c)
{
	const struct model_machine *m = &c->m;
	unsigned int i, n = (m->nr_cpus + 63) / 64;

	switch (below(8)) {
	default:
		for (i = 0; i < n; i++)
			c->allowed.w[i] = ~0ULL;
		break;
	case 0:
		for (i = 0; i < n; i++)
			c->allowed.w[i] = rng();
		break;
	case 1:
		for (i = 0; i < n; i++)
			c->allowed.w[i] = rng() & rng() & rng();
		break;
	case 2:
		for (i = 0; i < n; i++)
			c->allowed.w[i] = 0;
		for (i = below(4); i; i--)
			mask_set(&c->allowed, below(m->nr_cpus));
		break;
	}
	if (m->nr_cpus % 64)
		c->allowed.w[n - 1] &= ~0ULL >> (64 - m->nr_cpus % 64);
	mask_set(&c->allowed, random_online(m));
}

static uint8_t random_kind(unsigned int idle, unsigned int plain)
{
	uint64_t r = rng();

	if ((r & 255) < idle)
		return KIND_IDLE;
	if ((r >> 8 & 255) < plain)
		return KIND_BUSY;
	return (r >> 32) % NR_KINDS;
}

/* What the series believes: the truth as of some time ago, or whatever */
static void random_hints(struct model_case *c)
{
	const struct model_machine *m = &c->m;
	unsigned int cpu, i, n = (m->nr_cpus + 63) / 64, mode = below(4);

	for (i = 0; i < n; i++) {
		c->hinted.w[i] = mode == 0 ? ~0ULL : mode == 1 ? 0 : rng() & rng();
		c->hinted_cores.w[i] = mode == 0 ? ~0ULL : mode == 1 ? 0 : rng() & rng();
	}
	if (mode < 3)
		return;
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		if (c->kind[cpu] == KIND_IDLE)
			mask_set(&c->hinted, cpu);
	}
}

/* All for others, some for anybody, or none. The wakee has reserved one at most. */
static void random_keep(struct model_case *c)
{
	unsigned int cpu, mode = below(4);

	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		c->keep[cpu] = mode == 0 ? KEEP_OTHER : mode == 1 ? below(NR_KEEPS) : KEEP_NONE;
		if (c->keep[cpu] == KEEP_OWN)
			c->keep[cpu] = KEEP_REUSED;
	}
	if (mode < 2 && one_in(2))
		c->keep[below(c->m.nr_cpus)] = KEEP_OWN;
}

static void random_task(struct model_case *c)
{
	static const unsigned int ages[] = { 0, 0, 1, 5, 100 };
	const struct model_machine *m = &c->m;
	uint64_t r = rng();

	c->this_cpu = random_online(m);
	c->prev = one_in(16) ? (int)below(m->nr_cpus) : random_online(m);
	/* What select_task_rq_fair() passes: the previous CPU or the waker's */
	c->target = one_in(2) ? c->prev : c->this_cpu;
	if (!mask_test(&c->allowed, c->target))
		c->target = c->prev;
	c->recent = one_in(4) ? c->prev : (int)below(m->nr_cpus);
	c->idle_policy = (r & 7) == 0;
	c->kthread = (r >> 3 & 7) == 0;
	c->in_task = (r >> 6 & 3) != 0;
	c->task_cookie = c->core_sched ? r >> 8 & 1 : 0;
	c->util = 0;
	c->uclamp_min = 0;
	c->uclamp_max = 1024;
	if (m->little_cap) {
		c->util = below(1200);
		if (one_in(2)) {
			c->uclamp_min = below(1025);
			c->uclamp_max = below(1025);
		}
	}
	c->has_idle_cores = r >> 9 & 1;
	switch (r >> 10 & 3) {
	case 0:
		c->nr_idle_scan = 0;
		break;
	case 1:
		c->nr_idle_scan = 1 + (r >> 12 & 3);
		break;
	case 2:
		c->nr_idle_scan = m->width;
		break;
	default:
		c->nr_idle_scan = below(m->width + 1);
	}
	c->avg_cost = (r >> 16 & 0xffff) >> (r >> 32 & 15);
	c->avg_idle = (r >> 40 & 0xfffff) >> (r >> 36 & 15);
	c->wake_age = PICK(ages);
	c->watched = r >> 61 == 0;
	c->stale = (r >> 56 & 31) == 0;
	r = rng();
	c->pair = r & 3 ? 1 : r >> 2 & 3;
	c->brief = r >> 8 & 3 ? 0 : r >> 10 & 7;
}

/**
 * case_machine - draw a machine and a first state
 * @c: the case
 */
void case_machine(struct model_case *c)
{
	random_machine(&c->m);
	c->core_sched = c->m.smt > 1 && one_in(4);
	c->curve = one_in(2) ? 3 : below(4);
	c->late = one_in(4);
	case_state(c);
}

/**
 * case_state - draw what each CPU does
 * @c: the case
 */
void case_state(struct model_case *c)
{
	static const uint8_t idles[] = { 0, 4, 16, 64, 128, 220, 255 };
	static const uint8_t plains[] = { 255, 240, 128, 0 };
	unsigned int idle = PICK(idles), plain = PICK(plains);
	unsigned int cpu;

	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		c->kind[cpu] = mask_test(&c->m.offline, cpu) ? KIND_IDLE :
			random_kind(idle, plain);
		c->cookie[cpu] = c->core_sched ? below(2) : 0;
	}
	random_hints(c);
	random_keep(c);
	random_allowed(c);
	random_task(c);
}

/**
 * case_right_hints - let the series believe idle what is, and nothing else
 * @c: the case
 */
void case_right_hints(struct model_case *c)
{
	const struct model_machine *m = &c->m;
	bool busy[MODEL_MAX_CPUS] = { false };
	unsigned int cpu;

	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		if (!mask_test(&m->offline, cpu) && c->kind[cpu] != KIND_IDLE)
			busy[m->core[cpu]] = true;
	}
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		if (c->kind[cpu] == KIND_IDLE)
			mask_set(&c->hinted, cpu);
		else
			mask_clear(&c->hinted, cpu);
		if (!busy[m->core[cpu]])
			mask_set(&c->hinted_cores, cpu);
		else
			mask_clear(&c->hinted_cores, cpu);
	}
}

static void set_busy(struct model_case *c, unsigned int cpu,
		     void (*changed)(const struct model_case *, unsigned int))
{
	if (mask_test(&c->m.offline, cpu))
		return;
	c->kind[cpu] = random_kind(0, 240);
	changed(c, cpu);
}

/**
 * case_step - draw the next wakeup on the same machine
 * @c: the case
 * @changed: told of each CPU that does something else now
 */
void case_step(struct model_case *c, void (*changed)(const struct model_case *, unsigned int))
{
	unsigned int n;

	for (n = below(4); n; n--) {
		unsigned int cpu = below(c->m.nr_cpus);

		if (mask_test(&c->m.offline, cpu))
			continue;
		c->kind[cpu] = random_kind(64, 128);
		changed(c, cpu);
	}
	if (one_in(8))
		random_allowed(c);
	if (one_in(8))
		random_hints(c);
	random_task(c);
	/* With the fast paths closed there is something to scan for. */
	if (one_in(4))
		return;
	set_busy(c, c->target, changed);
	if (one_in(2))
		set_busy(c, c->prev, changed);
	if (one_in(2))
		set_busy(c, c->recent, changed);
}

/* --- Text ------------------------------------------------------------------------ */

#define MODEL_FEATURE(name)	#name,
static const char *const feature_name[] = { MODEL_FEATURES(MODEL_FEATURE) };
#undef MODEL_FEATURE

/**
 * feature_by_name - the bit of a toggle
 * @name: its name
 * @len: the length of that
 *
 * Return: the bit, or -1 if the model has no such toggle.
 */
int feature_by_name(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < NR_MODEL_FEATURES; i++) {
		if (strlen(feature_name[i]) == len && !memcmp(feature_name[i], name, len))
			return i;
	}
	return -1;
}

static void print_mask(FILE *f, const char *name, const struct model_mask *m, unsigned int n)
{
	const char *sep = "";
	unsigned int cpu, end;

	fprintf(f, " %s=", name);
	for (cpu = 0; cpu < n; cpu = end + 1) {
		end = cpu;
		if (!mask_test(m, cpu))
			continue;
		while (end + 1 < n && mask_test(m, end + 1))
			end++;
		fprintf(f, end > cpu ? "%s%u-%u" : "%s%u", sep, cpu, end);
		sep = ",";
	}
}

/* Each letter with how often it comes, once when not said */
static void print_runs(FILE *f, const char *name, const uint8_t *v, unsigned int n,
		       const char *letters)
{
	unsigned int i, run;

	fprintf(f, " %s=", name);
	for (i = 0; i < n; i += run) {
		for (run = 1; i + run < n && v[i + run] == v[i]; run++)
			;
		fputc(letters[v[i]], f);
		if (run > 1)
			fprintf(f, "%u", run);
	}
}

#define COOKIE_LETTERS	"abcdefgh"

/* The numbers of a case, by their names in its text form */
#define CASE_NUMBERS(x)				\
	x(n, c->m.nr_cpus)			\
	x(w, c->m.width)			\
	x(smt, c->m.smt)			\
	x(cl, c->m.cluster)			\
	x(split, c->m.split)			\
	x(this, c->this_cpu)			\
	x(prev, c->prev)			\
	x(target, c->target)			\
	x(recent, c->recent)			\
	x(idlepol, c->idle_policy)		\
	x(kthread, c->kthread)			\
	x(task, c->in_task)			\
	x(coresched, c->core_sched)		\
	x(cookie, c->task_cookie)		\
	x(cap, c->m.little_cap)			\
	x(util, c->util)			\
	x(umin, c->uclamp_min)			\
	x(umax, c->uclamp_max)			\
	x(hint, c->has_idle_cores)		\
	x(nr, c->nr_idle_scan)			\
	x(cost, c->avg_cost)			\
	x(avgidle, c->avg_idle)			\
	x(age, c->wake_age)			\
	x(stale, c->stale)			\
	x(late, c->late)			\
	x(pair, c->pair)			\
	x(brief, c->brief)			\
	x(curve, c->curve)			\
	x(watched, c->watched)

/**
 * case_print - write a case as one line, without its end
 * @f: where to
 * @c: the case
 */
void case_print(FILE *f, const struct model_case *c)
{
	unsigned int n = c->m.nr_cpus, i;
	const char *sep = " on=";

#define PRINT(name, field)	fprintf(f, #name "=%lld ", (long long)(field));
	CASE_NUMBERS(PRINT)
#undef PRINT
	fprintf(f, "v=1");
	print_runs(f, "cpus", c->kind, n, KIND_LETTERS);
	print_mask(f, "allowed", &c->allowed, n);
	print_mask(f, "hinted", &c->hinted, n);
	print_mask(f, "cores", &c->hinted_cores, n);
	print_runs(f, "keep", c->keep, n, KEEP_LETTERS);
	print_mask(f, "offline", &c->m.offline, n);
	print_mask(f, "isolated", &c->m.isolated, n);
	print_mask(f, "part", &c->m.part, n);
	print_mask(f, "dying", &c->m.dying, n);
	print_mask(f, "little", &c->m.little, n);
	if (c->core_sched)
		print_runs(f, "cookies", c->cookie, n, COOKIE_LETTERS);
	for (i = 0; i < NR_MODEL_FEATURES; i++) {
		if (!(c->features >> i & 1))
			continue;
		fprintf(f, "%s%s", sep, feature_name[i]);
		sep = ",";
	}
}

/**
 * case_set - set a number of a case
 * @c: the case
 * @name: its name in the text form
 * @value: the value, a number
 *
 * Return: false if there is no such number.
 */
bool case_set(struct model_case *c, const char *name, const char *value)
{
	char *end;
	long long n = strtoll(value, &end, 10);

	if (!*value || *end)
		return false;
#define SET(word, field)						\
	if (!strcmp(name, #word)) {					\
		(field) = n;						\
		return true;						\
	}
	CASE_NUMBERS(SET)
#undef SET
	return false;
}

static bool parse_mask(const char *s, struct model_mask *m, unsigned int n)
{
	char *end;

	while (*s) {
		unsigned long a = strtoul(s, &end, 10), b = a;

		if (end == s)
			return false;
		if (*end == '-') {
			s = end + 1;
			b = strtoul(s, &end, 10);
		}
		if (a > b || b >= n)
			return false;
		for (; a <= b; a++)
			mask_set(m, a);
		s = *end == ',' ? end + 1 : end;
	}
	return true;
}

static bool parse_runs(const char *s, uint8_t *v, unsigned int n, const char *letters)
{
	unsigned int i = 0;

	while (*s) {
		const char *at = strchr(letters, *s);
		unsigned long run = 1;
		char *end = (char *)s + 1;

		if (!at)
			return false;
		if (s[1] >= '0' && s[1] <= '9')
			run = strtoul(s + 1, &end, 10);
		if (i + run > n)
			return false;
		while (run--)
			v[i++] = at - letters;
		s = end;
	}
	return i == n;
}

/**
 * case_parse - read what case_print() wrote
 * @text: one line
 * @c: the case
 *
 * Return: NULL, or the word that makes no sense.
 */
const char *case_parse(const char *text, struct model_case *c)
{
	static char word[1 << 16];
	static char bad[64];
	const char *p = text;

	memset(c, 0, sizeof(*c));
	while (*(p += strspn(p, " \t\n"))) {
		size_t len = strcspn(p, " \t\n");
		char *value;
		bool ok = false;

		if (len >= sizeof(word))
			return "a word that is too long";
		memcpy(word, p, len);
		word[len] = 0;
		p += len;
		snprintf(bad, sizeof(bad), "%.63s", word);
		value = strchr(word, '=');
		if (!value)
			return bad;
		*value++ = 0;
		ok = case_set(c, word, value);
		if (c->m.nr_cpus > MODEL_MAX_CPUS)
			return bad;
		if (!strcmp(word, "v"))
			ok = !strcmp(value, "1");
		else if (!strcmp(word, "cpus"))
			ok = parse_runs(value, c->kind, c->m.nr_cpus, KIND_LETTERS);
		else if (!strcmp(word, "keep"))
			ok = parse_runs(value, c->keep, c->m.nr_cpus, KEEP_LETTERS);
		else if (!strcmp(word, "cookies"))
			ok = parse_runs(value, c->cookie, c->m.nr_cpus, COOKIE_LETTERS);
		else if (!strcmp(word, "allowed"))
			ok = parse_mask(value, &c->allowed, c->m.nr_cpus);
		else if (!strcmp(word, "hinted"))
			ok = parse_mask(value, &c->hinted, c->m.nr_cpus);
		else if (!strcmp(word, "cores"))
			ok = parse_mask(value, &c->hinted_cores, c->m.nr_cpus);
		else if (!strcmp(word, "offline"))
			ok = parse_mask(value, &c->m.offline, c->m.nr_cpus);
		else if (!strcmp(word, "isolated"))
			ok = parse_mask(value, &c->m.isolated, c->m.nr_cpus);
		else if (!strcmp(word, "part"))
			ok = parse_mask(value, &c->m.part, c->m.nr_cpus);
		else if (!strcmp(word, "dying"))
			ok = parse_mask(value, &c->m.dying, c->m.nr_cpus);
		else if (!strcmp(word, "little"))
			ok = parse_mask(value, &c->m.little, c->m.nr_cpus);
		else if (!strcmp(word, "on")) {
			for (ok = true; ok && *value; value += len) {
				int f;

				len = strcspn(value, ",");
				f = feature_by_name(value, len);
				ok = f >= 0;
				if (ok)
					c->features |= 1U << f;
				len += value[len] == ',';
			}
		}
		if (!ok)
			return bad;
	}
	return case_check(c) ? NULL : "the whole";
}

/**
 * case_check - whether a case makes sense
 * @c: the case
 *
 * Return: true if it does.
 */
bool case_check(const struct model_case *c)
{
	const struct model_machine *m = &c->m;
	int n = m->nr_cpus;

	if (n < 1 || n > MODEL_MAX_CPUS || !m->width || !m->smt || n % m->width)
		return false;
	if (m->smt > m->width || (m->split && m->width % m->smt))
		return false;
	if (c->this_cpu < 0 || c->this_cpu >= n || c->prev < 0 || c->prev >= n ||
	    c->target < 0 || c->target >= n || c->recent < 0 || c->recent >= n)
		return false;
	if (mask_test(&m->offline, c->this_cpu))
		return false;
	return true;
}

/* --- Smaller cases -------------------------------------------------------------- */

/* Take the CPUs from @from to @to out, and what refers to them */
static bool cut_cpus(struct model_case *c, unsigned int from, unsigned int to)
{
	unsigned int n = c->m.nr_cpus, gone = to - from, cpu;
	struct model_case old = *c;
	int *ref[] = { &c->this_cpu, &c->prev, &c->target, &c->recent };
	unsigned int i;

	memset(&c->allowed, 0, sizeof(c->allowed));
	memset(&c->hinted, 0, sizeof(c->hinted));
	memset(&c->hinted_cores, 0, sizeof(c->hinted_cores));
	memset(&c->m.offline, 0, sizeof(c->m.offline));
	memset(&c->m.isolated, 0, sizeof(c->m.isolated));
	memset(&c->m.part, 0, sizeof(c->m.part));
	memset(&c->m.dying, 0, sizeof(c->m.dying));
	memset(&c->m.little, 0, sizeof(c->m.little));
	for (cpu = 0; cpu < n; cpu++) {
		unsigned int at = cpu < from ? cpu : cpu - gone;

		if (cpu >= from && cpu < to)
			continue;
		c->kind[at] = old.kind[cpu];
		c->cookie[at] = old.cookie[cpu];
		c->keep[at] = old.keep[cpu];
		if (mask_test(&old.allowed, cpu))
			mask_set(&c->allowed, at);
		if (mask_test(&old.hinted, cpu))
			mask_set(&c->hinted, at);
		if (mask_test(&old.hinted_cores, cpu))
			mask_set(&c->hinted_cores, at);
		if (mask_test(&old.m.offline, cpu))
			mask_set(&c->m.offline, at);
		if (mask_test(&old.m.isolated, cpu))
			mask_set(&c->m.isolated, at);
		if (mask_test(&old.m.part, cpu))
			mask_set(&c->m.part, at);
		if (mask_test(&old.m.dying, cpu))
			mask_set(&c->m.dying, at);
		if (mask_test(&old.m.little, cpu))
			mask_set(&c->m.little, at);
	}
	for (i = 0; i < ARRAY_SIZE(ref); i++) {
		if (*ref[i] >= (int)to)
			*ref[i] -= gone;
		else if (*ref[i] >= (int)from)
			return false;
	}
	c->m.nr_cpus = n - gone;
	return true;
}

struct shrink {
	struct model_case *best;
	bool (*fails)(const struct model_case *c);
	unsigned int wins;
};

static void attempt(struct shrink *s, struct model_case *c)
{
	if (!case_check(c))
		return;
	machine_derive(&c->m);
	if (memcmp(c, s->best, sizeof(*c)) && s->fails(c)) {
		*s->best = *c;
		s->wins++;
	}
}

#define TRY(change) do {				\
		c = *s->best;				\
		change;					\
		attempt(s, &c);				\
	} while (0)

static void shrink_mask(struct shrink *s, size_t offset, bool want)
{
	static struct model_case c;
	unsigned int step, from, cpu, n = s->best->m.nr_cpus;

	for (step = n; step; step /= 2) {
		for (from = 0; from < n; from += step) {
			struct model_mask *m;
			bool change = false;

			c = *s->best;
			m = (struct model_mask *)((char *)&c + offset);
			for (cpu = from; cpu < from + step && cpu < n; cpu++) {
				if (mask_test(m, cpu) == want)
					continue;
				change = true;
				if (want)
					mask_set(m, cpu);
				else
					mask_clear(m, cpu);
			}
			if (change)
				attempt(s, &c);
		}
	}
}

static void shrink_bytes(struct shrink *s, size_t offset, uint8_t want)
{
	static struct model_case c;
	unsigned int step, from, cpu, n = s->best->m.nr_cpus;

	for (step = n; step; step /= 2) {
		for (from = 0; from < n; from += step) {
			bool change = false;
			uint8_t *v;

			c = *s->best;
			v = (uint8_t *)&c + offset;
			for (cpu = from; cpu < from + step && cpu < n; cpu++) {
				change |= v[cpu] != want;
				v[cpu] = want;
			}
			if (change)
				attempt(s, &c);
		}
	}
}

/* Fewer CPUs: whole caches, or as many out of each cache */
static void shrink_cpus(struct shrink *s)
{
	static struct model_case c;
	unsigned int step, from, llc;

	for (from = 0; from + s->best->m.width <= s->best->m.nr_cpus; from += s->best->m.width) {
		c = *s->best;
		if (c.m.nr_cpus > c.m.width && !c.m.split &&
		    cut_cpus(&c, from, from + c.m.width))
			attempt(s, &c);
	}
	TRY(c.m.split = false);
	if (s->best->m.nr_cpus != s->best->m.width || s->best->m.split) {
		TRY(c.m.width = c.m.nr_cpus; c.m.split = false);
		for (llc = 0; llc < s->best->m.nr_cpus / s->best->m.width; llc++) {
			bool ok = true;

			if (s->best->m.width < 2 || s->best->m.split)
				break;
			c = *s->best;
			for (from = c.m.nr_cpus / c.m.width; ok && from; from--)
				ok = cut_cpus(&c, from * c.m.width - 1, from * c.m.width);
			c.m.width--;
			if (ok)
				attempt(s, &c);
		}
		return;
	}
	for (step = s->best->m.nr_cpus / 2; step; step /= 2) {
		for (from = 0; from + step <= s->best->m.nr_cpus; ) {
			unsigned int n = s->best->m.nr_cpus;

			c = *s->best;
			if (n > step && cut_cpus(&c, from, from + step)) {
				c.m.width = c.m.nr_cpus;
				attempt(s, &c);
			}
			if (s->best->m.nr_cpus == n)
				from += step;
		}
	}
}

/**
 * case_shrink - make a case smaller as long as it still fails
 * @best: the case, and the smallest one found
 * @fails: whether a case does
 */
void case_shrink(struct model_case *best, bool (*fails)(const struct model_case *c))
{
	static struct model_case c;
	struct shrink state = { .best = best, .fails = fails }, *s = &state;
	unsigned int before;

	do {
		before = s->wins;
		shrink_cpus(s);
		shrink_mask(s, offsetof(struct model_case, m.offline), false);
		shrink_mask(s, offsetof(struct model_case, m.isolated), false);
		shrink_mask(s, offsetof(struct model_case, m.part), false);
		shrink_mask(s, offsetof(struct model_case, m.dying), false);
		if (best->m.little_cap)
			TRY(c.m.little_cap = 0; memset(&c.m.little, 0, sizeof(c.m.little)));
		if (best->util || best->uclamp_min || best->uclamp_max != 1024)
			TRY(c.util = 0; c.uclamp_min = 0; c.uclamp_max = 1024);
		shrink_mask(s, offsetof(struct model_case, m.little), false);
		shrink_mask(s, offsetof(struct model_case, hinted), false);
		shrink_mask(s, offsetof(struct model_case, hinted_cores), false);
		shrink_mask(s, offsetof(struct model_case, allowed), true);
		shrink_bytes(s, offsetof(struct model_case, kind), KIND_BUSY);
		shrink_bytes(s, offsetof(struct model_case, cookie), 0);
		shrink_bytes(s, offsetof(struct model_case, keep), KEEP_NONE);
		if (best->m.cluster)
			TRY(c.m.cluster = 0);
		if (best->m.smt > 1)
			TRY(c.m.smt = 1; c.m.split = false);
		if (best->m.smt > 2)
			TRY(c.m.smt /= 2);
		if (best->core_sched)
			TRY(c.core_sched = false; c.task_cookie = 0);
		if (best->task_cookie)
			TRY(c.task_cookie = 0);
		if (best->idle_policy)
			TRY(c.idle_policy = false);
		if (best->kthread)
			TRY(c.kthread = false);
		if (!best->in_task)
			TRY(c.in_task = true);
		if (best->has_idle_cores)
			TRY(c.has_idle_cores = false);
		if (best->prev != best->target)
			TRY(c.prev = c.target);
		if (best->recent != best->prev)
			TRY(c.recent = c.prev);
		if (best->this_cpu != best->target)
			TRY(c.this_cpu = c.target);
		if (best->wake_age)
			TRY(c.wake_age = 0);
		if (best->avg_cost)
			TRY(c.avg_cost = 0);
		if (best->avg_idle)
			TRY(c.avg_idle = 0);
		if (best->stale)
			TRY(c.stale = false);
		if (best->late)
			TRY(c.late = false);
		if (best->pair)
			TRY(c.pair = 0);
		if (best->brief)
			TRY(c.brief = 0);
		if (best->watched)
			TRY(c.watched = false);
		while (best->nr_idle_scan > 0) {
			unsigned int wins = s->wins;

			TRY(c.nr_idle_scan--);
			if (s->wins == wins)
				break;
		}
	} while (s->wins != before);
}
