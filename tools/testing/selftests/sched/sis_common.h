/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of the search for an idle CPU (SIS) have in common.
 *
 * The tests count events and never look at how long something takes: they must
 * give the same result on a machine that is emulated on a far smaller one.
 */
#ifndef SIS_COMMON_H
#define SIS_COMMON_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <stdbool.h>
#include <linux/types.h>
#include <stddef.h>
#include <sys/types.h>

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#endif

#define SIS_DEBUGFS	"/sys/kernel/debug/sched"
#define SIS_CURVE	SIS_DEBUGFS "/sis/curve"
#define SIS_STATS	SIS_DEBUGFS "/sis/stats"
#define SIS_RESERVE_US	SIS_DEBUGFS "/sis/reserve_us"
#define SIS_SCHEDSTATS	"/proc/sys/kernel/sched_schedstats"

/* A CPU, a CPU mask as a list, or a curve, as text */
#define SIS_TEXT	256

/* Seconds after which a task that was woken and did not run counts as lost */
#define SIS_LOST	60

/* Files: 0 or the number of bytes, or -errno. A read ends in NUL. */
int sis_write(const char *path, const char *text);
int sis_write_bytes(const char *path, const void *buf, size_t len);
int sis_read(const char *path, char *buf, size_t size);
long sis_read_long(const char *path);

/* The counters, over all CPUs */
bool sis_is_end(const char *name);
long sis_stat(const char *name);
long sis_searches(void);

/* Settings. All are put back when the program ends, see sis_save(). */
bool sis_present(void);
const char *sis_features(void);
const char *sis_migration_cost(void);
int sis_feature(const char *name);
int sis_set_feature(const char *name, bool on);
int sis_get_curve(char *name, size_t size);
long sis_sched_value(pid_t pid, const char *name);
void sis_place_all_wakeups(void);
void sis_confine_rcu(int cpu);
void sis_release_rcu(void);

/* The machine */
int sis_nr_cpus(void);
int sis_online(cpu_set_t *cpus);
int sis_read_cpus(const char *path, cpu_set_t *cpus);
int sis_llc(int cpu, cpu_set_t *cpus);
int sis_siblings(int cpu, cpu_set_t *cpus);
int sis_first_llc(cpu_set_t *cpus, int *list);
char *sis_cpus_text(const cpu_set_t *cpus, char *buf, size_t size);
int sis_scale(int n);
int sis_pin(int cpu);
bool sis_have_program(const char *name);
void sis_nap(unsigned int ms);
void sis_burn(unsigned int us);

/* A partition of the machine, with domains of its own if it is a root */
int sis_partition(const cpu_set_t *cpus);
int sis_partition_type(const char *type);
int sis_partition_join(pid_t pid);
int sis_partition_leave(pid_t pid);
void sis_partition_end(void);
int sis_cut(cpu_set_t *llc, int *list, int nr);

/* Tasks. All die with the process that made them. */
void *sis_share(size_t size);
pid_t sis_fork(const char *name);
int sis_hog(pid_t *hogs, const cpu_set_t *cpus);
void sis_reap(pid_t *pids, int nr);

/**
 * struct sis_wakee - a task that sleeps, is woken, says where it runs, sleeps
 * @seq: a futex, goes up with each wakeup
 * @ack: a futex, the last @seq that the wakee has seen
 * @cpu: where it ran then
 * @strays: how often that was not in @mask
 * @mask: what its waker allowed
 * @pid: the task
 * @burn_us: how long it runs each time, after it has said where
 */
struct sis_wakee {
	__u32	seq;
	__u32	ack;
	int		cpu;
	int		strays;
	cpu_set_t	mask;
	pid_t		pid;
	unsigned int	burn_us;
};

int sis_wakee_start(struct sis_wakee *w, const char *name);
int sis_wakee_allow(struct sis_wakee *w, const cpu_set_t *mask);
int sis_wakee_asleep(const struct sis_wakee *w);
int sis_wakee_wake(struct sis_wakee *w);
int sis_wakee_home(struct sis_wakee *w, int home);
int sis_wakee_go(struct sis_wakee *w, const cpu_set_t *mask);
int sis_wakee_search(struct sis_wakee *w, int home, const cpu_set_t *mask);

/* The trace, in an instance of its own */
#define SIS_WAKEE	"sis_wakee"

enum sis_type {
	SIS_MARK,
	SIS_SELECT,
	SIS_LIMIT,
	SIS_WAKEUP,
	SIS_SWITCH,
};

/**
 * struct sis_event - a line of the trace
 * @type: which of the unions below holds
 * @time: in units of the trace clock
 * @on: the CPU that traced it
 * @name: why the search ended, or the curve, or what was marked
 * @pid: the wakee; for marks, what is given as pid=; for switches, who is next
 * @seq: for marks, what is given as seq=
 * @waker: pid of the waker
 * @target: where the search started
 * @prev: the wakee's last CPU
 * @cpu: the CPU chosen; for marks, what is given as cpu=
 * @limit: how many CPUs the scan was allowed
 * @looked: how many it looked at
 * @hinted: it chose by the hint of SIS_CORE
 * @skips: idle CPUs that it passed over as they are reserved
 * @passed: the CPU chosen is one of these
 * @owner: the CPU chosen is one that the wakee has reserved
 * @ns: how long it took
 * @llc: the LLC's first CPU
 * @span: its number of CPUs
 * @util: what they use
 * @capacity: of what they have
 * @pct: the imbalance that counts as overload
 * @search: recomputed by a search, not by load balance
 */
struct sis_event {
	enum sis_type	type;
	double		time;
	int		on;
	char		name[32];
	int		pid;
	unsigned int	seq;
	int		waker;
	int		target;
	int		prev;
	int		cpu;
	int		limit;
	int		looked;
	int		hinted;
	int		skips;
	bool		passed;
	bool		owner;
	long long	ns;
	int		llc;
	int		span;
	long long	util;
	long long	capacity;
	int		pct;
	bool		search;
};

int sis_trace_start(const char *clock);
int sis_trace_clock(const char *clock);
int sis_trace_event(const char *event, const char *filter);
int sis_trace_event_off(const char *event);
void sis_trace_clear(void);
int sis_trace_mark(const char *fmt, ...);
int sis_trace_read(struct sis_event **events);
long sis_trace_lost(void);
void sis_trace_stop(void);
long sis_tracepoint_id(const char *event);

/* Did this search get to look at the LLC, and choose from what it saw? */
bool sis_scanned(const struct sis_event *e);
bool sis_chose(const struct sis_event *e);

#endif /* SIS_COMMON_H */
