/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_WORKLOAD_H
#define _SIM_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

enum wl_op { WL_RUN, WL_SLEEP, WL_SEND, WL_RECV, WL_COUNT };

/* Whom a message goes to: the one of the same number, each in turn, all, the sender */
enum wl_whom { WL_SAME, WL_NEXT, WL_ALL, WL_FROM };

/**
 * struct wl_step - a step of a task
 * @op: what it does
 * @ns: how long, the median
 * @sigma: of the logarithm of that
 * @to: whom a message goes to, by name
 * @role: the same, by number
 * @whom: which of these
 * @sync: the waker says that it will sleep soon
 * @softirq: the wakeup is not from task context
 * @cap: so many messages wait at most, 0 is no limit
 * @room: a sender that waits for room is woken when there is room for so many
 */
struct wl_step {
	enum wl_op op;
	double ns;
	double sigma;
	char to[32];
	unsigned int role;
	enum wl_whom whom;
	bool sync;
	bool softirq;
	unsigned int cap;
	unsigned int room;
};

/**
 * struct wl_role - tasks of a unit that do the same
 * @name: what they are called
 * @count: how many there are
 * @first: how many of the unit come before them
 * @nr: steps
 * @max: for how many steps there is room
 * @step: what they do, again and again
 */
struct wl_role {
	char name[32];
	unsigned int count;
	unsigned int first;
	unsigned int nr;
	unsigned int max;
	struct wl_step *step;
};

/**
 * struct workload - units that are all alike
 * @name: of the file that says so
 * @counts: threads of a unit, as the benchmark counts them
 * @unit: what is counted
 * @nr: roles
 * @max: for how many roles there is room
 * @role: the tasks of a unit
 */
struct workload {
	char name[64];
	char unit[32];
	unsigned int counts;
	unsigned int nr;
	unsigned int max;
	struct wl_role *role;
};

void workload_read(const char *path, struct workload *w);

#endif /* _SIM_WORKLOAD_H */
