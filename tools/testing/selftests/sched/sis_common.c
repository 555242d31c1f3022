// SPDX-License-Identifier: GPL-2.0
#include "sis_common.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRACING		"/sys/kernel/tracing"
#define INSTANCE	TRACING "/instances/sis_selftest"
#define CGROUP		"/sys/fs/cgroup"
#define PARTITION	CGROUP "/sis_selftest"
#define CPU_DIR		"/sys/devices/system/cpu"

int sis_write_bytes(const char *path, const void *buf, size_t len)
{
	ssize_t done;
	int fd, err;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	done = write(fd, buf, len);
	err = errno;
	close(fd);

	return done < 0 ? -err : (int)done;
}

int sis_write(const char *path, const char *text)
{
	int ret = sis_write_bytes(path, text, strlen(text));

	return ret < 0 ? ret : 0;
}

int sis_read(const char *path, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t got;
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		got = read(fd, buf + len, size - 1 - len);
		err = errno;
		if (got > 0)
			len += got;
	} while (got > 0 && len < size - 1);
	close(fd);
	buf[len] = '\0';

	return got < 0 ? -err : (int)len;
}

long sis_read_long(const char *path)
{
	char buf[64];

	if (sis_read(path, buf, sizeof(buf)) <= 0)
		return -1;
	return strtol(buf, NULL, 0);
}

/* Is that the name of a counter of searches? Each search is counted in one of them. */
bool sis_is_end(const char *name)
{
	static const char * const ends[] = {
		"target", "prev", "kthread", "recent", "asym", "nodomain", "smt", "gate",
		"found", "core", "limit", "span", "fallback",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		if (!strcmp(name, ends[i]))
			return true;
	}

	return false;
}

/*
 * Sum up counters of all CPUs: that of the name, or with NULL all that count
 * searches. The file's first line has the names, its last one the sums.
 */
static long sum_stats(const char *name)
{
	static char buf[1 << 20];
	char *names, *sums, *word, *rest = buf;
	long sum = -1;

	if (sis_read(SIS_STATS, buf, sizeof(buf)) <= 0)
		return -1;
	names = strsep(&rest, "\n");
	sums = rest ? strstr(rest, "all ") : NULL;
	while (sums && (word = strsep(&names, " ")) && (rest = strsep(&sums, " "))) {
		if (name ? !strcmp(word, name) : sis_is_end(word))
			sum = (sum < 0 ? 0 : sum) + atol(rest);
	}

	return sum;
}

/* A counter, or -1 if there is none of that name */
long sis_stat(const char *name)
{
	return sum_stats(name);
}

long sis_searches(void)
{
	return sum_stats(NULL);
}

bool sis_present(void)
{
	return !access(SIS_CURVE, F_OK) && sis_tracepoint_id("sis/sis_select") >= 0;
}

/* Where the features are, which is elsewhere before 5.13 */
const char *sis_features(void)
{
	return access(SIS_DEBUGFS "/features", F_OK) ? SIS_DEBUGFS "_features" :
						       SIS_DEBUGFS "/features";
}

/* The migration cost, likewise */
const char *sis_migration_cost(void)
{
	return access(SIS_DEBUGFS "/migration_cost_ns", F_OK) ?
	       "/proc/sys/kernel/sched_migration_cost_ns" : SIS_DEBUGFS "/migration_cost_ns";
}

/* 1 if on, 0 if off, -ENOENT if this kernel knows no such feature */
int sis_feature(const char *name)
{
	char buf[4096], *word, *rest = buf;
	int ret;

	ret = sis_read(sis_features(), buf, sizeof(buf));
	if (ret < 0)
		return ret;
	while ((word = strsep(&rest, "\n "))) {
		if (!strcmp(word, name))
			return 1;
		if (!strncmp(word, "NO_", 3) && !strcmp(word + 3, name))
			return 0;
	}

	return -ENOENT;
}

int sis_set_feature(const char *name, bool on)
{
	char buf[64];

	snprintf(buf, sizeof(buf), "%s%s", on ? "" : "NO_", name);
	return sis_write(sis_features(), buf);
}

int sis_get_curve(char *name, size_t size)
{
	char buf[SIS_TEXT], *from, *to;
	int ret;

	ret = sis_read(SIS_CURVE, buf, sizeof(buf));
	if (ret < 0)
		return ret;
	from = strchr(buf, '[');
	to = from ? strchr(from, ']') : NULL;
	if (!to || strchr(to, '['))
		return -EBADMSG;
	*to = '\0';
	snprintf(name, size, "%s", from + 1);

	return 0;
}

/*
 * A task that goes to sleep before it has used up its share may stay on its
 * run-queue for a while: if it is woken by then, no CPU is searched for.
 */
void sis_place_all_wakeups(void)
{
	if (sis_feature("DELAY_DEQUEUE") == 1)
		sis_set_feature("DELAY_DEQUEUE", false);
}

/* A line of /proc/PID/sched; -ENOENT if there is no such */
long sis_sched_value(pid_t pid, const char *name)
{
	char path[SIS_TEXT], buf[8192], *at;
	int ret;

	snprintf(path, sizeof(path), "/proc/%d/sched", pid);
	ret = sis_read(path, buf, sizeof(buf));
	if (ret < 0)
		return ret;
	snprintf(path, sizeof(path), "\n%s ", name);
	at = strstr(buf, path);
	at = at ? strchr(at, ':') : NULL;

	return at ? strtol(at + 1, NULL, 10) : -ENOENT;
}

static struct {
	pid_t		pid;
	char		features[4096];
	char		curve[SIS_TEXT];
	char		schedstats[SIS_TEXT];
	char		reserve_us[SIS_TEXT];
	char		migration[SIS_TEXT];
	cpu_set_t	online;
} saved;

#define MAX_MOVED	64

/* Shared, as children fill it and the parent goes by it. */
static struct moved {
	int		nr;
	pid_t		pid[MAX_MOVED];
	cpu_set_t	from[MAX_MOVED];
} *moved;

/*
 * RCU's threads wake up often, and would choose the CPU that a test keeps idle.
 * Those that are bound to a CPU stay where they are.
 */
void sis_confine_rcu(int cpu)
{
	char path[SIS_TEXT], name[SIS_TEXT];
	struct dirent *entry;
	cpu_set_t one;
	DIR *proc;
	int pid;

	proc = opendir("/proc");
	if (!proc || !moved)
		return;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	while ((entry = readdir(proc))) {
		pid = atoi(entry->d_name);
		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		if (pid <= 0 || sis_read(path, name, sizeof(name)) <= 0 ||
		    strncmp(name, "rcu", 3) || moved->nr == MAX_MOVED ||
		    sched_getaffinity(pid, sizeof(cpu_set_t), &moved->from[moved->nr]) < 0 ||
		    sched_setaffinity(pid, sizeof(one), &one))
			continue;
		moved->pid[moved->nr++] = pid;
	}
	closedir(proc);
}

void sis_release_rcu(void)
{
	while (moved && moved->nr) {
		moved->nr--;
		sched_setaffinity(moved->pid[moved->nr], sizeof(cpu_set_t),
				  &moved->from[moved->nr]);
	}
}

/* The features that are not as they were. A write takes one at a time. */
static void restore_features(void)
{
	char *word, *rest = saved.features;
	bool on;

	while ((word = strsep(&rest, "\n "))) {
		on = strncmp(word, "NO_", 3);
		if (*word && sis_feature(on ? word : word + 3) != on)
			sis_write(sis_features(), word);
	}
}

static void sis_restore(void)
{
	char path[SIS_TEXT];
	int cpu;

	/* Not in a child that ends through exit() */
	if (getpid() != saved.pid)
		return;

	sis_trace_stop();
	sis_partition_end();
	sis_release_rcu();
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/online", cpu);
		if (CPU_ISSET(cpu, &saved.online) && !sis_read_long(path))
			sis_write(path, "1");
	}
	if (*saved.curve)
		sis_write(SIS_CURVE, saved.curve);
	if (*saved.schedstats)
		sis_write(SIS_SCHEDSTATS, saved.schedstats);
	if (*saved.reserve_us)
		sis_write(SIS_RESERVE_US, saved.reserve_us);
	if (*saved.migration)
		sis_write(sis_migration_cost(), saved.migration);
	restore_features();
}

/*
 * The harness runs each test in a child, which a time-out kills. So what the
 * tests touch is remembered and put back by the parent.
 */
static void __attribute__((constructor)) sis_save(void)
{
	saved.pid = getpid();
	moved = sis_share(sizeof(*moved));
	if (sis_read(sis_features(), saved.features, sizeof(saved.features)) < 0)
		saved.features[0] = '\0';
	if (sis_get_curve(saved.curve, sizeof(saved.curve)))
		saved.curve[0] = '\0';
	if (sis_read(SIS_SCHEDSTATS, saved.schedstats, sizeof(saved.schedstats)) < 0)
		saved.schedstats[0] = '\0';
	if (sis_read(SIS_RESERVE_US, saved.reserve_us, sizeof(saved.reserve_us)) < 0)
		saved.reserve_us[0] = '\0';
	if (sis_read(sis_migration_cost(), saved.migration, sizeof(saved.migration)) < 0)
		saved.migration[0] = '\0';
	sis_online(&saved.online);
	atexit(sis_restore);
}

/* How many CPUs, or -errno. A list is "0-3,8", empty for none. */
int sis_read_cpus(const char *path, cpu_set_t *cpus)
{
	char buf[4096], *at = buf;
	long from, to;
	int ret;

	CPU_ZERO(cpus);
	ret = sis_read(path, buf, sizeof(buf));
	if (ret < 0)
		return ret;
	while (isdigit((unsigned char)*at)) {
		from = strtol(at, &at, 10);
		to = *at == '-' ? strtol(at + 1, &at, 10) : from;
		for (; from <= to && from < CPU_SETSIZE; from++)
			CPU_SET(from, cpus);
		if (*at == ',')
			at++;
	}

	return CPU_COUNT(cpus);
}

int sis_online(cpu_set_t *cpus)
{
	return sis_read_cpus(CPU_DIR "/online", cpus);
}

int sis_nr_cpus(void)
{
	cpu_set_t cpus;

	return sis_online(&cpus);
}

/* Those of a cache that are online and in a domain; CPU @cpu alone if unknown */
int sis_llc(int cpu, cpu_set_t *cpus)
{
	cpu_set_t online, isolated;
	char path[SIS_TEXT];
	int i, index = -1;
	long best = 0;

	for (i = 0; i < 8; i++) {
		long level;

		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/level", cpu, i);
		level = sis_read_long(path);
		if (level > best) {
			best = level;
			index = i;
		}
	}
	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
	if (index < 0 || sis_read_cpus(path, cpus) <= 0) {
		CPU_ZERO(cpus);
		CPU_SET(cpu, cpus);
		return 1;
	}
	sis_online(&online);
	CPU_AND(cpus, cpus, &online);
	if (sis_read_cpus(CPU_DIR "/isolated", &isolated) > 0) {
		CPU_AND(&isolated, &isolated, cpus);
		CPU_XOR(cpus, cpus, &isolated);
	}

	return CPU_COUNT(cpus);
}

/* The CPUs of @cpu's core, itself included */
int sis_siblings(int cpu, cpu_set_t *cpus)
{
	char path[SIS_TEXT];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/topology/thread_siblings_list", cpu);
	if (sis_read_cpus(path, cpus) <= 0) {
		CPU_ZERO(cpus);
		CPU_SET(cpu, cpus);
	}

	return CPU_COUNT(cpus);
}

/* The LLC of the first CPU that has a domain, as a set and in order */
int sis_first_llc(cpu_set_t *cpus, int *list)
{
	cpu_set_t online;
	int cpu, nr = 0;

	sis_online(&online);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &online) && sis_llc(cpu, cpus) > 0 && CPU_ISSET(cpu, cpus))
			break;
	}
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, cpus))
			list[nr++] = cpu;
	}

	return nr;
}

char *sis_cpus_text(const cpu_set_t *cpus, char *buf, size_t size)
{
	size_t len = 0;
	int cpu, last;

	buf[0] = '\0';
	for (cpu = 0; cpu < CPU_SETSIZE && len < size; cpu = last + 1) {
		last = cpu;
		if (!CPU_ISSET(cpu, cpus))
			continue;
		while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, cpus))
			last++;
		len += snprintf(buf + len, size - len, last > cpu ? "%s%d-%d" : "%s%d",
				len ? "," : "", cpu, last);
	}

	return buf;
}

/*
 * A group for @cpus, which are its own once it is made a partition. -ENOENT if
 * there is no cpuset controller of the second version.
 */
int sis_partition(const cpu_set_t *cpus)
{
	char text[4096];

	if (sis_read(CGROUP "/cgroup.controllers", text, sizeof(text)) <= 0 ||
	    !strstr(text, "cpuset"))
		return -ENOENT;
	sis_partition_end();
	if (sis_write(CGROUP "/cgroup.subtree_control", "+cpuset"))
		return -ENOENT;
	if (mkdir(PARTITION, 0755))
		return -errno;

	return sis_write(PARTITION "/cpuset.cpus", sis_cpus_text(cpus, text, sizeof(text)));
}

/* Make it a "root", "isolated", or a "member" again, which is no partition. */
int sis_partition_type(const char *type)
{
	char text[SIS_TEXT];
	int ret;

	ret = sis_write(PARTITION "/cpuset.cpus.partition", type);
	if (ret)
		return ret;
	ret = sis_read(PARTITION "/cpuset.cpus.partition", text, sizeof(text));
	if (ret < 0)
		return ret;
	/* "root invalid (reason)" */
	return strncmp(text, type, strlen(type)) || strstr(text, "invalid") ? -EINVAL : 0;
}

/* 0 is the caller. */
int sis_partition_join(pid_t pid)
{
	char text[32];

	snprintf(text, sizeof(text), "%d", pid);
	return sis_write(PARTITION "/cgroup.procs", text);
}

int sis_partition_leave(pid_t pid)
{
	char text[32];

	snprintf(text, sizeof(text), "%d", pid);
	return sis_write(CGROUP "/cgroup.procs", text);
}

void sis_partition_end(void)
{
	int i;

	if (access(PARTITION, F_OK))
		return;
	sis_partition_leave(0);
	sis_partition_type("member");
	/* Tasks that were killed may take a while to be gone. */
	for (i = 0; rmdir(PARTITION) && i < 50; i++)
		sis_nap(100);
	sis_write(CGROUP "/cgroup.subtree_control", "-cpuset");
}

/*
 * Make an LLC of no more than @nr CPUs of a larger one, for the caller and who
 * it forks, so that a machine that is emulated can make all of them busy. Its
 * number of CPUs, which is what it was where there are no partitions.
 */
int sis_cut(cpu_set_t *llc, int *list, int nr)
{
	int span = CPU_COUNT(llc), i;
	cpu_set_t part;

	if (span <= nr)
		return span;
	/* The last ones: the boot CPU and the kernel's own tasks stay outside. */
	CPU_ZERO(&part);
	for (i = span - nr; i < span; i++)
		CPU_SET(list[i], &part);
	if (sis_partition(&part) || sis_partition_type("root") || sis_partition_join(0)) {
		sis_partition_end();
		return span;
	}
	*llc = part;
	memmove(list, list + span - nr, nr * sizeof(*list));

	return nr;
}

/* Does the PATH lead to such a program? */
bool sis_have_program(const char *name)
{
	char *path = strdup(getenv("PATH") ?: ""), *rest = path, *dir, file[4096];
	bool found = false;

	while (path && !found && (dir = strsep(&rest, ":"))) {
		snprintf(file, sizeof(file), "%s/%s", dir, name);
		found = !access(file, X_OK);
	}
	free(path);

	return found;
}

/* Fewer repetitions where there are more CPUs, which may all be emulated */
int sis_scale(int n)
{
	int cpus = sis_nr_cpus();

	return cpus > 16 ? (n * 16 + cpus - 1) / cpus : n;
}

int sis_pin(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? -errno : 0;
}

void sis_nap(unsigned int ms)
{
	struct timespec left = { ms / 1000, ms % 1000 * 1000000L };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

/* Run for so long, by the task's own clock. */
void sis_burn(unsigned int us)
{
	struct timespec from, now;

	if (!us)
		return;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while ((now.tv_sec - from.tv_sec) * 1000000LL +
		 (now.tv_nsec - from.tv_nsec) / 1000 < us);
}

/* Zeroed memory that children share; never given back, tests are short-lived */
void *sis_share(size_t size)
{
	void *mem;

	mem = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return mem == MAP_FAILED ? NULL : mem;
}

pid_t sis_fork(const char *name)
{
	pid_t parent = getpid(), pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		prctl(PR_SET_NAME, name);
	}

	return pid;
}

/* Where many CPUs are emulated by one, let the others have it. */
static void relax(void)
{
#if defined(__i386__) || defined(__x86_64__)
	__asm__ volatile("pause" ::: "memory");
#else
	__asm__ volatile("" ::: "memory");
#endif
}

/*
 * A busy loop on each of @cpus. It lets all others go first, so that these are
 * soon served; for the utilization of a CPU it is all the same. How many, which
 * is also how many of @hogs were set.
 */
int sis_hog(pid_t *hogs, const cpu_set_t *cpus)
{
	int *up = sis_share(sizeof(*up));
	int cpu, i, nr = 0;

	if (!up)
		return 0;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, cpus))
			continue;
		hogs[nr] = sis_fork("sis_hog");
		if (!hogs[nr]) {
			if (sis_pin(cpu) || setpriority(PRIO_PROCESS, 0, 19))
				_exit(1);
			__atomic_fetch_add(up, 1, __ATOMIC_SEQ_CST);
			for (;;)
				relax();
		}
		if (hogs[nr] < 0)
			break;
		nr++;
	}
	for (i = 0; i < SIS_LOST * 100; i++) {
		if (__atomic_load_n(up, __ATOMIC_SEQ_CST) == nr)
			break;
		sis_nap(10);
	}

	return nr;
}

void sis_reap(pid_t *pids, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		kill(pids[i], SIGKILL);
	for (i = 0; i < nr; i++)
		waitpid(pids[i], NULL, 0);
}

static int futex_wait(__u32 *futex, __u32 value)
{
	struct timespec timeout = { SIS_LOST, 0 };

	if (!syscall(SYS_futex, futex, FUTEX_WAIT, value, &timeout, NULL, 0))
		return 0;
	return errno == EAGAIN || errno == EINTR ? 0 : -errno;
}

static int futex_wake(__u32 *futex)
{
	return syscall(SYS_futex, futex, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void wakee(struct sis_wakee *w)
{
	__u32 seq = 0;

	for (;;) {
		/* Nobody wakes it for long while other tests of its maker run. */
		while (__atomic_load_n(&w->seq, __ATOMIC_SEQ_CST) == seq)
			futex_wait(&w->seq, seq);
		seq = __atomic_load_n(&w->seq, __ATOMIC_SEQ_CST);

		w->cpu = sched_getcpu();
		if (CPU_COUNT(&w->mask) && !CPU_ISSET(w->cpu, &w->mask))
			w->strays++;
		__atomic_store_n(&w->ack, seq, __ATOMIC_SEQ_CST);
		futex_wake(&w->ack);
		sis_burn(w->burn_us);
	}
}

/* @w must lie in memory from sis_share(). */
int sis_wakee_start(struct sis_wakee *w, const char *name)
{
	pid_t pid;

	memset(w, 0, sizeof(*w));
	w->cpu = -1;
	pid = sis_fork(name);
	if (!pid)
		wakee(w);
	if (pid < 0)
		return -errno;
	w->pid = pid;

	return sis_wakee_asleep(w);
}

int sis_wakee_allow(struct sis_wakee *w, const cpu_set_t *mask)
{
	w->mask = *mask;
	return sched_setaffinity(w->pid, sizeof(*mask), mask) ? -errno : 0;
}

/* Wait until the wakee sleeps: woken before, it would just go on. */
int sis_wakee_asleep(const struct sis_wakee *w)
{
	char path[64], buf[256], *state;
	int i, ret;

	snprintf(path, sizeof(path), "/proc/%d/stat", w->pid);
	for (i = 0; i < SIS_LOST * 1000; i++) {
		ret = sis_read(path, buf, sizeof(buf));
		if (ret < 0)
			return ret;
		state = strrchr(buf, ')');
		if (state && !strncmp(state, ") S", 3))
			return 0;
		sis_nap(1);
	}

	return -ETIMEDOUT;
}

/* Wake it and wait until it has run; 0, or -ETIMEDOUT if it never did. */
int sis_wakee_wake(struct sis_wakee *w)
{
	__u32 seq = w->seq + 1, ack;
	int ret = 0;

	__atomic_store_n(&w->seq, seq, __ATOMIC_SEQ_CST);
	futex_wake(&w->seq);
	while (!ret && (ack = __atomic_load_n(&w->ack, __ATOMIC_SEQ_CST)) != seq)
		ret = futex_wait(&w->ack, ack);

	return ret;
}

/**
 * sis_wakee_home() - see to it that the next wakeup has to search
 * @w: the wakee
 * @home: a CPU that is busy, or the caller's
 *
 * The wakee's previous CPU must be busy then, and its recently used one must be
 * the same, or the search is over before the scan begins. So it is made to run
 * at home, with no choice, and left to sleep there.
 */
int sis_wakee_home(struct sis_wakee *w, int home)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(home, &one);
	return sis_wakee_allow(w, &one) ?: sis_wakee_wake(w) ?: sis_wakee_asleep(w);
}

/* Wake it, allowed on @mask, with a mark in front of that. */
int sis_wakee_go(struct sis_wakee *w, const cpu_set_t *mask)
{
	int ret;

	ret = sis_wakee_allow(w, mask);
	if (ret)
		return ret;
	sis_trace_mark("search pid=%d seq=%u", w->pid, w->seq + 1);

	return sis_wakee_wake(w) ?: sis_wakee_asleep(w);
}

int sis_wakee_search(struct sis_wakee *w, int home, const cpu_set_t *mask)
{
	return sis_wakee_home(w, home) ?: sis_wakee_go(w, mask);
}

/*
 * An instance leaves the tracing of others alone, and it is gone with all of
 * its settings when it is removed.
 */
int sis_trace_start(const char *clock)
{
	sis_trace_stop();
	if (mkdir(INSTANCE, 0700))
		return -errno;

	return sis_trace_clock(clock) ?: sis_write(INSTANCE "/buffer_size_kb", "512");
}

/* Another clock; this clears the trace. */
int sis_trace_clock(const char *clock)
{
	return sis_write(INSTANCE "/trace_clock", clock);
}

int sis_trace_event(const char *event, const char *filter)
{
	char path[SIS_TEXT];
	int ret;

	snprintf(path, sizeof(path), INSTANCE "/events/%s/filter", event);
	ret = sis_write(path, filter ?: "0");
	if (ret)
		return ret;
	snprintf(path, sizeof(path), INSTANCE "/events/%s/enable", event);
	return sis_write(path, "1");
}

int sis_trace_event_off(const char *event)
{
	char path[SIS_TEXT];

	snprintf(path, sizeof(path), INSTANCE "/events/%s/enable", event);
	return sis_write(path, "0");
}

void sis_trace_clear(void)
{
	int fd = open(INSTANCE "/trace", O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
}

int sis_trace_mark(const char *fmt, ...)
{
	char buf[SIS_TEXT];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	len = sis_write_bytes(INSTANCE "/trace_marker", buf, len);

	return len < 0 ? len : 0;
}

static long long field(const char *line, const char *key)
{
	size_t len = strlen(key);
	const char *at = line;

	while ((at = strstr(at, key))) {
		if (at > line && at[-1] == ' ' && at[len] == '=')
			return strtoll(at + len + 1, NULL, 10);
		at += len;
	}

	return -1;
}

static void word(const char *line, const char *key, char *buf, size_t size)
{
	const char *at = strstr(line, key);
	size_t len;

	buf[0] = '\0';
	if (!at)
		return;
	at += strlen(key);
	len = strcspn(at, "\n ");
	if (len >= size)
		len = size - 1;
	memcpy(buf, at, len);
	buf[len] = '\0';
}

static bool parse(const char *line, struct sis_event *e)
{
	static const struct {
		const char	*text;
		enum sis_type	type;
	} types[] = {
		{ ": tracing_mark_write: ", SIS_MARK },
		{ ": sis_select: ", SIS_SELECT },
		{ ": sis_limit: ", SIS_LIMIT },
		{ ": sched_wakeup: ", SIS_WAKEUP },
		{ ": sched_switch: ", SIS_SWITCH },
	};
	const char *at = NULL, *time, *on;
	char from[16];
	size_t i;

	for (i = 0; !at && i < ARRAY_SIZE(types); i++)
		at = strstr(line, types[i].text);
	if (!at)
		return false;
	memset(e, 0, sizeof(*e));
	e->type = types[i - 1].type;
	for (time = at; time > line && time[-1] != ' ';)
		time--;
	e->time = strtod(time, NULL);
	/* "task-pid [on] flags time: event: ...", a task's name may have brackets. */
	for (on = at; on > line && *on != '[';)
		on--;
	e->on = *on == '[' ? strtol(on + 1, NULL, 10) : -1;
	/* Keeps one space in front, field() looks for that. */
	at += strlen(types[i - 1].text) - 1;

	e->pid = field(at, e->type == SIS_SWITCH ? "next_pid" : "pid");
	e->cpu = field(at, e->type == SIS_WAKEUP ? "target_cpu" : "cpu");
	switch (e->type) {
	case SIS_MARK:
		e->seq = field(at, "seq");
		word(at, " ", e->name, sizeof(e->name));
		break;
	case SIS_SELECT:
		e->waker = field(at, "waker");
		e->target = field(at, "target");
		e->prev = field(at, "prev");
		e->limit = field(at, "limit");
		e->looked = field(at, "looked");
		e->hinted = field(at, "hinted");
		e->skips = field(at, "skips");
		e->passed = field(at, "passed") == 1;
		e->owner = field(at, "owner") == 1;
		e->ns = field(at, "ns");
		word(at, " end=", e->name, sizeof(e->name));
		break;
	case SIS_LIMIT:
		e->llc = field(at, "llc");
		e->span = field(at, "span");
		e->util = field(at, "util");
		e->capacity = field(at, "capacity");
		e->pct = field(at, "pct");
		e->limit = field(at, "limit");
		word(at, " curve=", e->name, sizeof(e->name));
		word(at, " from=", from, sizeof(from));
		e->search = !strcmp(from, "search");
		break;
	case SIS_WAKEUP:
	case SIS_SWITCH:
		break;
	}

	return true;
}

/* How many events, or -errno; *@events is to be freed. */
int sis_trace_read(struct sis_event **events)
{
	struct sis_event *list = NULL, *more;
	size_t size = 0, nr = 0, room = 0;
	char *line = NULL;
	FILE *file;

	*events = NULL;
	file = fopen(INSTANCE "/trace", "re");
	if (!file)
		return -errno;
	while (getline(&line, &size, file) > 0) {
		if (*line == '#')
			continue;
		if (nr == room) {
			room = room ? 2 * room : 256;
			more = realloc(list, room * sizeof(*list));
			if (!more)
				break;
			list = more;
		}
		nr += parse(line, &list[nr]);
	}
	free(line);
	fclose(file);
	*events = list;

	return nr;
}

/* Events that did not fit, of all CPUs */
long sis_trace_lost(void)
{
	static const char * const keys[] = { "\noverrun: ", "\ndropped events: " };
	char path[SIS_TEXT], buf[1024], *at;
	long lost = 0;
	size_t i;
	int cpu;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		snprintf(path, sizeof(path), INSTANCE "/per_cpu/cpu%d/stats", cpu);
		if (sis_read(path, buf, sizeof(buf)) < 0)
			continue;
		for (i = 0; i < ARRAY_SIZE(keys); i++) {
			at = strstr(buf, keys[i]);
			if (at)
				lost += strtol(at + strlen(keys[i]), NULL, 10);
		}
	}

	return lost;
}

void sis_trace_stop(void)
{
	sis_write(INSTANCE "/events/enable", "0");
	rmdir(INSTANCE);
}

long sis_tracepoint_id(const char *event)
{
	char path[SIS_TEXT];

	snprintf(path, sizeof(path), TRACING "/events/%s/id", event);
	return sis_read_long(path);
}

bool sis_scanned(const struct sis_event *e)
{
	static const char * const ends[] = { "gate", "found", "core", "limit", "span", "fallback" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		if (!strcmp(e->name, ends[i]))
			return true;
	}

	return false;
}

bool sis_chose(const struct sis_event *e)
{
	return !strcmp(e->name, "found") || !strcmp(e->name, "core") || !strcmp(e->name, "smt");
}
