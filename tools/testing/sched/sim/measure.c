// SPDX-License-Identifier: GPL-2.0
/*
 * What of the simulator's costs the machine at hand can tell: each name with what was
 * measured, the range in the costs file, and whether the one lies in the other.
 *
 * Two CPUs are compared, by default the first two that may be used. What they share
 * is what sysfs says; a hypervisor may say otherwise than is, and what a virtual
 * machine takes for an interrupt or an idle exit is the hypervisor's: such lines
 * tell of that machine alone. The least of many rounds counts, a noisy neighbour
 * can only make them longer.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "costs.h"

#define LINE	64
#define LINES	2048	/* of a chase: more than a first-level cache, less than a second */
#define ROUNDS	64
#define TURNS	2000

struct line {
	struct line	*next;
	char		pad[LINE - sizeof(struct line *)];
} __attribute__((aligned(LINE)));

static struct line lines[LINES];
static int cpu_a = -1, cpu_b = -1;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void die(const char *what)
{
	fprintf(stderr, "measure: error: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void on_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
}

/* One cycle through the first @n lines, in an order that no prefetcher knows */
static void link_lines(int n)
{
	uint64_t state = 1;
	int order[LINES];
	int i, j, t;

	for (i = 0; i < n; i++)
		order[i] = i;
	for (i = n - 1; i > 0; i--) {
		j = sim_random(&state) % (i + 1);
		t = order[i];
		order[i] = order[j];
		order[j] = t;
	}
	for (i = 0; i < n; i++)
		lines[order[i]].next = &lines[order[(i + 1) % n]];
}

static double chase(int n)
{
	struct line *p = &lines[0];
	double begin = now_ns();
	int i;

	for (i = 0; i < n; i++)
		p = *(struct line *volatile *)&p->next;
	return (now_ns() - begin) / n;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static double line_own(void)
{
	double best = 1e9;
	int i;

	on_cpu(cpu_a);
	link_lines(LINES / 8);
	for (i = 0; i < ROUNDS; i++)
		best = least(best, chase(LINES / 8));
	return best;
}

/* Out of all caches, so that who reads it next has it for itself, and unchanged */
static void flush(struct line *p)
{
#ifdef __x86_64__
	__builtin_ia32_clflush(p);
#else
	fputs("measure: error: no way to write a line back is known here\n", stderr);
	exit(1);
#endif
}

/* One CPU changes the lines, or has them only read, before the other reads them */
static double line_other(bool dirty)
{
	double best = 1e9;
	int i, j;

	link_lines(LINES);
	for (i = 0; i < ROUNDS; i++) {
		on_cpu(cpu_b);
		for (j = 0; j < LINES; j++)
			((volatile struct line *)lines)[j].pad[0]++;
		if (!dirty) {
			for (j = 0; j < LINES; j++)
				flush(&lines[j]);
			chase(LINES);
		}
		on_cpu(cpu_a);
		best = least(best, chase(LINES));
	}
	return best;
}

static void *yielder(void *arg)
{
	int i;

	on_cpu(cpu_a);
	for (i = 0; i < TURNS; i++)
		sched_yield();
	return arg;
}

static double syscall_ns(void)
{
	double best = 1e9, begin;
	int i, j;

	on_cpu(cpu_a);
	for (i = 0; i < ROUNDS; i++) {
		begin = now_ns();
		for (j = 0; j < TURNS; j++)
			syscall(SYS_getppid);
		best = least(best, (now_ns() - begin) / TURNS);
	}
	return best;
}

/* Two threads yield to each other, less the system call */
static double context_switch(void)
{
	double best = 1e9, begin;
	pthread_t t;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		on_cpu(cpu_a);
		if (pthread_create(&t, NULL, yielder, NULL))
			die("pthread_create");
		sched_yield();
		begin = now_ns();
		yielder(NULL);
		pthread_join(t, NULL);
		best = least(best, (now_ns() - begin) / (2 * TURNS));
	}
	return best - syscall_ns();
}

struct pipes {
	int	there[2];
	int	back[2];
	int	cpu;
};

static void *echo(void *arg)
{
	struct pipes *p = arg;
	char c;

	on_cpu(p->cpu);
	while (read(p->there[0], &c, 1) == 1) {
		if (write(p->back[1], &c, 1) != 1)
			die("write");
	}
	return NULL;
}

/* From a write to the other's return from read, on one CPU or from one to the other */
static double wakeup(int cpu)
{
	double best = 1e9, begin;
	struct pipes p = { .cpu = cpu };
	pthread_t t;
	char c = 0;
	int i, j;

	on_cpu(cpu_a);
	if (pipe(p.there) || pipe(p.back))
		die("pipe");
	if (pthread_create(&t, NULL, echo, &p))
		die("pthread_create");
	for (i = 0; i < ROUNDS; i++) {
		begin = now_ns();
		for (j = 0; j < TURNS / 10; j++) {
			if (write(p.there[1], &c, 1) != 1 || read(p.back[0], &c, 1) != 1)
				die("a pipe");
		}
		best = least(best, (now_ns() - begin) / (TURNS / 10) / 2);
	}
	close(p.there[1]);
	pthread_join(t, NULL);
	close(p.there[0]);
	close(p.back[0]);
	close(p.back[1]);
	return best;
}

static atomic_bool stop;

static double work(void)
{
	double begin = now_ns(), end;
	volatile uint64_t x = 1;
	uint64_t n = 0;
	int i;

	do {
		for (i = 0; i < 1000; i++)
			x = x * 6364136223846793005ULL + 1;
		n++;
		end = now_ns();
	} while (end - begin < 2e7);
	return n / (end - begin);
}

static void *burn(void *arg)
{
	on_cpu(cpu_b);
	while (!atomic_load(&stop))
		work();
	return arg;
}

/* Work of a CPU while the other works, as a share of what it does alone */
static double speed_beside(void)
{
	double alone = 0, beside = 0, v;
	pthread_t t;
	int i;

	on_cpu(cpu_a);
	for (i = 0; i < 8; i++) {
		v = work();
		alone = v > alone ? v : alone;
	}
	if (pthread_create(&t, NULL, burn, NULL))
		die("pthread_create");
	for (i = 0; i < 8; i++) {
		v = work();
		beside = v > beside ? v : beside;
	}
	atomic_store(&stop, true);
	pthread_join(t, NULL);
	return beside / alone;
}

/* Do the two CPUs share what this file of sysfs lists? 0 or 1, -1 where it says nothing */
static int share(const char *file)
{
	char path[128], text[4096];
	bool found = false;
	char *s, *next;
	long from, to;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/%s", cpu_a, file);
	f = fopen(path, "r");
	if (!f)
		return -1;
	if (!fgets(text, sizeof(text), f))
		text[0] = 0;
	fclose(f);
	for (s = strtok_r(text, ",\n", &next); s; s = strtok_r(NULL, ",\n", &next)) {
		from = strtol(s, &s, 10);
		to = from;
		if (*s == '-')
			to = strtol(s + 1, NULL, 10);
		found = found || (from <= cpu_b && cpu_b <= to);
	}
	return found;
}

static void tell(const char *name, const char *unit, double v, const char *what)
{
	double low, high;

	printf("%-16s %-6s %10.2f", name, unit, v);
	if (costs_range(name, &low, &high))
		printf("  %g .. %g, %s", low, high,
		       v < low ? "below" : v > high ? "above" : "inside");
	printf("\t# %s\n", what);
}

static const char usage[] =
	"Usage: measure [-c COSTS] [-a CPU] [-b CPU]\n"
	"Measure what this machine can tell of the costs in COSTS, between two CPUs.\n";

int main(int argc, char **argv)
{
	const char *costs = "costs", *line = "line_far";
	cpu_set_t set;
	int core, llc, package, c;

	while ((c = getopt(argc, argv, "c:a:b:h")) != -1) {
		switch (c) {
		case 'c':
			costs = optarg;
			break;
		case 'a':
			cpu_a = atoi(optarg);
			break;
		case 'b':
			cpu_b = atoi(optarg);
			break;
		case 'h':
			fputs(usage, stdout);
			return 0;
		default:
			fputs(usage, stderr);
			return 1;
		}
	}
	costs_read(costs);
	if (sched_getaffinity(0, sizeof(set), &set))
		die("sched_getaffinity");
	for (c = 0; c < CPU_SETSIZE; c++) {
		if (!CPU_ISSET(c, &set))
			continue;
		if (cpu_a < 0)
			cpu_a = c;
		else if (cpu_b < 0 && c != cpu_a)
			cpu_b = c;
	}
	if (cpu_b < 0) {
		fputs("measure: error: one CPU tells nothing of two\n", stderr);
		return 1;
	}

	core = share("topology/thread_siblings_list");
	llc = share("cache/index3/shared_cpu_list");
	package = share("topology/package_cpus_list");
	printf("# CPUs %d and %d: %s\n", cpu_a, cpu_b,
	       core == 1 ? "of one core" : llc == 1 ? "of one LLC" :
	       llc < 0 ? "the machine does not say what cache they share" :
	       package == 1 ? "of one socket" : "of two sockets");

	tell("line_own", "ns", line_own(), "chase of 16 KB");
	if (core == 1) {
		tell("line_core", "ns", line_other(true), "chase, written by the other");
		tell("smt_speed", "share", speed_beside(), "integer multiply and store");
	} else if (llc != 0) {
		tell("line_llc", "ns", line_other(false), "chase, read by the other");
		tell("line_llc_dirty", "ns", line_other(true), "chase, written by the other");
	} else {
		line = package == 1 ? "line_socket" : line;
		tell(line, "ns", line_other(true), "chase, written by the other");
	}
	tell("context_switch", "ns", context_switch(), "two yield in turns, with pick");
	tell("wakeup_here", "ns", wakeup(cpu_a), "pipe on one CPU, all that is between");
	tell("wakeup_there", "ns", wakeup(cpu_b), "pipe from one CPU to the other, idle");
	return 0;
}
