// SPDX-License-Identifier: GPL-2.0
/*
 * sim - run workloads on machines under policies, over sets of costs and seeds
 *
 * Every run is a process of its own, so no run knows of another, and the output
 * does not depend on how many of them there are at a time.
 */
#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine.h"
#include "../model_case.h"

#define MAX_POLICIES	32
#define MAX_LOADS	64
#define MAX_FIXED	32

struct policy {
	char name[32];
	char slice[64];
	char words[128];
};

struct outcome {
	bool there;
	struct sim_result r;
};

static struct policy policy[MAX_POLICIES];
static unsigned int nr_policies;
static double load[MAX_LOADS];
static unsigned int nr_loads;
static struct { char name[64]; double value; } fixed[MAX_FIXED];
static unsigned int nr_fixed;
static unsigned int nr_sets = 1, nr_seeds = 1, jobs = 1;
static uint64_t first_seed = 1, ramp = 96, length = 64;
static const char *slice_dir = ".";
static bool verbose;
static struct sim_machine machine;
static struct workload workload;
static struct outcome *outcome;

static const char usage[] =
"Usage: sim -m MACHINE -w WORKLOAD -c COSTS -p POLICIES -d SLICES [option...]\n"
"\n"
"Run a workload on a machine under policies, and print a table.\n"
"\n"
"  -m FILE    machine: sockets, llcs of a socket, cores of an LLC, threads of a core\n"
"  -w FILE    workload: who wakes whom, run and sleep times\n"
"  -c FILE    what things cost, in ranges\n"
"  -p FILE    policies: name, slice, toggles; the first one is what others are\n"
"             compared with\n"
"  -d DIR     where the slices are\n"
"  -P A,B     these policies alone, in this order\n"
"  -l L,...   load: threads in percent of CPUs (100)\n"
"  -n N       sets of costs: one is the middle of all ranges, others are drawn (1)\n"
"  -e N       seeds for each set, no two sets have one in common (1)\n"
"  -s N       first seed (1)\n"
"  -r MS      ramp before it is counted, a multiple of 16 (96)\n"
"  -t MS      time that is counted (64)\n"
"  -k A=B     a cost that is not drawn, again for more of them\n"
"  -j N       runs at a time (1)\n"
"  -o FILE    every run as a line of CSV\n"
"  -H FILE    histogram of scan times, in microseconds by powers of two\n"
"  -v         what the runs took, on stderr\n";

static void die(const char *what, const char *which)
{
	fprintf(stderr, "sim: error: %s %s\n", what, which);
	exit(1);
}

static FILE *open_text(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		die("can't read", path);
	return f;
}

/* The next line that says something, without its comment */
static bool next_line(FILE *f, char *line, size_t size)
{
	while (fgets(line, size, f)) {
		line[strcspn(line, "#\n")] = 0;
		if (line[strspn(line, " \t")])
			return true;
	}
	fclose(f);
	return false;
}

static void read_machine(const char *path)
{
	struct model_machine *m = &machine.c.m;
	char line[256], word[64];
	unsigned int n, split = 1;
	FILE *f = open_text(path);

	snprintf(machine.name, sizeof(machine.name), "%s",
		 strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	while (next_line(f, line, sizeof(line))) {
		if (sscanf(line, "%63s %u", word, &n) != 2)
			die("makes no sense:", line);
		if (!strcmp(word, "sockets"))
			machine.sockets = n;
		else if (!strcmp(word, "llcs"))
			machine.llcs = n;
		else if (!strcmp(word, "cores"))
			machine.cores = n;
		else if (!strcmp(word, "threads"))
			machine.threads = n;
		else if (!strcmp(word, "split"))
			split = n;
		else
			die("a machine has no", word);
	}
	machine.nr_cpus = machine.sockets * machine.llcs * machine.cores * machine.threads;
	if (!machine.nr_cpus || machine.nr_cpus > MODEL_MAX_CPUS || machine.threads > 8)
		die("too few CPUs, or too many, in", path);
	m->nr_cpus = machine.nr_cpus;
	m->width = machine.cores * machine.threads;
	m->smt = machine.threads;
	m->split = split && machine.threads > 1;
	machine_derive(m);
}

static void read_policies(const char *path, char *only)
{
	struct policy *p, all[MAX_POLICIES];
	char line[256], *name;
	unsigned int n = 0, i;
	FILE *f = open_text(path);

	while (next_line(f, line, sizeof(line))) {
		if (n == MAX_POLICIES)
			die("too many policies in", path);
		p = &all[n++];
		p->words[0] = 0;
		if (sscanf(line, "%31s %63s %127s", p->name, p->slice, p->words) < 2)
			die("no policy:", line);
	}
	if (!only) {
		memcpy(policy, all, n * sizeof(*all));
		nr_policies = n;
		return;
	}
	for (name = strtok(only, ","); name; name = strtok(NULL, ",")) {
		for (i = 0; i < n && strcmp(all[i].name, name); i++)
			;
		if (i == n)
			die("no such policy:", name);
		if (nr_policies == MAX_POLICIES)
			die("too many policies:", name);
		policy[nr_policies++] = all[i];
	}
}

static void set_policy(const struct policy *p, struct sim_run *run)
{
	char words[128], path[4096], *word;
	void *so;

	snprintf(path, sizeof(path), "%s/%s.so", slice_dir, p->slice);
	so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!so)
		die("can't load", dlerror());
	run->ops = dlsym(so, "sim_ops");
	if (!run->ops)
		die("no slice of the simulator's:", path);
	run->features = run->ops->model->features_on;
	/* As the series has it */
	run->curve = 3;
	snprintf(words, sizeof(words), "%s", p->words);
	for (word = strtok(words, ","); word; word = strtok(NULL, ",")) {
		int bit = feature_by_name(word + 1, strlen(word + 1));

		if (!strcmp(word, "oracle")) {
			run->oracle = true;
		} else if (!strncmp(word, "curve=", 6)) {
			run->curve = atoi(word + 6);
			if (!run->ops->model->series || run->curve > 3)
				die(p->name, "has no such curve");
		} else if (bit < 0 || !(run->ops->model->features >> bit & 1)) {
			die(path, word);
		} else if (*word == '+') {
			run->features |= 1U << bit;
		} else if (*word == '-') {
			run->features &= ~(1U << bit);
		} else {
			die("a toggle is switched by + or -, not", word);
		}
	}
}

/* --- Runs ------------------------------------------------------------------------ */

static unsigned int nr_runs(void)
{
	return nr_policies * nr_loads * nr_sets * nr_seeds;
}

static uint64_t seed_of(unsigned int set, unsigned int seed)
{
	return first_seed + set * nr_seeds + seed;
}

static unsigned int run_at(unsigned int p, unsigned int l, unsigned int set, unsigned int seed)
{
	return ((p * nr_loads + l) * nr_sets + set) * nr_seeds + seed;
}

static void go(unsigned int nr, int to)
{
	unsigned int seed = nr % nr_seeds, set = nr / nr_seeds % nr_sets;
	unsigned int l = nr / nr_seeds / nr_sets % nr_loads;
	unsigned int p = nr / nr_seeds / nr_sets / nr_loads, i;
	static struct sim_result result;
	struct costs costs;
	struct sim_run run = {
		.machine = &machine,
		.workload = &workload,
		.costs = &costs,
		.load = load[l] / 100,
		.seed = seed_of(set, seed),
		.ramp = ramp * NSEC_PER_MSEC,
		.time = length * NSEC_PER_MSEC,
	};
	const char *at = (const char *)&result;
	struct timespec begin, end;
	size_t left;
	ssize_t n;

	costs_draw(&costs, set);
	for (i = 0; i < nr_fixed; i++)
		costs_set(&costs, fixed[i].name, fixed[i].value);
	set_policy(&policy[p], &run);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	sim_go(&run, &result);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	if (verbose) {
		double s = end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9;
		struct rusage u;

		getrusage(RUSAGE_SELF, &u);
		fprintf(stderr, "%s %g%% set %u seed %u: ", policy[p].name, load[l], set, seed);
		fprintf(stderr, "%.2f s, %.2f M wakeups/s, %.1f M steps, %ld MB\n", s,
			result.wakeups / s / 1e6 * (ramp + length) / length,
			result.events / 1e6, u.ru_maxrss / 1024);
	}
	for (left = sizeof(result); left; left -= n, at += n) {
		n = write(to, at, left);
		if (n < 0)
			die("a run can't tell its result:", strerror(errno));
	}
	_exit(0);
}

static void collect(unsigned int nr, int from, pid_t pid)
{
	char *at = (char *)&outcome[nr].r;
	size_t left = sizeof(outcome[nr].r);
	int status;
	ssize_t n;

	while (left && (n = read(from, at, left)) > 0) {
		at += n;
		left -= n;
	}
	close(from);
	if (waitpid(pid, &status, 0) < 0 || status || left) {
		fprintf(stderr, "sim: error: run %u did not end well\n", nr);
		exit(1);
	}
	outcome[nr].there = true;
}

static void run_all(void)
{
	unsigned int nr = nr_runs(), begun = 0, done = 0;
	int *from = calloc(nr, sizeof(*from));
	pid_t *pid = calloc(nr, sizeof(*pid));

	outcome = calloc(nr, sizeof(*outcome));
	if (!from || !pid || !outcome)
		die("no memory", "");
	for (; done < nr; done++) {
		for (; begun < nr && begun < done + jobs; begun++) {
			int fd[2];

			if (pipe(fd))
				die("no pipe:", strerror(errno));
			fflush(NULL);
			pid[begun] = fork();
			if (pid[begun] < 0)
				die("no process:", strerror(errno));
			if (!pid[begun]) {
				close(fd[0]);
				go(begun, fd[1]);
			}
			close(fd[1]);
			from[begun] = fd[0];
		}
		collect(done, from[done], pid[done]);
	}
	free(from);
	free(pid);
}

/* --- What is told ---------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

struct spread { double low, mid, high; };

static struct spread spread_of(double *v, unsigned int n)
{
	struct spread s;

	qsort(v, n, sizeof(*v), by_value);
	s.low = v[0];
	s.high = v[n - 1];
	s.mid = n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
	return s;
}

static double rate(const struct sim_result *r)
{
	return (r->done[0] + r->done[1]) * 1e9 / r->time;
}

static double share(uint64_t part, uint64_t of)
{
	return of ? 100.0 * part / of : 0;
}

#define METRICS(m)								\
	m("p50 us", hist_part(&r->latency, 0.5) / 1e3)				\
	m("p99 us", hist_part(&r->latency, 0.99) / 1e3)				\
	m("max us", r->latency.max / 1e3)					\
	m("looks", r->wakeups ? (double)r->looked / r->wakeups : 0)		\
	m("lines", r->wakeups ? (double)r->missed / r->wakeups : 0)		\
	m("scan us", r->scan.n ? r->scan.sum / 1e3 / r->scan.n : 0)		\
	m("stack %", share(r->stacked, r->idle_there))				\
	m("coll %", share(r->collided, r->wakeups))				\
	m("migr %", share(r->migrated, r->wakeups))				\
	m("pull %", share(r->pulled, r->wakeups))				\
	m("busy %", share(r->busy, r->time * machine.nr_cpus))			\
	m("util %", r->util / 10.24)						\
	m("limit", r->limit)

#define METRIC_NAME(name, value)	name,
static const char *const metric_name[] = { METRICS(METRIC_NAME) };
#undef METRIC_NAME

#define NR_METRICS	(sizeof(metric_name) / sizeof(metric_name[0]))

static void metrics(const struct sim_result *r, double *v)
{
#define METRIC_VALUE(name, value)	*v++ = value;
	METRICS(METRIC_VALUE)
#undef METRIC_VALUE
}

/* More than this much off between the halves of a run is not steady. */
#define UNSTEADY	0.05

static bool steady(const struct sim_result *r)
{
	double a = r->done[0], b = r->done[1];

	return fabs(a - b) <= UNSTEADY * (a + b) / 2 + 3 * sqrt(a + b);
}

/* Changes of less than this are none, when it is asked whether they change sign. */
#define NO_CHANGE	2.0

static void print_change(unsigned int p, unsigned int l, double *v)
{
	unsigned int n = nr_sets * nr_seeds, i, wins = 0, losses = 0, unsteady = 0;
	double got[n], base[n];
	struct spread s, b;

	for (i = 0; i < n; i++) {
		const struct sim_result *r = &outcome[run_at(p, l, 0, 0) + i].r;
		const struct sim_result *o = &outcome[run_at(0, l, 0, 0) + i].r;

		got[i] = rate(r);
		base[i] = rate(o);
		v[i] = base[i] ? 100 * (got[i] / base[i] - 1) : 0;
		wins += v[i] > NO_CHANGE;
		losses += v[i] < -NO_CHANGE;
		unsteady += !steady(r);
	}
	s = spread_of(v, n);
	b = spread_of(got, n);
	printf("  %-12s %12.0f [%+6.2f](%+6.2f ..%+6.2f)", policy[p].name, b.mid, s.mid, s.low,
	       s.high);
	if (wins && losses)
		printf("  regimes: better in %u, worse in %u of %u", wins, losses, n);
	if (unsteady)
		printf("  not steady in %u", unsteady);
	printf("\n");
}

static void print_tables(void)
{
	unsigned int n = nr_sets * nr_seeds, l, p, i, m, oracle = nr_policies;
	double v[n], all[NR_METRICS];

	for (p = 0; p < nr_policies; p++) {
		if (strstr(policy[p].words, "oracle"))
			oracle = p;
	}
	printf("%s on %s, %u CPUs, LLCs of %u: %s/s, median of n=%u (%u sets of costs, %u seeds),\n"
	       "[change %% to %s](least .. most), %llu ms after %llu ms\n",
	       workload.name, machine.name, machine.nr_cpus, machine.cores * machine.threads,
	       workload.unit, n, nr_sets, nr_seeds, policy[0].name,
	       (unsigned long long)length, (unsigned long long)ramp);
	for (l = 0; l < nr_loads; l++) {
		printf("\nload %g%%: %u units of %u\n", load[l],
		       sim_units(&workload, machine.nr_cpus, load[l] / 100), workload.counts);
		for (p = 0; p < nr_policies; p++)
			print_change(p, l, v);
		printf("  %-12s", "median of");
		for (m = 0; m < NR_METRICS; m++)
			printf(" %8s", metric_name[m]);
		printf(" %8s\n", "oracle %");
		for (p = 0; p < nr_policies; p++) {
			printf("  %-12s", policy[p].name);
			for (m = 0; m < NR_METRICS; m++) {
				for (i = 0; i < n; i++) {
					metrics(&outcome[run_at(p, l, 0, 0) + i].r, all);
					v[i] = all[m];
				}
				printf(" %8.2f", spread_of(v, n).mid);
			}
			for (i = 0; i < n && oracle < nr_policies; i++)
				v[i] = 100 * rate(&outcome[run_at(p, l, 0, 0) + i].r) /
					rate(&outcome[run_at(oracle, l, 0, 0) + i].r);
			if (oracle < nr_policies)
				printf(" %8.2f", spread_of(v, n).mid);
			printf("\n");
		}
	}
}

static void write_csv(const char *path)
{
	unsigned int p, l, set, seed, m;
	FILE *f = fopen(path, "w");
	double v[NR_METRICS];

	if (!f)
		die("can't write", path);
	fprintf(f, "workload,machine,load,policy,set,seed,rate,steady,wakeups,slow");
	for (m = 0; m < NR_METRICS; m++)
		fprintf(f, ",%s", metric_name[m]);
	fprintf(f, ",sum\n");
	for (p = 0; p < nr_policies; p++) {
		for (l = 0; l < nr_loads; l++) {
			for (set = 0; set < nr_sets; set++) {
				for (seed = 0; seed < nr_seeds; seed++) {
					const struct sim_result *r =
						&outcome[run_at(p, l, set, seed)].r;

					fprintf(f, "%s,%s,%g,%s,%u,%llu,%.0f,%d,%llu,%llu",
						workload.name, machine.name, load[l],
						policy[p].name, set,
						(unsigned long long)seed_of(set, seed), rate(r),
						steady(r), (unsigned long long)r->wakeups,
						(unsigned long long)r->slow);
					metrics(r, v);
					for (m = 0; m < NR_METRICS; m++)
						fprintf(f, ",%.4g", v[m]);
					fprintf(f, ",%016llx\n", (unsigned long long)r->sum);
				}
			}
		}
	}
	if (fclose(f))
		die("can't write", path);
}

static void write_histogram(const char *path)
{
	unsigned int i, p, us;
	FILE *f = fopen(path, "w");

	if (!f)
		die("can't write", path);
	fprintf(f, "from_us");
	for (p = 0; p < nr_policies; p++)
		fprintf(f, ",%s", policy[p].name);
	for (us = 0; us < 16; us++) {
		uint64_t low = us ? 1000ULL << (us - 1) : 0, high = 1000ULL << us;

		fprintf(f, "\n%llu", (unsigned long long)low / 1000);
		for (p = 0; p < nr_policies; p++) {
			unsigned int n = nr_loads * nr_sets * nr_seeds, k;
			uint64_t sum = 0;

			for (k = 0; k < n; k++) {
				const struct sim_hist *h = &outcome[run_at(p, 0, 0, 0) + k].r.scan;

				for (i = 0; i < HIST_SIZE; i++) {
					if (hist_floor(i) >= low && hist_floor(i) < high)
						sum += h->count[i];
				}
			}
			fprintf(f, ",%llu", (unsigned long long)sum);
		}
	}
	fprintf(f, "\n");
	if (fclose(f))
		die("can't write", path);
}

/* --- Options --------------------------------------------------------------------- */

static unsigned long number(const char *word)
{
	char *end;
	unsigned long n = strtoul(word, &end, 10);

	if (end == word || *end)
		die("not a number:", word);
	return n;
}

static void parse_loads(char *words)
{
	char *word, *end;

	for (word = strtok(words, ","); word; word = strtok(NULL, ",")) {
		if (nr_loads == MAX_LOADS)
			die("too many loads:", word);
		load[nr_loads++] = strtod(word, &end);
		if (end == word || *end || load[nr_loads - 1] <= 0)
			die("no load:", word);
	}
}

static void parse_fixed(char *word)
{
	char *value = strchr(word, '=');
	struct costs c;

	if (!value || nr_fixed == MAX_FIXED)
		die("no cost is set by", word);
	*value++ = 0;
	snprintf(fixed[nr_fixed].name, sizeof(fixed[0].name), "%s", word);
	fixed[nr_fixed].value = strtod(value, NULL);
	if (!costs_set(&c, word, fixed[nr_fixed].value))
		die("there is no cost", word);
	nr_fixed++;
}

int main(int argc, char **argv)
{
	const char *policies = NULL, *csv = NULL, *histogram = NULL;
	const char *m = NULL, *w = NULL, *c = NULL;
	char *only = NULL;
	int opt;

	while ((opt = getopt(argc, argv, "m:w:c:p:d:P:l:n:e:s:r:t:k:j:o:H:vh")) != -1) {
		switch (opt) {
		case 'm':
			m = optarg;
			break;
		case 'w':
			w = optarg;
			break;
		case 'c':
			c = optarg;
			break;
		case 'p':
			policies = optarg;
			break;
		case 'd':
			slice_dir = optarg;
			break;
		case 'P':
			only = optarg;
			break;
		case 'l':
			parse_loads(optarg);
			break;
		case 'n':
			nr_sets = number(optarg);
			break;
		case 'e':
			nr_seeds = number(optarg);
			break;
		case 's':
			first_seed = number(optarg);
			break;
		case 'r':
			ramp = number(optarg);
			break;
		case 't':
			length = number(optarg);
			break;
		case 'k':
			parse_fixed(optarg);
			break;
		case 'j':
			jobs = number(optarg);
			break;
		case 'o':
			csv = optarg;
			break;
		case 'H':
			histogram = optarg;
			break;
		case 'v':
			verbose = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 0;
		default:
			fputs(usage, stderr);
			return 1;
		}
	}
	if (!m || !w || !c || !policies || optind < argc) {
		fputs(usage, stderr);
		return 1;
	}
	read_machine(m);
	workload_read(w, &workload);
	costs_read(c);
	read_policies(policies, only);
	if (!nr_loads)
		load[nr_loads++] = 100;
	if (!nr_policies || !nr_sets || !nr_seeds || !jobs || !length)
		die("nothing to run", "");
	run_all();
	print_tables();
	if (csv)
		write_csv(csv);
	if (histogram)
		write_histogram(histogram);
	return 0;
}
