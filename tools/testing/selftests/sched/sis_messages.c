// SPDX-License-Identifier: GPL-2.0
/*
 * Message threads, in the way of schbench: what a server does that hands out work
 * and waits for the answers.
 *
 * Usage: sis_messages [-m MASTERS] [-w WORKERS] [-b US] [-t US] [-n ROUNDS]
 *
 * Each of MASTERS (2) has WORKERS (1) of its own. In each of ROUNDS (500) a master
 * thinks, wakes all of its workers, and sleeps until each has answered; a worker
 * works, answers, and sleeps. Thinking is asleep and takes up to US (-t, 500),
 * working is busy and takes up to US (-b, 20). How much it is each time comes from
 * a generator with a fixed seed for each thread, so all runs do the same work.
 *
 * Prints nothing: what its wakeups came to is to be seen in the trace. The tasks are
 * called sis_master and sis_worker.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <err.h>
#include <errno.h>
#include <linux/futex.h>
#include <linux/types.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_WORKERS	64

static int workers = 1, rounds = 500;
static unsigned int work_us = 20, think_us = 500;

/**
 * struct group - a master and its workers
 * @nr: which one
 * @round: a futex, goes up when there is work
 * @answers: a futex, the answers still to come
 */
struct group {
	int		nr;
	__u32		round;
	__u32		answers;
};

struct worker {
	struct group	*group;
	unsigned int	seed;
};

/* Run for so long, by the task's own clock. */
static void burn(unsigned int us)
{
	struct timespec from, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while ((now.tv_sec - from.tv_sec) * 1000000LL +
		 (now.tv_nsec - from.tv_nsec) / 1000 < us);
}

static void futex_wait(__u32 *futex, __u32 value)
{
	if (syscall(SYS_futex, futex, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0) &&
	    errno != EAGAIN && errno != EINTR)
		err(1, "futex");
}

static void futex_wake(__u32 *futex, int nr)
{
	if (syscall(SYS_futex, futex, FUTEX_WAKE_PRIVATE, nr, NULL, NULL, 0) < 0)
		err(1, "futex");
}

static void *work(void *arg)
{
	struct worker *w = arg;
	__u32 seen = 0;

	prctl(PR_SET_NAME, "sis_worker");
	while ((int)seen < rounds) {
		futex_wait(&w->group->round, seen);
		if (__atomic_load_n(&w->group->round, __ATOMIC_ACQUIRE) == seen)
			continue;
		seen++;
		burn(rand_r(&w->seed) % (work_us + 1));
		if (!__atomic_sub_fetch(&w->group->answers, 1, __ATOMIC_RELEASE))
			futex_wake(&w->group->answers, 1);
	}

	return NULL;
}

static void *master(void *arg)
{
	struct group *g = arg;
	pthread_t threads[MAX_WORKERS];
	struct worker own[MAX_WORKERS];
	unsigned int seed = 1000 * g->nr;
	struct timespec think = { 0 };
	__u32 left;
	int i;

	prctl(PR_SET_NAME, "sis_master");
	for (i = 0; i < workers; i++) {
		own[i] = (struct worker) { .group = g, .seed = seed + 1 + i };
		if (pthread_create(&threads[i], NULL, work, &own[i]))
			errx(1, "no thread");
	}
	for (i = 0; i < rounds; i++) {
		think.tv_nsec = rand_r(&seed) % (think_us + 1) * 1000L;
		if (think.tv_nsec)
			nanosleep(&think, NULL);
		__atomic_store_n(&g->answers, workers, __ATOMIC_RELAXED);
		__atomic_fetch_add(&g->round, 1, __ATOMIC_RELEASE);
		futex_wake(&g->round, workers);
		while ((left = __atomic_load_n(&g->answers, __ATOMIC_ACQUIRE)))
			futex_wait(&g->answers, left);
	}
	for (i = 0; i < workers; i++)
		pthread_join(threads[i], NULL);

	return NULL;
}

int main(int argc, char **argv)
{
	static struct group groups[MAX_WORKERS];
	pthread_t threads[MAX_WORKERS];
	int masters = 2, opt, i;

	while ((opt = getopt(argc, argv, "m:w:b:t:n:")) != -1) {
		int value = atoi(optarg ?: "");

		if (value < 0 || (opt != 't' && opt != 'b' && !value))
			errx(1, "-%c takes a number", opt);
		switch (opt) {
		case 'm':
			masters = value;
			break;
		case 'w':
			workers = value;
			break;
		case 'b':
			work_us = value;
			break;
		case 't':
			think_us = value;
			break;
		case 'n':
			rounds = value;
			break;
		default:
			errx(1, "usage: sis_messages [-m N] [-w N] [-b US] [-t US] [-n N]");
		}
	}
	if (masters > MAX_WORKERS || workers > MAX_WORKERS || think_us >= 1000000)
		errx(1, "that is too many");
	for (i = 0; i < masters; i++) {
		groups[i].nr = i + 1;
		if (pthread_create(&threads[i], NULL, master, &groups[i]))
			errx(1, "no thread");
	}
	for (i = 0; i < masters; i++)
		pthread_join(threads[i], NULL);

	return 0;
}
