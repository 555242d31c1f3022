// SPDX-License-Identifier: GPL-2.0
/*
 * What a search for an idle CPU costs, by LLC size and by how many CPUs are idle:
 * the same searches on the unpatched and on the patched kernel's functions.  Cache
 * lines are counted by slices that are built for it; instructions by callgrind,
 * which this tells where a cell of the table ends.
 */
#include <dlfcn.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "model_case.h"

#define BIT(n)	(1U << (n))

static const char usage_text[] =
"Usage: sis_scan_bench [-n SEARCHES] [-s SEED] BASE SERIES\n"
"\n"
"For each cell a line: CPUs of the LLC, idle ones in percent, the variant, and for\n"
"a search: CPUs looked at, cache lines of other CPUs, shared ones, those written\n"
"to, and how often it found an idle CPU, in percent.\n";

static const unsigned int widths[] = { 16, 64, 112, 256, 1024 };
static const unsigned int shares[] = { 100, 75, 50, 25, 12, 5, 0 };

static const struct {
	const char *name;
	unsigned int slice;
	unsigned int on, off;
} variants[] = {
	{ "base", 0, BIT(MODEL_SIS_UTIL), BIT(MODEL_SIS_PROP) },
	{ "base-off", 0, 0, BIT(MODEL_SIS_UTIL) | BIT(MODEL_SIS_PROP) },
	{ "off", 1, 0, BIT(MODEL_SIS_UTIL) | BIT(MODEL_SIS_CORE) },
	{ "util", 1, BIT(MODEL_SIS_UTIL), BIT(MODEL_SIS_CORE) },
	{ "util+core", 1, BIT(MODEL_SIS_UTIL) | BIT(MODEL_SIS_CORE), 0 },
};

static unsigned int searches = 400;
static uint64_t seed = 1;
static struct model_case c;

static const struct slice_ops *load(const char *path)
{
	void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct slice_ops *ops = so ? dlsym(so, "slice_ops") : NULL;

	if (!ops) {
		fprintf(stderr, "sis_scan_bench: error: %s\n", dlerror());
		exit(2);
	}
	return ops;
}

/* All is busy that the fast paths ask for, so each search has to scan. */
static void draw(unsigned int width, unsigned int share)
{
	unsigned int cpu, busy = 0;
	bool idle_core;

	memset(&c, 0, sizeof(c));
	c.m.nr_cpus = width;
	c.m.width = width;
	c.m.smt = 2;
	machine_derive(&c.m);
	c.curve = 3;
	c.in_task = true;
	c.uclamp_max = 1024;
	for (cpu = 0; cpu < width; cpu++) {
		c.kind[cpu] = rng() % 100 < share ? KIND_IDLE : KIND_BUSY;
		mask_set(&c.allowed, cpu);
	}
	c.target = rng() % width;
	c.this_cpu = (c.target + 1 + rng() % (width - 1)) % width;
	c.prev = c.target;
	c.recent = c.target;
	c.kind[c.target] = KIND_BUSY;
	c.kind[c.this_cpu] = KIND_BUSY;
	for (cpu = 0; cpu < width; cpu++)
		busy += c.kind[cpu] == KIND_BUSY;
	/* What the kernels believe is right, and the limit fresh. */
	for (cpu = 0; cpu < width; cpu += 2) {
		idle_core = c.kind[cpu] == KIND_IDLE && c.kind[cpu + 1] == KIND_IDLE;
		c.has_idle_cores |= idle_core;
	}
	case_right_hints(&c);
	c.avg_cost = busy * 1024UL;
}

static void cell(const struct slice_ops *ops, unsigned int width, unsigned int share,
		 unsigned int v)
{
	unsigned int features = (ops->features_on | variants[v].on) & ~variants[v].off;
	uint64_t looks = 0, remote = 0, shared = 0, written = 0, found = 0;
	struct slice_result r;
	unsigned int i, cpu;
	char name[64];

	rng_seed(seed, width * 1000 + share);
	CALLGRIND_ZERO_STATS;
	for (i = 0; i < searches; i++) {
		draw(width, share);
		if (!i)
			ops->machine(&c);
		for (cpu = 0; cpu < width; cpu++)
			ops->state(&c, cpu);
		c.features = features;
		if (features & BIT(MODEL_SIS_UTIL))
			c.nr_idle_scan = ops->limit(&c, c.target, c.avg_cost);
		ops->select(&c, features, &r);
		if (r.bug) {
			fprintf(stderr, "sis_scan_bench: error: %s: %s\n", ops->name, r.bug);
			exit(1);
		}
		looks += r.looks;
		remote += r.lines_remote;
		shared += r.lines_shared;
		written += r.lines_written;
		found += c.kind[r.cpu] == KIND_IDLE;
	}
	snprintf(name, sizeof(name), "%u %u %s", width, share, variants[v].name);
	CALLGRIND_DUMP_STATS_AT(name);
	printf("%s %.2f %.2f %.2f %.2f %.1f\n", name, (double)looks / searches,
	       (double)remote / searches, (double)shared / searches,
	       (double)written / searches, found * 100.0 / searches);
}

int main(int argc, char **argv)
{
	const struct slice_ops *ops[2];
	unsigned int i, j, v;
	int opt;

	while ((opt = getopt(argc, argv, "n:s:h")) != -1) {
		switch (opt) {
		case 'n':
			searches = strtoul(optarg, NULL, 0);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		default:
			fputs(usage_text, opt == 'h' ? stdout : stderr);
			return opt == 'h' ? 0 : 2;
		}
	}
	if (argc - optind != 2 || !searches) {
		fputs(usage_text, stderr);
		return 2;
	}
	for (i = 0; i < 2; i++)
		ops[i] = load(argv[optind + i]);
	for (i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		for (j = 0; j < sizeof(shares) / sizeof(shares[0]); j++) {
			for (v = 0; v < sizeof(variants) / sizeof(variants[0]); v++)
				cell(ops[variants[v].slice], widths[i], shares[j], v);
		}
	}
	return 0;
}
