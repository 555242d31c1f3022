// SPDX-License-Identifier: GPL-2.0
/*
 * What things cost, and numbers at random that come out the same everywhere.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "costs.h"

#define COST(name)	#name,
static const char *const name_of[] = { COSTS(COST) };
#undef COST

#define NR_COSTS	(sizeof(name_of) / sizeof(name_of[0]))

static struct { double low, high; } range[NR_COSTS];

_Static_assert(sizeof(struct costs) == NR_COSTS * sizeof(double), "costs are doubles");

/**
 * sim_mix - spread a number over all numbers
 * @x: the number
 *
 * Return: another one.
 */
uint64_t sim_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ULL;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

/**
 * sim_random - the next number of a sequence
 * @state: where it is
 *
 * Return: any number.
 */
uint64_t sim_random(uint64_t *state)
{
	return *state = sim_mix(*state);
}

/**
 * sim_uniform - the next number of a sequence
 * @state: where it is
 *
 * Return: a number of at least 0 and less than 1.
 */
double sim_uniform(uint64_t *state)
{
	return (sim_random(state) >> 11) * 0x1p-53;
}

static int cost_by_name(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_COSTS; i++) {
		if (!strcmp(name_of[i], name))
			return i;
	}
	return -1;
}

/**
 * costs_read - read the ranges of all costs
 * @path: the file: lines of a name, a unit, the least and the most
 *
 * Ends the program if a cost is missing or makes no sense.
 */
void costs_read(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[512], name[64], unit[32];
	unsigned int i, nr = 0;

	if (!f) {
		fprintf(stderr, "sim: error: %s can't be read\n", path);
		exit(1);
	}
	while (fgets(line, sizeof(line), f)) {
		double low, high;
		int at = -1;

		nr++;
		line[strcspn(line, "#\n")] = 0;
		if (!line[strspn(line, " \t")])
			continue;
		if (sscanf(line, "%63s %31s %lf %lf", name, unit, &low, &high) == 4)
			at = cost_by_name(name);
		if (at < 0 || low <= 0 || high < low) {
			fprintf(stderr, "sim: error: %s:%u makes no sense: %s\n", path, nr, line);
			exit(1);
		}
		range[at].low = low;
		range[at].high = high;
	}
	fclose(f);
	for (i = 0; i < NR_COSTS; i++) {
		if (range[i].low == 0) {
			fprintf(stderr, "sim: error: %s does not say what %s costs\n", path,
				name_of[i]);
			exit(1);
		}
	}
}

/**
 * costs_draw - a set of costs from their ranges
 * @c: the set
 * @set: its number; 0 is the middle of each range, on a logarithmic scale
 */
void costs_draw(struct costs *c, uint64_t set)
{
	double *v = (double *)c;
	uint64_t random = sim_mix(set);
	unsigned int i;

	for (i = 0; i < NR_COSTS; i++) {
		double at = set ? sim_uniform(&random) : 0.5;

		v[i] = range[i].low * pow(range[i].high / range[i].low, at);
	}
}

/**
 * costs_set - set one cost of a set
 * @c: the set
 * @name: the name of the cost
 * @value: what it costs
 *
 * Return: false if there is no such cost.
 */
bool costs_set(struct costs *c, const char *name, double value)
{
	int at = cost_by_name(name);

	if (at < 0)
		return false;
	((double *)c)[at] = value;
	return true;
}

/**
 * costs_range - the range that was read for a cost
 * @name: the name of the cost
 * @low: is set to the least
 * @high: is set to the most
 *
 * Return: false if there is no such cost.
 */
bool costs_range(const char *name, double *low, double *high)
{
	int at = cost_by_name(name);

	if (at < 0)
		return false;
	*low = range[at].low;
	*high = range[at].high;
	return true;
}
