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

/* Bits may be wrong in the rest of the last word, too. */
#define MAX_BITS	(POLICY_MAX_CPUS + BITS_PER_LONG)

static struct policy_machine m;

struct bits {
	bool cpus[MAX_BITS];
	bool cores[MAX_BITS];
	/* When a scan came by the word of a bit */
	unsigned long asked[MAX_BITS];
	/* When all was walked for an idle core */
	unsigned long walked;
};

static unsigned int word_first, word_nr;
/* CPUs that are attached to the domain, and so have bits of their own */
static bool attached[POLICY_MAX_CPUS];
/* Its bits vanish when somebody asks whether it is idle. */
static int thief_of;
/* A bit was set that is not of a core, so bits may be anything. */
static bool strayed;

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

/* The first sibling that is in the LLC; @cpu is */
static int core_of(int cpu)
{
	unsigned int i = 0;

	while (!m.span[sibling(cpu, i)])
		i++;
	return sibling(cpu, i);
}

static bool busy(int cpu)
{
	return cpu_rq(cpu)->nr_running || cpu_rq(cpu)->ttwu_pending;
}

static bool allowed(int cpu)
{
	return cpumask_test_cpu(cpu, policy_task.cpus_ptr);
}

static void read_bits(struct bits *b)
{
	struct sis_hint *hint = policy_sd->shared->hint;
	unsigned int cpu;

	memset(b, 0, sizeof(*b));
	if (!hint)
		return;
	b->walked = hint->walked;
	for (cpu = hint->first * BITS_PER_LONG;
	     cpu < (hint->first + hint->nr) * BITS_PER_LONG; cpu++) {
		struct sis_hint_word *w = &hint->word[cpu / BITS_PER_LONG - hint->first];

		b->cpus[cpu] = w->cpus >> (cpu % BITS_PER_LONG) & 1;
		b->cores[cpu] = w->cores >> (cpu % BITS_PER_LONG) & 1;
		b->asked[cpu] = w->asked;
		if (b->cpus[cpu])
			CHECK(cpu < m.nr_cpus && m.span[cpu]);
		if (b->cores[cpu] && !strayed)
			CHECK(cpu < m.nr_cpus && m.span[cpu] && core_of(cpu) == (int)cpu);
	}
}

static void same_bits(const struct bits *want)
{
	static struct bits have;
	unsigned int cpu;

	read_bits(&have);
	for (cpu = 0; cpu < MAX_BITS; cpu++) {
		if (have.cpus[cpu] != want->cpus[cpu])
			policy_fail(__FILE__, __LINE__, "bit of CPU as in the model", cpu,
				    want->cpus[cpu]);
		if (have.cores[cpu] != want->cores[cpu])
			policy_fail(__FILE__, __LINE__, "bit of core as in the model", cpu,
				    want->cores[cpu]);
		if (have.asked[cpu] != want->asked[cpu])
			policy_fail(__FILE__, __LINE__, "asked as in the model", cpu,
				    want->asked[cpu]);
	}
	CHECK_EQ(have.walked, want->walked);
}

static bool in_chunk(const bool *bits, int cpu)
{
	int i, from = cpu / 8 * 8;

	for (i = from; i < from + 8; i++) {
		if (bits[i])
			return true;
	}
	return false;
}

static void naive_take(struct bits *b, int cpu)
{
	if (!attached[cpu])
		return;
	b->cpus[cpu] = false;
	b->cores[core_of(cpu)] = false;
}

/* A second ago, or less, or in the tick to come */
static bool recent(unsigned long when)
{
	return slice_jiffies - when <= HZ || when == slice_jiffies + 1;
}

static bool asked(const struct bits *b, int cpu)
{
	return recent(b->asked[cpu]);
}

/* A walk has come to the word of @cpu. */
static void naive_ask(struct bits *b, int cpu)
{
	int i, from = cpu / BITS_PER_LONG * BITS_PER_LONG;

	for (i = from; i < from + BITS_PER_LONG; i++)
		b->asked[i] = slice_jiffies;
}

static void naive_idle(struct bits *b, int cpu)
{
	bool nobody, alone = true;
	unsigned int i;

	if (busy(cpu) || !attached[cpu] || !cpu_active(cpu))
		return;
	for (i = 0; i < nr_siblings(); i++)
		alone &= sibling(cpu, i) == cpu || !busy(sibling(cpu, i));
	nobody = sched_feat(SIS_UTIL) && !policy_sd->shared->nr_idle_scan;
	nobody |= policy_smt_active && policy_sd->shared->has_idle_cores;

	if (policy_smt_active && alone && !in_chunk(b->cores, core_of(cpu)) &&
	    asked(b, core_of(cpu)))
		b->cores[core_of(cpu)] = true;
	else if (!nobody && !in_chunk(b->cpus, cpu) && asked(b, cpu))
		b->cpus[cpu] = true;
}

struct search {
	struct bits *b;
	bool cpus[POLICY_MAX_CPUS];
	int nr;
	unsigned int looked;
	unsigned int lost;
	int spare;
	bool hinted;
	bool brief;
	enum sis_end end;
};

static void search_begin(struct search *s, struct bits *b)
{
	memset(s, 0, sizeof(*s));
	read_bits(b);
	s->b = b;
	s->spare = -1;
	s->end = SIS_END_TARGET;
}

/*
 * Numbers that words are there for, from behind the target around to it: those of
 * its own word and of at most @words behind
 */
static unsigned int order(int target, unsigned int words, int *list)
{
	unsigned int lo = word_first * BITS_PER_LONG, n = word_nr * BITS_PER_LONG, i, out = 0;
	unsigned int into = target % BITS_PER_LONG + 1;

	for (i = 0; i < n && (i + into) / BITS_PER_LONG <= words; i++)
		list[out++] = lo + (target - lo + 1 + i) % n;
	return out;
}

static void naive_asked(struct search *s, int cpu)
{
	s->looked++;
	if (cpu != thief_of)
		return;
	s->b->cpus[cpu] = false;
	if (m.span[cpu])
		s->b->cores[core_of(cpu)] = false;
}

static int naive_cpu(struct search *s, const bool *within, int target)
{
	static int list[MAX_BITS];
	unsigned int n = order(target, UINT_MAX, list), i;

	naive_ask(s->b, target);
	for (i = 0; i < n; i++) {
		int cpu = list[i];

		naive_ask(s->b, cpu);
		if (!s->b->cpus[cpu] || !s->cpus[cpu] || (within && !within[cpu]))
			continue;
		if (--s->nr <= 0)
			return -1;
		naive_asked(s, cpu);
		s->cpus[cpu] = false;
		if (policy_fits(cpu) && s->b->cpus[cpu]) {
			s->b->cpus[cpu] = false;
			if (policy_smt_active)
				naive_take(s->b, cpu);
			s->hinted = true;
			s->end = SIS_END_FOUND;
			return cpu;
		}
		if (policy_fits(cpu)) {
			s->lost++;
			s->spare = s->spare < 0 ? cpu : s->spare;
		} else if (busy(cpu)) {
			s->b->cpus[cpu] = false;
		}
	}
	return -1;
}

/* Of a core only those are asked that are in the LLC and the task's. */
static int naive_try_core(struct search *s, int core)
{
	bool whole = false, wrong = false;
	int first = -1, good = -1;
	unsigned int i;

	for (i = 0; i < nr_siblings(); i++) {
		int cpu = sibling(core, i);

		if (!m.span[cpu] || !allowed(cpu))
			continue;
		naive_asked(s, cpu);
		first = first < 0 ? cpu : first;
		/* If the first is idle the bit says that the others are. */
		whole = policy_avail(first);
		wrong |= busy(cpu);
		if (policy_fits(cpu))
			good = cpu;
		/* All is known that there is to know. */
		if (good >= 0 || s->spare >= 0)
			break;
	}

	/* But for those of another domain, which set and take other bits. */
	for (i = 0; whole && i < nr_siblings(); i++) {
		int cpu = sibling(core, i);

		if (m.span[cpu])
			continue;
		naive_asked(s, cpu);
		whole = policy_avail(cpu);
		wrong |= busy(cpu);
	}

	if (whole && s->b->cores[core]) {
		s->b->cores[core] = false;
		s->b->cpus[first] = false;
		s->hinted = true;
		s->end = SIS_END_CORE;
		return first;
	}
	s->lost += whole;
	if (wrong)
		s->b->cores[core] = false;
	if (s->spare >= 0)
		return -1;
	s->spare = good;
	/* Somebody has the first of this one, perhaps not the others. */
	for (i = 0; whole && i < nr_siblings(); i++) {
		int cpu = sibling(core, i);

		if (cpu <= first || !m.span[cpu] || !allowed(cpu))
			continue;
		naive_asked(s, cpu);
		if (policy_fits(cpu)) {
			s->spare = cpu;
			break;
		}
	}
	return -1;
}

static int naive_core(struct search *s, const bool *within, int target, unsigned int left,
		      bool gate)
{
	static int list[MAX_BITS];
	unsigned int n = order(target, left, list), i, j;

	/* Without SMT there are no cores to ask for. */
	if (!IS_ENABLED(CONFIG_SCHED_SMT))
		return -1;
	naive_ask(s->b, target);
	for (i = 0; i < n; i++) {
		int core = list[i], cpu;
		bool may = false;

		naive_ask(s->b, core);
		if (!s->b->cores[core] || core >= (int)m.nr_cpus || !m.span[core] ||
		    (within && !within[core]))
			continue;
		for (j = 0; j < m.smt; j++)
			may |= gate ? allowed(sibling(core, j)) : s->cpus[sibling(core, j)];
		if (!may)
			continue;
		if (!left--)
			return -1;
		cpu = naive_try_core(s, core);
		for (j = 0; j < m.smt; j++)
			s->cpus[sibling(core, j)] = false;
		if (cpu >= 0)
			return cpu;
	}
	return -1;
}

static int naive_scan(struct search *s, const bool *cluster, bool has_core, int target)
{
	int cpu = -1;

	if (cluster)
		cpu = has_core ? naive_core(s, cluster, target, UINT_MAX, false) :
				 naive_cpu(s, cluster, target);
	if (cpu < 0 && s->nr > 0)
		cpu = has_core ? naive_core(s, NULL, target, UINT_MAX, false) :
				 naive_cpu(s, NULL, target);
	if (has_core) {
		bool all = true;
		unsigned int i;

		for (i = 0; i < m.nr_cpus; i++)
			all &= !m.span[i] || allowed(i);
		s->brief = recent(s->b->walked);
		if (cpu < 0 && !s->brief && all)
			s->b->walked = slice_jiffies;
	}
	return cpu;
}

/* What the search chooses after all */
static int naive_claim(struct search *s, int cpu)
{
	if (s->hinted || s->end == SIS_END_KTHREAD || s->end == SIS_END_NODOMAIN)
		return cpu;
	if (s->end == SIS_END_GATE || s->end == SIS_END_LIMIT || s->end == SIS_END_SPAN) {
		if (s->spare < 0)
			return cpu;
		cpu = s->spare;
		s->end = SIS_END_FALLBACK;
	} else if (s->end == SIS_END_CORE && m.span[cpu] && recent(s->b->walked)) {
		s->b->walked = slice_jiffies - HZ - 1;
	}
	if (policy_smt_active)
		naive_take(s->b, cpu);
	else if (attached[cpu])
		s->b->cpus[cpu] = false;
	return cpu;
}

static void check_tries(void)
{
	unsigned int cpu;

	/* One that failed is asked twice on the spot, for the sake of SCHED_IDLE. */
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		CHECK_LE(policy_tries[cpu], policy_avail(cpu) ? 1 : 2);
}

static void rob(int cpu)
{
	struct sis_hint *hint = policy_sd->shared->hint;

	if (cpu != thief_of || !m.span[cpu])
		return;
	__clear_bit(cpu % BITS_PER_LONG, &hint->word[cpu / BITS_PER_LONG - hint->first].cpus);
	cpu = core_of(cpu);
	__clear_bit(cpu % BITS_PER_LONG, &hint->word[cpu / BITS_PER_LONG - hint->first].cores);
}

static int take_target(struct input *in)
{
	int target = take(in, 2) % m.nr_cpus;

	while (!m.span[target])
		target = target + 1 == (int)m.nr_cpus ? 0 : target + 1;
	return target;
}

static void check_search(const struct search *s, const struct sis_scan *scan)
{
	CHECK_EQ(scan->looked, s->looked);
	CHECK_EQ(scan->lost, s->lost);
	CHECK_EQ(scan->spare, s->spare);
	CHECK_EQ(scan->hinted, s->hinted);
	CHECK_EQ(scan->end, s->end);
	same_bits(s->b);
	/* A core with two bits is looked at twice. */
	if (!strayed)
		check_tries();
	if (scan->spare >= 0)
		CHECK(m.span[scan->spare] && allowed(scan->spare) && policy_fits(scan->spare));
}

/* The end of select_idle_sibling(), where the search found nothing in the hint */
static void run_end(struct input *in, struct search *s, int got, int target,
		    struct sis_scan *scan)
{
	if (got < 0) {
		scan->end = take(in, 1) % SIS_NR_ENDS;
		s->end = scan->end;
		got = target;
	}
	CHECK_EQ(sis_claim(got, scan), naive_claim(s, got));
	CHECK_EQ(scan->end, s->end);
	same_bits(s->b);
}

static void run_scan(struct input *in)
{
	static bool cluster[POLICY_MAX_CPUS];
	static struct bits want;
	static struct search s;
	struct cpumask *cpus = policy_mask(), *clus = policy_mask();
	unsigned int flags = take(in, 1), cpu, from, len;
	int target = take_target(in), nr, got, expect = -1;
	struct sis_scan scan;

	nr = flags & 2 ? (int)(take(in, 1) + 1) : INT_MAX;
	from = take(in, 2) % m.nr_cpus;
	len = take(in, 1);
	thief_of = flags & 8 && !strayed ? (int)(take(in, 2) % m.nr_cpus) : -1;

	search_begin(&s, &want);
	s.nr = nr;
	for (cpu = 0; cpu < m.nr_cpus; cpu++) {
		s.cpus[cpu] = m.span[cpu] && allowed(cpu);
		cluster[cpu] = m.span[cpu] && cpu >= from && cpu < from + len;
		if (s.cpus[cpu])
			__cpumask_set_cpu(cpu, cpus);
		if (cluster[cpu])
			__cpumask_set_cpu(cpu, clus);
	}
	sis_scan_begin(&scan);
	policy_forget_tries();
	policy_try = rob;
	got = sis_hint_scan(&policy_task, policy_sd, flags & 4 ? clus : NULL, cpus, flags & 1,
			    target, &nr, &scan);
	policy_try = NULL;

	if (policy_sd->shared->hint)
		expect = naive_scan(&s, flags & 4 ? cluster : NULL, flags & 1, target);
	CHECK_EQ(got, expect);
	CHECK_EQ(nr, s.nr);
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		CHECK_EQ(cpumask_test_cpu(cpu, cpus), s.cpus[cpu]);
	check_search(&s, &scan);
	if (got >= 0) {
		CHECK(m.span[got] && allowed(got) && policy_fits(got));
		CHECK(!want.cpus[got]);
	}
	run_end(in, &s, got, target, &scan);
}

static void run_gate(struct input *in)
{
	static struct bits want;
	static struct search s;
	struct sis_hint *hint = policy_sd->shared->hint;
	int target = take_target(in), got, expect = -1;
	unsigned int left = 1, n;
	struct sis_scan scan;

	thief_of = strayed ? -1 : (int)(take(in, 2) % (2 * m.nr_cpus));
	search_begin(&s, &want);
	/* Half the logarithm of the number of cores, rounded down */
	for (n = hint ? hint->cores : 0; n >= 4; n /= 4)
		left++;
	sis_scan_begin(&scan);
	policy_forget_tries();
	policy_try = rob;
	got = sis_hint_gate(&policy_task, policy_sd, target, &scan);
	policy_try = NULL;
	if (hint)
		expect = naive_core(&s, NULL, target, left, true);
	CHECK_EQ(got, expect);
	if (got < 0)
		s.end = SIS_END_GATE;
	CHECK_LE(scan.looked, left * nr_siblings());
	check_search(&s, &scan);
	run_end(in, &s, got, target, &scan);
}

static void run_claim(struct input *in, int cpu)
{
	static struct bits want;
	static struct search s;
	struct sis_scan scan;
	unsigned int pick;

	sis_scan_begin(&scan);
	search_begin(&s, &want);
	pick = take(in, 1);
	scan.hinted = pick & 1;
	if (pick & 2)
		scan.spare = take(in, 2) % m.nr_cpus;
	s.hinted = scan.hinted;
	s.spare = scan.spare;
	run_end(in, &s, -1, cpu, &scan);
}

/* The CPU gets its domain again, or none, or one of CPUs of other capacity. */
static void run_attach(int cpu, unsigned int how)
{
	struct sched_domain *sd = how & 1 ? cpu_rq(cpu)->sd : NULL;
	static struct bits want;

	read_bits(&want);
	per_cpu(sd_asym_cpucapacity, cpu) = how & 2 ? policy_sd : NULL;
	sis_hint_attach(cpu, sd);
	attached[cpu] = sd && !(how & 2) && policy_sd->shared->hint;
	same_bits(&want);
}

/* What sis_hint_attach() warns of: a core's bit at the place of another */
static void run_stray(unsigned int bit)
{
	struct sis_hint *hint = policy_sd->shared->hint;

	if (!hint)
		return;
	strayed = true;
	bit %= hint->nr * BITS_PER_LONG;
	__set_bit(bit % BITS_PER_LONG, &hint->word[bit / BITS_PER_LONG].cores);
}

static void run_op(struct input *in)
{
	struct sched_domain_shared *sds = policy_sd->shared;
	unsigned int op = take(in, 1), cpu = take(in, 2) % m.nr_cpus;
	static struct bits want;

	switch (op % 16) {
	case 0:
	case 1:
	case 2:
		policy_set(cpu, take(in, 1) % POLICY_NR_KINDS);
		break;
	case 3:
		policy_allow(cpu, op & 16);
		break;
	case 4:
		slice_jiffies += op & 64 ? take(in, 1) : 0;
		sds->nr_idle_scan = op & 16 ? 0 : 4;
		sds->has_idle_cores = op >> 5 & 1;
		break;
	case 5:
	case 6:
	case 7:
		read_bits(&want);
		naive_idle(&want, cpu);
		sis_hint_idle(cpu_rq(cpu));
		same_bits(&want);
		break;
	case 8:
		read_bits(&want);
		naive_take(&want, cpu);
		sis_hint_offline(cpu);
		same_bits(&want);
		break;
	case 9:
		run_claim(in, cpu);
		break;
	case 10:
		if (op & 16)
			__set_bit(cpu, slice_mask[SLICE_ACTIVE]);
		else
			__clear_bit(cpu, slice_mask[SLICE_ACTIVE]);
		break;
	case 11:
		if ((op & 48) == 48)
			run_stray(take(in, 2));
		else
			run_attach(cpu, op >> 6);
		break;
	case 12:
	case 13:
	case 14:
		run_scan(in);
		break;
	case 15:
		run_gate(in);
		break;
	}
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
	policy_no_memory = pick % 16 == 7;
	sis_limit_init(policy_sd);
	sis_hint_init(policy_sd);
	policy_no_memory = false;
	slice_schedstats = pick & 1;
	policy_features(pick & 2, true);
	if (pick >= 240)
		policy_smt_active = false;
	strayed = false;
	policy_attach();
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		attached[cpu] = m.span[cpu] && policy_sd->shared->hint;
	word_first = first / BITS_PER_LONG;
	word_nr = (first + width - 1) / BITS_PER_LONG - word_first + 1;

	pick = take(in, 1);
	for (cpu = 0; cpu < m.nr_cpus; cpu++)
		policy_set(cpu, pick & 1 << (cpu % 8) ? POLICY_IDLE : POLICY_BUSY);

	for (i = 0; i < 48 && in->at < in->end; i++)
		run_op(in);
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
