// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a workload.
 *
 *	counts N [UNIT]		threads of a unit, as the benchmark counts them
 *	task NAME N		N tasks of a unit, which repeat these steps for ever:
 *	run TIME [SIGMA]	compute; log-normal with this median
 *	sleep TIME [SIGMA]	wait for a timer
 *	send NAME [WORD...]	a message to the one of the same number, or "next" for
 *				each in turn, "all", "from" for the last sender;
 *				"sync", "softirq", "cap=N", "room=N"
 *	recv			take a message, wait for one if there is none
 *	count			one is done
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workload.h"

static const char *file;
static unsigned int line_nr;

static void bad(const char *what, const char *word)
{
	fprintf(stderr, "sim: error: %s:%u: %s '%s'\n", file, line_nr, what, word);
	exit(1);
}

static double parse_time(const char *word)
{
	static const struct { const char *name; double ns; } unit[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
	};
	unsigned int i;
	char *end;
	double n = strtod(word, &end);

	for (i = 0; i < sizeof(unit) / sizeof(unit[0]); i++) {
		if (end != word && n > 0 && !strcmp(end, unit[i].name))
			return n * unit[i].ns;
	}
	bad("not a time", word);
	return 0;
}

static unsigned int parse_number(const char *word)
{
	char *end;
	unsigned long n = strtoul(word ? word : "", &end, 10);

	if (!word || end == word || *end || !n || n > 100000)
		bad("not a number", word ? word : "");
	return n;
}

static void parse_send(struct wl_step *s, char *word)
{
	for (; word; word = strtok(NULL, " \t")) {
		if (!strcmp(word, "next"))
			s->whom = WL_NEXT;
		else if (!strcmp(word, "all"))
			s->whom = WL_ALL;
		else if (!strcmp(word, "from"))
			s->whom = WL_FROM;
		else if (!strcmp(word, "sync"))
			s->sync = true;
		else if (!strcmp(word, "softirq"))
			s->softirq = true;
		else if (!strncmp(word, "cap=", 4))
			s->cap = parse_number(word + 4);
		else if (!strncmp(word, "room=", 5))
			s->room = parse_number(word + 5);
		else
			bad("send does not know", word);
	}
}

/* Room for one more of what there are @nr of; what is new is zeroed. */
static void *grow(void *old, unsigned int nr, unsigned int *max, size_t size)
{
	char *more = old;

	if (nr < *max)
		return old;
	*max = 2 * *max + 16;
	more = realloc(old, *max * size);
	if (!more)
		bad("no memory for", file);
	memset(more + nr * size, 0, (*max - nr) * size);
	return more;
}

static void parse_step(struct wl_role *role, const char *op)
{
	char *word = strtok(NULL, " \t"), *more;
	struct wl_step *s;

	role->step = grow(role->step, role->nr, &role->max, sizeof(*s));
	s = &role->step[role->nr++];
	if (!strcmp(op, "run") || !strcmp(op, "sleep")) {
		s->op = *op == 'r' ? WL_RUN : WL_SLEEP;
		s->ns = parse_time(word ? word : "");
		more = strtok(NULL, " \t");
		if (more)
			s->sigma = strtod(more, NULL);
	} else if (!strcmp(op, "send")) {
		s->op = WL_SEND;
		if (!word)
			bad("nobody to", op);
		snprintf(s->to, sizeof(s->to), "%s", word);
		parse_send(s, strtok(NULL, " \t"));
	} else if (!strcmp(op, "recv")) {
		s->op = WL_RECV;
	} else if (!strcmp(op, "count")) {
		s->op = WL_COUNT;
	} else {
		bad("no step is called", op);
	}
}

/**
 * workload_read - read a workload
 * @path: the file
 * @w: the workload
 *
 * Ends the program if it makes no sense.
 */
void workload_read(const char *path, struct workload *w)
{
	unsigned int r, i, to, first = 0;
	struct wl_role *role = NULL;
	char line[256];
	FILE *f;

	file = path;
	line_nr = 0;
	f = fopen(path, "r");
	if (!f)
		bad("can't read", path);
	memset(w, 0, sizeof(*w));
	snprintf(w->name, sizeof(w->name), "%s",
		 strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	while (fgets(line, sizeof(line), f)) {
		char *word;

		line_nr++;
		line[strcspn(line, "#\n")] = 0;
		word = strtok(line, " \t");
		if (!word)
			continue;
		if (!strcmp(word, "counts")) {
			w->counts = parse_number(strtok(NULL, " \t"));
			word = strtok(NULL, " \t");
			snprintf(w->unit, sizeof(w->unit), "%s", word ? word : "done");
		} else if (!strcmp(word, "task")) {
			w->role = grow(w->role, w->nr, &w->max, sizeof(*role));
			role = &w->role[w->nr++];
			word = strtok(NULL, " \t");
			snprintf(role->name, sizeof(role->name), "%s", word ? word : "");
			role->count = parse_number(strtok(NULL, " \t"));
			role->first = first;
			first += role->count;
		} else if (role) {
			parse_step(role, word);
		} else {
			bad("no task yet at", word);
		}
	}
	fclose(f);
	if (!w->counts || !w->nr)
		bad("no counts or no task in", path);
	for (r = 0; r < w->nr; r++) {
		if (!w->role[r].nr)
			bad("no steps for", w->role[r].name);
		for (i = 0; i < w->role[r].nr; i++) {
			struct wl_step *s = &w->role[r].step[i];

			if (s->op != WL_SEND)
				continue;
			for (to = 0; to < w->nr; to++) {
				if (!strcmp(w->role[to].name, s->to))
					break;
			}
			if (to == w->nr)
				bad("no task is called", s->to);
			s->role = to;
		}
	}
}
