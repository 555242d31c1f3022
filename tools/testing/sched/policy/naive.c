// SPDX-License-Identifier: GPL-2.0
/*
 * What kernel/sched/sis/ should do, written a second time without a thought for
 * speed: a bool for a bit, a list for a loop around the words. Each string of bytes
 * is a series of calls; all that they return and leave behind is compared.
 */
#include "policy.h"

struct input {
	const u8 *at;
	const u8 *end;
};

/* A number of up to eight bytes; a string that is over reads as zeroes. */
static u64 take(struct input *in, unsigned int bytes)
{
	u64 v = 0;

	while (bytes--)
		v = v << 8 | (in->at < in->end ? *in->at++ : 0);
	return v;
}

/* A number of any magnitude, mostly of few bits */
static u64 take_any(struct input *in)
{
	u64 shift = take(in, 1);

	return take(in, 8) >> (shift % 64);
}

/* --- The limit ------------------------------------------------------------------------- */

/* Good to a CPU, where capacities are what machines have. */
static void near_model(enum sis_curve curve, unsigned int span, u64 util, u64 cap,
		       unsigned int pct, unsigned int limit)
{
	long double used = (long double)util * pct / 100, x, least = 0, want, grain = 1;

	switch (curve) {
	case SIS_CURVE_OVERLOAD:
		want = used > cap ? 0 : span;
		break;
	case SIS_CURVE_LINEAR:
		want = span - 2.0L * util / cap * (span - min(span, 4U));
		want = max(want, (long double)min(span, 4U));
		break;
	case SIS_CURVE_QUADRATIC:
		/* What is gone is rounded down to 1/1024 of the span. */
		grain += span / 1024.0L;
		x = (long double)(util / span) / 1024 * pct / 100;
		want = x < 1 ? span * (1 - x * x) : 0;
		break;
	default:
		if (span <= SIS_WORTH)
			least = pct <= 100 || span * (pct - 100ULL) / pct < 2 || span < 2 ? 1 : 2;
		want = SIS_FIRM * (SIS_WORTH * (1 - used / cap) - 1);
		want = max(want, least);
		want = min(want, (long double)span);
		if (span <= SIS_WORTH / 2 && used < cap)
			want = span;
	}
	if (limit > want + grain || limit < want - 1)
		policy_fail(__FILE__, __LINE__, "limit near the model", limit, (long long)want);
}

static void run_limit(struct input *in)
{
	static const unsigned int spans[] = {
		1, 2, 3, 16, 63, 64, 65, 112, 256, 1024,
	};
	enum sis_curve curve = take(in, 1) % (SIS_NR_CURVES + 1);
	unsigned int pick = take(in, 1), span, pct, limit, other;
	unsigned long util, more, cap;
	bool real;

	span = pick < 200 ? spans[pick % ARRAY_SIZE(spans)] : take_any(in);
	pick = take(in, 1);
	pct = pick < 128 ? 117 : take_any(in);
	pick = take(in, 1);
	real = pick < 128 && span && span <= 8192 && pct >= 50 && pct <= 400;
	if (real) {
		/* As much as the CPUs have, or a part of it; all in use, or some */
		cap = span * 1024UL * (1 + take(in, 1)) / 256;
		util = take(in, 4) % (span * 1100UL + 1);
	} else {
		util = take_any(in);
		cap = take_any(in);
	}
	limit = sis_limit_compute(curve, span, util, cap, pct);
	CHECK_LE(limit, span);
	if (real)
		near_model(curve, span, util, cap, pct, limit);

	more = take_any(in);
	more = util + more < util ? ULONG_MAX : util + more;
	other = sis_limit_compute(curve, span, more, cap, pct);
	CHECK_LE(other, limit);
	other = sis_limit_compute(curve, span, util, cap, max_t(unsigned int, pct, take_any(in)));
	/* The least that is left of a small LLC grows with the threshold. */
	CHECK_LE(other, max(limit, 2U));
	if (cap) {
		other = sis_limit_compute(curve, span, util, take_any(in) % cap, pct);
		CHECK_LE(other, limit);
	}
}

/* --- The hint --------------------------------------------------------------------------- */

static struct policy_machine m;

struct bits {
	bool cpus[POLICY_MAX_CPUS];
	bool cores[POLICY_MAX_CPUS];
};

static unsigned int word_first, word_nr;

static int core_of(int cpu)
{
	unsigned int cores = m.nr_cpus / m.smt;

	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return cpu;
	return m.split ? cpu % cores : cpu / m.smt * m.smt;
}

static int sibling(int cpu, unsigned int i)
{
	unsigned int cores = m.nr_cpus / m.smt;

	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return cpu;
	return m.split ? cpu % cores + i * cores : cpu / m.smt * m.smt + i;
}

static unsigned int nr_siblings(void)
{
	return IS_ENABLED(CONFIG_SCHED_SMT) ? m.smt : 1;
}

/* Is there a word for this CPU? */
static bool has_word(int cpu)
{
	unsigned int w = cpu / BITS_PER_LONG;

	return w >= word_first && w < word_first + word_nr;
}

static void read_bits(struct bits *b)
{
	struct sis_hint *hint = policy_sd->shared->hint;
	unsigned int cpu;

	memset(b, 0, sizeof(*b));
	if (!hint)
		return;
	for (cpu = hint->first * BITS_PER_LONG;
	     cpu < (hint->first + hint->nr) * BITS_PER_LONG; cpu++) {
		struct sis_hint_word *w = &hint->word[cpu / BITS_PER_LONG - hint->first];

		if (w->cpus >> (cpu % BITS_PER_LONG) & 1) {
			CHECK(cpu < m.nr_cpus && m.span[cpu]);
			b->cpus[cpu] = true;
		}
		if (w->cores >> (cpu % BITS_PER_LONG) & 1) {
			CHECK(cpu < m.nr_cpus && core_of(cpu) == (int)cpu);
			b->cores[cpu] = true;
		}
	}
}

static void same_bits(const struct bits *want)
{
	static struct bits have;
	unsigned int cpu;

	read_bits(&have);
	for (cpu = 0; cpu < m.nr_cpus; cpu++) {
		if (have.cpus[cpu] != want->cpus[cpu])
			policy_fail(__FILE__, __LINE__, "bit of CPU as in the model", cpu,
				    want->cpus[cpu]);
		if (have.cores[cpu] != want->cores[cpu])
			policy_fail(__FILE__, __LINE__, "bit of core as in the model", cpu,
				    want->cores[cpu]);
	}
}

static unsigned int in_word(const bool *bits, int cpu)
{
	unsigned int i, n = 0, from = cpu / BITS_PER_LONG * BITS_PER_LONG;

	for (i = from; i < from + BITS_PER_LONG && i < m.nr_cpus; i++)
		n += bits[i];
	return n;
}

static void naive_take(struct bits *b, int cpu)
{
	b->cpus[cpu] = false;
	b->cores[core_of(cpu)] = false;
}

static void naive_idle(struct bits *b, int cpu, bool limit_is_0)
{
	int core = core_of(cpu);
	bool alone = true;
	unsigned int i;

	if (cpu_rq(cpu)->nr_running || cpu_rq(cpu)->ttwu_pending || !m.span[cpu])
		return;
	for (i = 0; i < nr_siblings(); i++)
		alone &= sibling(cpu, i) == cpu || policy_avail(sibling(cpu, i));
	if (has_word(core) && !b->cores[core] && in_word(b->cores, core) < SIS_HINTS && alone) {
		b->cores[core] = true;
		b->cpus[cpu] = true;
	} else if (in_word(b->cpus, cpu) < SIS_HINTS && !limit_is_0) {
		b->cpus[cpu] = true;
	}
}

struct search {
	struct bits *b;
	bool cpus[POLICY_MAX_CPUS];
	int nr;
	unsigned int looked;
	bool hinted;
	enum sis_end end;
	int fallback;
};

/* All CPUs that words are there for, from behind the target around to it */
static unsigned int order(int target, int *list)
{
	unsigned int lo = word_first * BITS_PER_LONG, n = word_nr * BITS_PER_LONG, i;

	for (i = 0; i < n; i++)
		list[i] = lo + (target - lo + 1 + i) % n;
	return n;
}

static int naive_cpu(struct search *s, const bool *within, int target)
{
	static int list[POLICY_MAX_CPUS + 2 * BITS_PER_LONG];
	unsigned int n = order(target, list), i;

	for (i = 0; i < n; i++) {
		int cpu = list[i];

		if ((unsigned int)cpu >= m.nr_cpus || !s->b->cpus[cpu] || !s->cpus[cpu])
			continue;
		if (within && !within[cpu])
			continue;
		if (--s->nr <= 0)
			return -1;
		s->looked++;
		s->cpus[cpu] = false;
		if (policy_fits(cpu)) {
			naive_take(s->b, cpu);
			s->hinted = true;
			return cpu;
		}
		if (cpu_rq(cpu)->nr_running || cpu_rq(cpu)->ttwu_pending)
			s->b->cpus[cpu] = false;
	}
	return -1;
}

static int naive_try_core(struct search *s, int core, bool look_only)
{
	int pick = -1;
	unsigned int i;

	for (i = 0; i < nr_siblings(); i++) {
		int cpu = sibling(core, i);
		bool here = !look_only && s->cpus[cpu];

		s->looked++;
		if (here)
			s->cpus[cpu] = false;
		if (here && s->fallback < 0 && policy_fits(cpu))
			s->fallback = cpu;
		if (!policy_avail(cpu))
			return -1;
		if (pick < 0 && m.span[cpu] && cpumask_test_cpu(cpu, policy_task.cpus_ptr))
			pick = cpu;
	}
	return pick;
}

static int naive_core(struct search *s, int target, unsigned int left, bool look_only)
{
	static int list[POLICY_MAX_CPUS + 2 * BITS_PER_LONG];
	unsigned int n = order(target, list), i, j;

	/* Without SMT there are no cores to ask for. */
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return -1;
	for (i = 0; i < n; i++) {
		int core = list[i], cpu;
		bool allowed = false;

		if ((unsigned int)core >= m.nr_cpus || !s->b->cores[core])
			continue;
		for (j = 0; j < m.smt; j++)
			allowed |= cpumask_test_cpu(sibling(core, j), policy_task.cpus_ptr);
		if (!allowed)
			continue;
		if (!left--)
			return -1;
		cpu = naive_try_core(s, core, look_only);
		s->b->cores[core] = false;
		if (cpu >= 0) {
			s->b->cpus[cpu] = false;
			s->hinted = true;
			return cpu;
		}
	}
	return -1;
}

static int naive_scan(struct search *s, const bool *cluster, bool *has_core, int target,
		      int *idle_cores)
{
	unsigned int i;
	int cpu;

	if (*has_core) {
		bool any = false;

		cpu = naive_core(s, target, UINT_MAX, false);
		s->end = SIS_END_CORE;
		if (cpu >= 0)
			return cpu;
		for (i = 0; IS_ENABLED(CONFIG_SCHED_SMT) && i < m.nr_cpus; i++)
			any |= s->b->cores[i];
		if (!any)
			*idle_cores = 0;
		*has_core = false;
		s->end = SIS_END_FOUND;
		if (s->fallback >= 0) {
			naive_take(s->b, s->fallback);
			return s->fallback;
		}
	}
	s->end = SIS_END_FOUND;
	if (cluster) {
		cpu = naive_cpu(s, cluster, target);
		if (cpu >= 0 || s->nr <= 0)
			return cpu;
	}
	return naive_cpu(s, NULL, target);
}

static void check_tries(void)
{
	unsigned int cpu;

	/* One that failed is asked twice on the spot, for the sake of SCHED_IDLE. */
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		CHECK_LE(policy_tries[cpu], policy_avail(cpu) ? 1 : 2);
}

static void run_scan(struct input *in)
{
	static bool cluster[POLICY_MAX_CPUS];
	static struct bits want;
	static struct search s;
	struct cpumask *cpus = policy_mask(), *clus = policy_mask();
	unsigned int flags = take(in, 1), cpu, from, len;
	bool has_core = flags & 1, naive_core_left;
	int target = take(in, 2) % m.nr_cpus, idle_cores, nr, got;
	struct sis_scan scan;

	while (!m.span[target])
		target = target + 1 == (int)m.nr_cpus ? 0 : target + 1;
	nr = flags & 2 ? (int)(take(in, 1) + 1) : INT_MAX;
	from = take(in, 2) % m.nr_cpus;
	len = take(in, 1);

	read_bits(&want);
	memset(&s, 0, sizeof(s));
	s.b = &want;
	s.nr = nr;
	s.fallback = -1;
	for (cpu = 0; cpu < m.nr_cpus; cpu++) {
		s.cpus[cpu] = m.span[cpu] && cpumask_test_cpu(cpu, policy_task.cpus_ptr);
		cluster[cpu] = m.span[cpu] && cpu >= from && cpu < from + len;
		if (s.cpus[cpu])
			__cpumask_set_cpu(cpu, cpus);
		if (cluster[cpu])
			__cpumask_set_cpu(cpu, clus);
	}
	policy_sd->shared->has_idle_cores = 1;
	sis_scan_begin(&scan);
	policy_forget_tries();
	got = sis_hint_scan(&policy_task, policy_sd, flags & 4 ? clus : NULL, cpus, &has_core,
			    target, &nr, &scan);

	idle_cores = 1;
	naive_core_left = flags & 1;
	if (policy_sd->shared->hint) {
		CHECK_EQ(got, naive_scan(&s, flags & 4 ? cluster : NULL, &naive_core_left, target,
					 &idle_cores));
		CHECK_EQ(scan.end, s.end);
	} else {
		CHECK_EQ(got, -1);
	}
	CHECK_EQ(nr, s.nr);
	CHECK_EQ(scan.looked, s.looked);
	CHECK_EQ(scan.hinted, s.hinted);
	CHECK_EQ(scan.lost, 0);
	CHECK_EQ(has_core, naive_core_left);
	CHECK_EQ(policy_sd->shared->has_idle_cores, idle_cores);
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		CHECK_EQ(cpumask_test_cpu(cpu, cpus), s.cpus[cpu]);
	same_bits(&want);
	check_tries();
	if (got >= 0) {
		CHECK(m.span[got] && cpumask_test_cpu(got, policy_task.cpus_ptr));
		CHECK(policy_fits(got));
		CHECK(!want.cpus[got]);
	}
}

static void run_gate(struct input *in)
{
	static struct bits want;
	static struct search s;
	struct sis_hint *hint = policy_sd->shared->hint;
	int target = take(in, 2) % m.nr_cpus, got, expect = -1;
	unsigned int left = 1, n;
	struct sis_scan scan;

	while (!m.span[target])
		target = target + 1 == (int)m.nr_cpus ? 0 : target + 1;
	read_bits(&want);
	memset(&s, 0, sizeof(s));
	s.b = &want;
	/* Half the logarithm of the number of cores, rounded down */
	for (n = hint ? hint->cores : 0; n >= 4; n /= 4)
		left++;
	sis_scan_begin(&scan);
	policy_forget_tries();
	got = sis_hint_gate(&policy_task, policy_sd, target, &scan);
	if (hint)
		expect = naive_core(&s, target, left, true);
	CHECK_EQ(got, expect);
	CHECK_EQ(scan.end, got < 0 ? SIS_END_GATE : SIS_END_CORE);
	CHECK_EQ(scan.looked, s.looked);
	CHECK_LE(scan.looked, left * nr_siblings());
	same_bits(&want);
	check_tries();
}

static void run_machine(struct input *in)
{
	static const u16 widths[] = { 2, 3, 16, 31, 32, 33, 63, 64, 65, 112, 128, 256, 1024 };
	unsigned int width, first, pick, cpu, i, hole;

	memset(&m, 0, sizeof(m));
	width = widths[take(in, 1) % ARRAY_SIZE(widths)];
	first = take(in, 1) % 80;
	pick = take(in, 1);
	m.smt = 1U << (pick & 3);
	m.split = pick & 4;
	m.nr_cpus = round_up(first + width + (pick >> 4), 8U);
	hole = pick & 8 ? 2 + take(in, 1) : 0;
	for (cpu = first; cpu < first + width; cpu++)
		m.span[cpu] = !hole || cpu % hole;
	m.span[first] = true;
	m.span[first + width - 1] = true;
	policy_build(&m, 0);
	pick = take(in, 1);
	policy_no_memory = pick == 7;
	sis_limit_init(policy_sd);
	sis_hint_init(policy_sd);
	policy_no_memory = false;
	slice_schedstats = pick & 1;
	policy_features(pick & 2, true);
	word_first = first / BITS_PER_LONG;
	word_nr = (first + width - 1) / BITS_PER_LONG - word_first + 1;

	pick = take(in, 1);
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		policy_set(cpu, pick & 1 << (cpu % 8) ? POLICY_IDLE : POLICY_BUSY);

	for (i = 0; i < 48 && in->at < in->end; i++) {
		unsigned int op = take(in, 1);
		static struct bits want;

		cpu = take(in, 2) % m.nr_cpus;
		switch (op % 8) {
		case 0:
		case 1:
			policy_set(cpu, take(in, 1) % POLICY_NR_KINDS);
			break;
		case 2:
			policy_allow(cpu, op & 8);
			break;
		case 3:
		case 4:
			read_bits(&want);
			policy_sd->shared->nr_idle_scan = op & 8 ? 0 : 4;
			if (policy_sd->shared->hint)
				naive_idle(&want, cpu, (op & 8) && sched_feat(SIS_UTIL));
			sis_hint_idle(cpu_rq(cpu));
			same_bits(&want);
			break;
		case 5:
			read_bits(&want);
			if (m.span[cpu])
				naive_take(&want, cpu);
			if (op & 8)
				sis_hint_offline(cpu);
			else
				__sis_claim(cpu);
			same_bits(&want);
			break;
		case 6:
			run_scan(in);
			break;
		case 7:
			if (op & 8)
				run_gate(in);
			else
				run_scan(in);
			break;
		}
	}
}

/**
 * policy_run - do what a string of bytes says, and check all that comes of it
 * @data: the bytes
 * @size: how many; any string means something
 */
void policy_run(const u8 *data, size_t size)
{
	struct input in = { data, data + size };

	if (take(&in, 1) & 1)
		run_limit(&in);
	else
		run_machine(&in);
}
