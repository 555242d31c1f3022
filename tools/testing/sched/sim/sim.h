/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_H
#define _SIM_H

/*
 * Between the engine, which knows time and CPUs and no kernel, and the slice of a
 * kernel, which knows how that kernel accounts and chooses.
 */
#include <stdbool.h>
#include <stdint.h>

#include "model.h"

/* How far a CPU or a cache line is away */
enum sim_dist { DIST_SELF, DIST_CORE, DIST_LLC, DIST_SOCKET, DIST_FAR, NR_DIST };

/**
 * struct sim_machine - sockets x LLCs x cores x threads
 * @name: of the file that says so
 * @sockets: sockets
 * @llcs: last-level caches of a socket
 * @cores: cores below one of these
 * @threads: hardware threads of a core
 * @nr_cpus: the product
 * @c: the same in the words of the model; what a case says besides is not used
 */
struct sim_machine {
	char name[64];
	unsigned int sockets;
	unsigned int llcs;
	unsigned int cores;
	unsigned int threads;
	unsigned int nr_cpus;
	struct model_case c;
};

/**
 * struct sim_hooks - what a slice asks of the engine
 * @now: the time, in nanoseconds
 * @look: this CPU reads another's run-queue; time passes, others may run
 * @touch: this CPU reads or writes a shared cache line
 * @pull: move a waiting task to this CPU, returns false if there was none
 * @fixed: time that passes by computing alone
 * @line: a cache line that CPUs share gets a number
 */
struct sim_hooks {
	uint64_t (*now)(void);
	void (*look)(unsigned int cpu);
	void (*touch)(unsigned int line, bool write);
	bool (*pull)(unsigned int dst, unsigned int src, bool hot);
	void (*fixed)(unsigned int nr_cpus);
	unsigned int (*line)(unsigned int cpu);
};

/**
 * struct sim_choice - what was seen while a CPU was chosen
 * @cpu: the choice
 * @looked: run-queues of other CPUs that were looked at by the scan
 * @end: why it ended, as the series tells it, or -1
 */
struct sim_choice {
	int cpu;
	unsigned int looked;
	int end;
};

struct sim_task;

/**
 * struct sim_ops - a slice, as the engine sees it
 * @model: what the differential tests know of it
 * @setup: build the machine; toggles, the series' curve, and whether to choose by
 *	the oracle
 * @task: a new task of the kernel's
 * @select: choose a CPU for a task that wakes up
 * @queue: whether the wakeup is sent to that CPU, not made from here
 * @pending: a wakeup was sent to a CPU, or has arrived there
 * @migrate: a task that sleeps will wake up on another CPU
 * @enqueue: a task becomes runnable
 * @dequeue: it does no more, sleeping or to be moved
 * @moved: a runnable task has been moved to another CPU, before @enqueue
 * @run: a CPU switches to a task, or to idle
 * @tick: the tick of a busy CPU
 * @newidle: a CPU has nothing to run; returns true if it got something
 * @periodic: the load balance of a CPU that is due; @busy if it is, as it says
 * @kick: whether the tick of a busy CPU has idle ones balanced
 * @blocked: age what is left of the load of an idle CPU
 * @settle: take over the limit of the LLC that a CPU is in, in no time
 * @warm: take the begin at 0 out of the load of a task, or of a CPU without one, once
 *	half of it is gone
 * @idle: whether the kernel says that a CPU is idle
 * @util: cpu_util_cfs()
 * @limit: nr_idle_scan of its LLC, or -1
 */
struct sim_ops {
	struct slice_ops *model;
	void (*setup)(const struct sim_machine *m, const struct sim_hooks *h,
		      unsigned int features, unsigned int curve, bool oracle);
	void *(*task)(unsigned int id);
	void (*select)(void *task, unsigned int this_cpu, bool sync, bool in_task,
		       struct sim_choice *choice);
	bool (*queue)(void *task, unsigned int this_cpu, unsigned int cpu, bool on_cpu);
	void (*pending)(unsigned int cpu, bool pending);
	void (*migrate)(void *task, unsigned int cpu);
	void (*enqueue)(void *task, unsigned int cpu, bool wakeup);
	void (*dequeue)(void *task, unsigned int cpu, bool sleep);
	void (*moved)(void *task, unsigned int cpu);
	void (*run)(unsigned int cpu, void *task);
	void (*tick)(unsigned int cpu);
	bool (*newidle)(unsigned int cpu);
	void (*periodic)(unsigned int cpu, unsigned int of, bool busy);
	void (*blocked)(unsigned int cpu);
	void (*settle)(unsigned int cpu);
	void (*warm)(void *task, unsigned int cpu);
	bool (*idle)(unsigned int cpu);
	unsigned long (*util)(unsigned int cpu);
	int (*limit)(unsigned int cpu);
};

#endif /* _SIM_H */
