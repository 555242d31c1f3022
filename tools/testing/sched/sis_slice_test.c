// SPDX-License-Identifier: GPL-2.0
/*
 * Run the scan functions of one or more kernels on random machines, and check
 * what they choose.
 */
#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "model_case.h"

#define MAX_SLICES	8
#define PER_MACHINE	512
#define PER_STATE	32

static const char usage_text[] =
"Usage: sis_slice_test [OPTION...] SLICE[:FEATURES] ...\n"
"\n"
"Run select_idle_sibling() of each SLICE, a shared object, on the same random\n"
"wakeups, and check what it chooses.  FEATURES are toggles that this slice has\n"
"on or off in all cases, as in +SIS_UTIL,-SIS_CORE; others are drawn.\n"
"\n"
"  -n CASES       how many (default 100000)\n"
"  -s SEED        of the random numbers (default 1)\n"
"  -c 'CASE'      run this one case, a line that a failure printed\n"
"  -f NAME=N      the same in all cases, NAME as in that line: curve=2, say\n"
"  -k LETTER      every CPU is reserved like that, see KEEP_LETTERS in model.h\n"
"  -S             every slice must choose what the first one chooses\n"
"  -H             with -S: and leave the same has_idle_cores behind\n"
"  -W             where the first slice finds an idle CPU within the limit, so must\n"
"                 the others\n"
"  -R             the series believes idle what is idle, and nothing else\n"
"  -x CHECK,...   leave these checks out\n"
"  -e CHECK       succeed if and only if this check fails (for self-tests)\n"
"  -v             say what came of each case\n"
"\n"
"Checks: range allowed active span idle order budget again told claim cluster\n"
"keep bug limit affine core same worse hang\n";

enum check {
	CHECK_RANGE, CHECK_ALLOWED, CHECK_ACTIVE, CHECK_SPAN, CHECK_IDLE, CHECK_ORDER,
	CHECK_BUDGET, CHECK_AGAIN, CHECK_TOLD, CHECK_CLAIM, CHECK_CLUSTER,
	CHECK_KEEP, CHECK_BUG, CHECK_LIMIT, CHECK_AFFINE, CHECK_CORE,
	CHECK_SAME, CHECK_WORSE, CHECK_HANG,
	NR_CHECKS, CHECK_NONE = NR_CHECKS,
};

static const char *const check_name[NR_CHECKS] = {
	"range", "allowed", "active", "span", "idle", "order",
	"budget", "again", "told", "claim", "cluster", "keep", "bug", "limit", "affine", "core",
	"same", "worse", "hang",
};

static struct slice {
	const struct slice_ops *ops;
	const char *path;
	unsigned int on, off;
} slices[MAX_SLICES];

static unsigned int nr_slices;
static bool want_same, want_hint, want_better, want_right, verbose;
static unsigned int skip;
static const char *keep_all;

/* What is running now, for the handlers */
static struct model_case now;
static uint64_t seed = 1, done;
static unsigned int running;

/* What was chosen, slice by slice, over all cases */
static struct tally {
	uint64_t target, prev, recent, scan, fallback;
	uint64_t looks, scanned, remote, shared, written;
} tally[MAX_SLICES];

static uint64_t cases = 100000, machines;
static const char *expect, *one;

static sigjmp_buf stuck;
static volatile sig_atomic_t armed;
static uint64_t last_tick;

static void print_failing(void)
{
	fprintf(stderr, "slice: %s\nseed: %llu, case %llu\ncase: ",
		nr_slices ? slices[running].ops->name : "none",
		(unsigned long long)seed, (unsigned long long)done);
	case_print(stderr, &now);
	fprintf(stderr, "\n");
}

/* A sanitizer calls this before it reports. */
void __asan_on_error(void);
void __asan_on_error(void)
{
	print_failing();
}

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0:detect_odr_violation=0:handle_abort=0";
}

static void on_crash(int sig)
{
	signal(sig, SIG_DFL);
	print_failing();
	raise(sig);
}

static void on_tick(int sig)
{
	if (armed && last_tick == done) {
		armed = 0;
		siglongjmp(stuck, 1);
	}
	last_tick = done;
}

/* --- Checks -------------------------------------------------------------------- */

static bool is_idle(const struct slice_ops *ops, const struct model_case *c, int cpu)
{
	if (c->kind[cpu] == KIND_SIDLE)
		return !(ops->sched_idle_wakee && c->idle_policy);
	return c->kind[cpu] == KIND_IDLE;
}

static bool shares_cache(const struct model_case *c, int a, int b)
{
	return a == b || (c->m.dom[a] >= 0 && c->m.dom[a] == c->m.dom[b]);
}

/* A domain with CPUs of both kinds is there. */
static bool asym_active(const struct model_case *c)
{
	unsigned int cpu;

	for (cpu = 0; c->m.little_cap && cpu < c->m.nr_cpus; cpu++) {
		if (c->m.asym[cpu] >= 0)
			return true;
	}
	return false;
}

/* In the LLC domain of the target, or in the one that has both kinds of CPUs */
static bool in_reach(const struct model_case *c, int cpu)
{
	int asym = c->m.asym[c->target];

	if (shares_cache(c, cpu, c->target))
		return true;
	return asym >= MODEL_MAX_CPUS && !mask_test(&c->m.offline, cpu) &&
		!mask_test(&c->m.isolated, cpu) &&
		mask_test(&c->m.part, cpu) == asym - MODEL_MAX_CPUS;
}

static int core_of(const struct slice_ops *ops, const struct model_case *c, int cpu)
{
	return ops->has_smt ? c->m.core[cpu] : cpu;
}

static bool smt_active(const struct slice_ops *ops, const struct model_case *c)
{
	static int16_t seen[MODEL_MAX_CPUS];
	unsigned int cpu;

	if (c->m.smt == 1 || !ops->has_smt)
		return false;
	memset(seen, 0, sizeof(seen[0]) * c->m.nr_cpus);
	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		if (!mask_test(&c->m.offline, cpu) && seen[c->m.core[cpu]]++)
			return true;
	}
	return false;
}

static unsigned int nr_allowed(const struct model_case *c)
{
	unsigned int i, n = 0;

	for (i = 0; i < (c->m.nr_cpus + 63) / 64; i++)
		n += __builtin_popcountll(c->allowed.w[i]);
	return n;
}

/* How many CPUs a scan may look at; a task of few CPUs gets all of them. */
static unsigned int limit_of(const struct slice_ops *ops, const struct model_case *c,
			     const struct slice_result *r)
{
	unsigned int few = nr_allowed(c);

	if (ops->series && c->curve == 3 && few <= 8 && (int)few > r->limit)
		return few;
	return r->limit;
}

/*
 * How many CPUs SIS_CORE may look at for an idle core: those of the cores that are
 * hinted, and then in their order a quarter of the limit, or more if none of these
 * is idle. 0 if there is no telling.
 */
static unsigned int most_looks(const struct slice_ops *ops, const struct model_case *c,
			       unsigned int features, const struct slice_result *r)
{
	unsigned int i, n = c->m.nr_cpus, hinted = 0, walked = 0;

	/* 5.10 walks the span for a core, and then once more for a CPU. */
	if (!ops->series || !strncmp(ops->name, "5.10", 4) || !smt_active(ops, c) ||
	    !c->has_idle_cores || c->m.cluster || !(features >> MODEL_SIS_CORE & 1) ||
	    !(features >> MODEL_SIS_UTIL & 1) || r->limit <= 0)
		return 0;
	for (i = 0; i < n; i++)
		hinted += mask_test(&c->hinted_cores, i);
	for (i = 0; i < n; i++) {
		int cpu = (c->target + 1 + i) % n;

		walked++;
		if (c->m.dom[cpu] == c->m.dom[c->target] && mask_test(&c->allowed, cpu) &&
		    c->kind[cpu] == KIND_IDLE)
			break;
	}
	if (i == n)
		return 0;
	walked *= c->m.smt;
	/* Before it the siblings of prev, and at the end those of the last core */
	return (2 + hinted) * c->m.smt + ((int)walked > r->limit / 4 ? walked : r->limit / 4);
}

static bool is_kept(const struct model_case *c, int cpu)
{
	return c->kind[cpu] == KIND_IDLE &&
		(c->keep[cpu] == KEEP_OTHER || c->keep[cpu] == KEEP_REUSED);
}

static bool in_cluster(const struct model_case *c, int cpu)
{
	return c->m.clus[cpu] == c->m.clus[c->target];
}

/*
 * A CPU of the target's cluster is there to be found, and the scan is sure to see
 * it.  A cluster that is no more than a core has no level of its own.
 */
static bool cluster_idle(const struct slice_ops *ops, const struct model_case *c,
			 unsigned int features)
{
	bool wide = false, idle = false;
	unsigned int cpu;

	if (!c->m.cluster || c->core_sched)
		return false;
	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		if (!in_cluster(c, cpu) || !shares_cache(c, cpu, c->target))
			continue;
		wide |= core_of(ops, c, cpu) != core_of(ops, c, c->target);
		idle |= mask_test(&c->allowed, cpu) && is_idle(ops, c, cpu) &&
			(!(features >> MODEL_SIS_CACHE & 1) || !is_kept(c, cpu)) &&
			(!(features >> MODEL_SIS_CORE & 1) ||
			 (mask_test(&c->hinted, cpu) && !mask_test(&c->m.dying, cpu)));
	}
	return wide && idle;
}

/* Do all of them decide alike, as far as reservations go? */
static bool all_kept(const struct model_case *c)
{
	unsigned int cpu;

	/* A CPU with something queued is reserved for nobody, but may do for an idle one. */
	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		if (c->kind[cpu] == KIND_SIDLE)
			return false;
	}
	return true;
}

/*
 * There is an idle CPU that is reserved for nobody else, and a search without a
 * limit is sure to ask for it: of a core that is not wholly idle the first will do.
 */
static bool free_idle(const struct slice_ops *ops, const struct model_case *c)
{
	static bool busy[MODEL_MAX_CPUS];
	bool found = false;
	unsigned int cpu;

	if (c->core_sched)
		return false;
	memset(busy, 0, sizeof(busy));
	for (cpu = 0; cpu < c->m.nr_cpus; cpu++)
		busy[core_of(ops, c, cpu)] |= c->kind[cpu] != KIND_IDLE;
	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		if (!shares_cache(c, cpu, c->target) || !mask_test(&c->allowed, cpu) ||
		    c->kind[cpu] != KIND_IDLE)
			continue;
		if (busy[core_of(ops, c, cpu)])
			return false;
		found |= !is_kept(c, cpu);
	}
	return found;
}

/*
 * An idle CPU that is reserved for another is passed over, but for few, and taken
 * after that if no other is found.
 */
static bool keep_wrong(const struct slice_ops *ops, const struct model_case *c,
		       unsigned int features, const struct slice_result *r, bool asym)
{
	bool limited = (features >> MODEL_SIS_UTIL & 1) && r->limit >= 0;
	bool kept = is_kept(c, r->cpu);
	unsigned int most = 4;

	if (!(features >> MODEL_SIS_CACHE & 1))
		return r->told_skips || r->told_passed;
	/* An SMT sibling is asked without a limit. */
	if (limited && c->m.smt == 1 && nr_allowed(c) > 8)
		most = r->limit / 2 < 4 ? r->limit / 2 : 4;
	if (r->told_skips > most || (r->told_passed && !kept))
		return true;
	/*
	 * CPUs of different capacity are weighed against each other. Without a limit a
	 * search settles for one after 4 more.
	 */
	if (!asym && r->told_passed && r->limit < 0 && r->told_looks < 4 &&
	    r->told_skips < most && free_idle(ops, c))
		return true;
	return !asym && kept && r->cpu != c->target && r->cpu != c->prev && r->cpu != c->recent &&
		!r->told_passed && (!limited || r->limit > (c->m.smt == 1 ? 1 : 7)) &&
		r->told_skips < most;
}

/* Is the wakee put behind its waker, and may it be? The waker has no cookie. */
static bool handed_over(const struct slice_ops *ops, const struct model_case *c,
			unsigned int features, const struct slice_result *r)
{
	return (features >> MODEL_SIS_SHORT & 1) && r->cpu == c->this_cpu && c->in_task &&
		!c->kthread && c->pair == 1 && !c->brief &&
		c->kind[c->this_cpu] == KIND_BUSY && (!c->task_cookie || !ops->has_cookies) &&
		!asym_active(c) && mask_test(&c->allowed, c->this_cpu) &&
		shares_cache(c, c->this_cpu, c->target) &&
		(smt_active(ops, c) ? !c->has_idle_cores :
		 (features >> MODEL_SIS_UTIL & 1) && r->limit >= 0 && r->limit <= 2);
}

#define FAIL(check) do {			\
	if (!(skip >> (check) & 1))		\
		return (check);			\
	} while (0)

static enum check judge(const struct slice_ops *ops, const struct model_case *c,
			unsigned int features, const struct slice_result *r, struct tally *t)
{
	bool asym = asym_active(c), siblings;
	int cpu = r->cpu;
	bool stacked, handed;

	if (r->bug)
		FAIL(CHECK_BUG);
	if (cpu < 0 || cpu >= (int)c->m.nr_cpus) {
		FAIL(CHECK_RANGE);
		return CHECK_NONE;
	}
	/* A per-CPU kernel thread lets its wakee stack. */
	stacked = c->kthread && c->in_task && cpu == c->prev && cpu == c->this_cpu &&
		c->kind[cpu] != KIND_QUEUED;
	handed = handed_over(ops, c, features, r);

	if (!mask_test(&c->allowed, cpu) && cpu != c->target && cpu != c->prev)
		FAIL(CHECK_ALLOWED);
	if (mask_test(&c->m.offline, cpu) && cpu != c->target)
		FAIL(CHECK_ACTIVE);
	if (!in_reach(c, cpu) && !stacked)
		FAIL(CHECK_SPAN);
	if (cpu != c->target && !is_idle(ops, c, cpu) && !stacked && !handed)
		FAIL(CHECK_IDLE);
	if (!asym && is_idle(ops, c, c->target) && cpu != c->target)
		FAIL(CHECK_ORDER);
	if (!asym && !c->m.cluster && !is_idle(ops, c, c->target) && is_idle(ops, c, c->prev) &&
	    shares_cache(c, c->prev, c->target) && cpu != c->prev)
		FAIL(CHECK_ORDER);
	if (ops->has_limit && (features >> MODEL_SIS_UTIL & 1) &&
	    r->scanned > limit_of(ops, c, r) && !(c->has_idle_cores && smt_active(ops, c)))
		FAIL(CHECK_BUDGET);
	if (!asym && r->told_looks >= 0 && most_looks(ops, c, features, r) &&
	    r->told_looks > (int)most_looks(ops, c, features, r))
		FAIL(CHECK_BUDGET);
	/* Whether a CPU will do may depend on its siblings, which are looked at for each. */
	siblings = asym && ops->has_smt && c->m.smt > 1;
	if (r->again && !siblings)
		FAIL(CHECK_AGAIN);
	/* The capacity of the CPU behind the last one is read, too. */
	if (r->told_looks >= 0 && !siblings && r->told_looks != (int)r->slow &&
	    !(asym && r->told_looks + 1 == (int)r->slow))
		FAIL(CHECK_TOLD);
	if (r->told_looks >= 0 && r->told_cpu != cpu)
		FAIL(CHECK_TOLD);
	if (r->hint_wrong)
		FAIL(CHECK_CLAIM);
	if (r->told_looks >= 0 && keep_wrong(ops, c, features, r, asym))
		FAIL(CHECK_KEEP);
	/* What the scan found; recent and prev may seem to be of the cluster. */
	if (ops->has_cluster && !asym && !handed && !in_cluster(c, cpu) && cpu != c->target &&
	    cpu != c->prev && cpu != c->recent &&
	    core_of(ops, c, cpu) != core_of(ops, c, c->prev) &&
	    cluster_idle(ops, c, features) && r->limit >= (int)c->m.width &&
	    !(c->has_idle_cores && smt_active(ops, c)))
		FAIL(CHECK_CLUSTER);

	t->looks += r->looks;
	t->scanned += r->scanned;
	if (r->counted) {
		t->remote += r->lines_remote;
		t->shared += r->lines_shared;
		t->written += r->lines_written;
	}
	if (cpu == c->target)
		*(is_idle(ops, c, cpu) ? &t->target : &t->fallback) += 1;
	else if (cpu == c->prev)
		t->prev++;
	else if (cpu == c->recent)
		t->recent++;
	else
		t->scan++;
	return CHECK_NONE;
}

/* What goes with the choice: the limit, the hint and wake_affine() */
static enum check judge_others(const struct slice_ops *ops, const struct model_case *c)
{
	unsigned int cpu, span = 0, step;
	bool core_idle = true;
	int nr, last, hint;

	for (step = 0; step < 2; step++) {
		int to = ops->affine(c, step, 100);

		if (to != c->this_cpu && to != c->prev)
			FAIL(CHECK_AFFINE);
	}
	if (c->m.dom[c->target] < 0)
		return CHECK_NONE;

	for (cpu = 0; cpu < c->m.nr_cpus; cpu++) {
		span += c->m.dom[cpu] == c->m.dom[c->target];
		if ((int)cpu != c->target && c->m.core[cpu] == c->m.core[c->target] &&
		    !mask_test(&c->m.offline, cpu) && c->kind[cpu] != KIND_IDLE)
			core_idle = false;
	}
	hint = ops->idle_core(c, c->target);
	if (smt_active(ops, c) && hint != (c->has_idle_cores || core_idle))
		FAIL(CHECK_CORE);

	/* From an idle domain to one that is twice as busy as it can be */
	last = span;
	for (step = 0; ops->has_limit && step <= 64; step++) {
		nr = ops->limit(c, c->target, 1024UL * span * step / 32);
		if (!(c->features >> MODEL_SIS_UTIL & 1))
			break;
		if (nr < 0 || nr > last)
			FAIL(CHECK_LIMIT);
		last = nr;
	}
	return CHECK_NONE;
}

/* Run a case on every slice, and its @others too; @slice says which one failed. */
static enum check run(const struct model_case *c, bool others, unsigned int *slice)
{
	struct slice_result first = { 0 }, r;
	bool within = false;
	unsigned int i;
	enum check bad;

	for (i = 0; i < nr_slices; i++) {
		const struct slice_ops *ops = slices[i].ops;
		unsigned int features = (c->features | slices[i].on) & ~slices[i].off;

		*slice = i;
		running = i;
		ops->select(c, features, &r);
		bad = judge(ops, c, features, &r, &tally[i]);
		if (verbose)
			fprintf(stderr, "%s: cpu %d looks %u scanned %u recent %d hint %d%s%s\n",
				ops->name, r.cpu, r.looks, r.scanned, r.recent,
				r.has_idle_cores, r.bug ? " " : "", r.bug ? r.bug : "");
		if (verbose && r.counted)
			fprintf(stderr, "%s: cache lines: remote %u shared %u written %u\n",
				ops->name, r.lines_remote, r.lines_shared, r.lines_written);
		if (bad == CHECK_NONE && others)
			bad = judge_others(ops, c);
		if (bad != CHECK_NONE)
			return bad;
		if (!i) {
			first = r;
			/* There is none while an idle core is believed to exist. */
			within = !(features >> MODEL_SIS_UTIL & 1) ||
				!(c->has_idle_cores && smt_active(ops, c));
			continue;
		}
		/*
		 * That base scans from the target on, the series from behind it, which is
		 * the same unless the target is idle, but too small.
		 */
		if (slices[0].ops->waker_domain && (c->m.dom[c->this_cpu] < 0 || asym_active(c)))
			continue;
		if (want_same && (!keep_all || all_kept(c)) &&
		    (r.cpu != first.cpu || r.recent != first.recent ||
				  (want_hint && r.has_idle_cores != first.has_idle_cores)))
			return CHECK_SAME;
		if (want_better && is_idle(slices[0].ops, c, first.cpu) && within &&
		    !is_idle(ops, c, r.cpu) && !handed_over(ops, c, features, &r))
			return CHECK_WORSE;
	}
	return CHECK_NONE;
}

/* What -f says, of each case */
#define MAX_FIXED	16
static char *fixed[MAX_FIXED];
static unsigned int nr_fixed;

static void fix(struct model_case *c)
{
	unsigned int i;

	if (keep_all)
		memset(c->keep, keep_all - KEEP_LETTERS + KEEP_NONE, c->m.nr_cpus);

	for (i = 0; i < nr_fixed; i++) {
		char *eq = strchr(fixed[i], '=');

		*eq = 0;
		if (!case_set(c, fixed[i], eq + 1)) {
			fprintf(stderr, "sis_slice_test: error: no number '%s'\n", fixed[i]);
			exit(2);
		}
		*eq = '=';
	}
	if (want_right)
		case_right_hints(c);
}

/* --- Running ------------------------------------------------------------------- */

static void build(const struct model_case *c)
{
	unsigned int i, cpu;

	for (i = 0; i < nr_slices; i++) {
		running = i;
		slices[i].ops->machine(c);
		for (cpu = 0; cpu < c->m.nr_cpus; cpu++)
			slices[i].ops->state(c, cpu);
	}
}

static void changed(const struct model_case *c, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < nr_slices; i++)
		slices[i].ops->state(c, cpu);
}

static enum check sought;

static bool still_fails(const struct model_case *c)
{
	static struct model_case copy;
	unsigned int slice;

	copy = *c;
	fix(&copy);
	if (memcmp(&copy, c, sizeof(copy)))
		return false;
	build(&copy);
	return run(&copy, true, &slice) == sought;
}

static int report(enum check bad, unsigned int slice)
{
	static struct model_case small;
	bool caught = expect && !strcmp(expect, check_name[bad]);
	FILE *out = caught ? stdout : stderr;

	small = now;
	if (bad != CHECK_HANG) {
		sought = bad;
		case_shrink(&small, still_fails);
		build(&small);
		if (bad == CHECK_SAME || bad == CHECK_WORSE || !caught)
			verbose = !caught;
		run(&small, true, &slice);
	}
	fprintf(out, "%s: check '%s' %s at case %llu of seed %llu\n", slices[slice].ops->name,
		check_name[bad], caught ? "caught it" : "failed",
		(unsigned long long)done, (unsigned long long)seed);
	fprintf(out, "repeat with -c '");
	case_print(out, &small);
	fprintf(out, "'\n");
	return caught ? 0 : 1;
}

static void load(char *arg)
{
	struct slice *s = &slices[nr_slices];
	char *features = strrchr(arg, ':'), *path;
	void *so;

	if (nr_slices == MAX_SLICES) {
		fprintf(stderr, "sis_slice_test: error: more than %d slices\n", MAX_SLICES);
		exit(2);
	}
	if (features)
		*features++ = 0;
	path = realpath(arg, NULL);
	so = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
	s->ops = so ? dlsym(so, "slice_ops") : NULL;
	if (!s->ops) {
		fprintf(stderr, "sis_slice_test: error: %s: %s\n", arg,
			path ? dlerror() : strerror(errno));
		exit(2);
	}
	s->path = arg;
	while (features && *features) {
		size_t len = strcspn(features, ",");
		int f = len > 1 ? feature_by_name(features + 1, len - 1) : -1;

		if (f < 0 || (*features != '+' && *features != '-')) {
			fprintf(stderr, "sis_slice_test: error: no toggle '%s'\n", features);
			exit(2);
		}
		*(*features == '+' ? &s->on : &s->off) |= 1U << f;
		features += len + (features[len] == ',');
	}
	nr_slices++;
}

static unsigned int parse_checks(const char *s)
{
	unsigned int mask = 0, i;

	while (*s) {
		size_t len = strcspn(s, ",");

		for (i = 0; i < NR_CHECKS; i++) {
			if (strlen(check_name[i]) == len && !memcmp(s, check_name[i], len))
				break;
		}
		if (i == NR_CHECKS) {
			fprintf(stderr, "sis_slice_test: error: no check '%s'\n", s);
			exit(2);
		}
		mask |= 1U << i;
		s += len + (s[len] == ',');
	}
	return mask;
}

/* Mostly what the first slice has by default, and some toggles otherwise */
static void draw_features(struct model_case *c)
{
	static const int drawn[] = {
		MODEL_SIS_PROP, MODEL_SIS_UTIL, MODEL_SIS_AVG_CPU,
		MODEL_SIS_CORE, MODEL_SIS_CACHE, MODEL_SIS_SHORT,
	};
	unsigned int i;

	c->features = slices[0].ops->features_on;
	if (rng() & 1)
		return;
	for (i = 0; i < sizeof(drawn) / sizeof(drawn[0]); i++) {
		if (rng() & 1)
			c->features ^= slices[nr_slices - 1].ops->features & 1U << drawn[i];
	}
}

int main(int argc, char **argv)
{
	struct itimerval tick = { { 2, 0 }, { 2, 0 } };
	const char *bad_word;
	struct timespec from, to;
	unsigned int slice = 0, i;
	enum check bad;
	double seconds;
	int opt;

	while ((opt = getopt(argc, argv, "n:s:c:f:k:SHWRx:e:vh")) != -1) {
		switch (opt) {
		case 'n':
			cases = strtoull(optarg, NULL, 0);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'c':
			one = optarg;
			break;
		case 'f':
			if (nr_fixed == MAX_FIXED || !strchr(optarg, '=')) {
				fputs(usage_text, stderr);
				return 2;
			}
			fixed[nr_fixed++] = optarg;
			break;
		case 'k':
			keep_all = strchr(KEEP_LETTERS, *optarg);
			if (!*optarg || !keep_all) {
				fputs(usage_text, stderr);
				return 2;
			}
			break;
		case 'S':
			want_same = true;
			break;
		case 'H':
			want_hint = true;
			break;
		case 'W':
			want_better = true;
			break;
		case 'R':
			want_right = true;
			break;
		case 'x':
			skip = parse_checks(optarg);
			break;
		case 'e':
			parse_checks(optarg);
			expect = optarg;
			break;
		case 'v':
			verbose = true;
			break;
		default:
			fputs(usage_text, opt == 'h' ? stdout : stderr);
			return opt == 'h' ? 0 : 2;
		}
	}
	if (optind == argc) {
		fputs(usage_text, stderr);
		return 2;
	}
	while (optind < argc)
		load(argv[optind++]);

	signal(SIGABRT, on_crash);
#ifndef __SANITIZE_ADDRESS__
	signal(SIGSEGV, on_crash);
	signal(SIGFPE, on_crash);
#endif
	if (one) {
		bad_word = case_parse(one, &now);
		if (bad_word) {
			fprintf(stderr, "sis_slice_test: error: no case: '%s'\n", bad_word);
			return 2;
		}
		machine_derive(&now.m);
		verbose = true;
		build(&now);
		bad = run(&now, true, &slice);
		if (bad == CHECK_NONE)
			return 0;
		fprintf(stderr, "%s: check '%s' failed\n", slices[slice].ops->name,
			check_name[bad]);
		return 1;
	}

	signal(SIGALRM, on_tick);
	setitimer(ITIMER_REAL, &tick, NULL);
	clock_gettime(CLOCK_MONOTONIC, &from);
	if (sigsetjmp(stuck, 1))
		return report(CHECK_HANG, running);
	for (done = 0; done < cases; done++) {
		if (done % PER_MACHINE == 0) {
			rng_seed(seed, machines++);
			case_machine(&now);
			draw_features(&now);
			fix(&now);
			build(&now);
		} else if (done % PER_STATE == 0) {
			case_state(&now);
			fix(&now);
			for (i = 0; i < now.m.nr_cpus; i++)
				changed(&now, i);
		} else {
			case_step(&now, changed);
			fix(&now);
		}
		armed = 1;
		bad = run(&now, done % PER_STATE == 0, &slice);
		armed = 0;
		if (bad != CHECK_NONE)
			return report(bad, slice);
	}
	clock_gettime(CLOCK_MONOTONIC, &to);
	seconds = to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) / 1e9;

	for (i = 0; i < nr_slices; i++) {
		const struct tally *t = &tally[i];

		printf("%s: %llu cases: idle target %llu, prev %llu, recent %llu, scan %llu; none %llu; looks %.2f, scanned %.2f a case\n",
		       slices[i].ops->name, (unsigned long long)cases,
		       (unsigned long long)t->target, (unsigned long long)t->prev,
		       (unsigned long long)t->recent, (unsigned long long)t->scan,
		       (unsigned long long)t->fallback,
		       (double)t->looks / cases, (double)t->scanned / cases);
		if (t->shared)
			printf("%s: cache lines a case: remote %.2f, shared %.2f, written %.2f\n",
			       slices[i].ops->name, (double)t->remote / cases,
			       (double)t->shared / cases, (double)t->written / cases);
	}
	printf("seed %llu, %.1f s, %.0f cases/s\n", (unsigned long long)seed, seconds,
	       cases / seconds);
	if (expect) {
		fprintf(stderr, "%s: check '%s' did not fail\n", slices[nr_slices - 1].ops->name,
			expect);
		return 1;
	}
	return 0;
}
