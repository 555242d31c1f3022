// SPDX-License-Identifier: GPL-2.0
/*
 * Two tasks that wake each other through a pair of pipes, for counting what a
 * wakeup costs.
 *
 * Usage: sis_pingpong [ROUNDS [REPEATS]]
 *
 * Prints the nanoseconds per wakeup of each repeat, a line each. Where time is
 * derived from the instructions executed (QEMU -icount) this is a count of
 * instructions, anywhere else it is just a time.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void pass(int from, int to, int first, long rounds)
{
	char c = 0;

	while (rounds--) {
		if (first && write(to, &c, 1) != 1)
			err(1, "write");
		if (read(from, &c, 1) != 1)
			err(1, "read");
		if (!first && write(to, &c, 1) != 1)
			err(1, "write");
	}
}

static double run(long rounds)
{
	struct timespec a, b;
	int ping[2], pong[2];
	int status;
	pid_t pid;

	if (pipe(ping) || pipe(pong))
		err(1, "pipe");
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		/* A tenth more, to be warm when the clock starts */
		pass(ping[0], pong[1], 0, rounds + rounds / 10);
		_exit(0);
	}

	pass(pong[0], ping[1], 1, rounds / 10);
	clock_gettime(CLOCK_MONOTONIC, &a);
	pass(pong[0], ping[1], 1, rounds);
	clock_gettime(CLOCK_MONOTONIC, &b);

	if (waitpid(pid, &status, 0) != pid || status)
		errx(1, "the other task failed");
	close(ping[0]);
	close(ping[1]);
	close(pong[0]);
	close(pong[1]);

	return ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / (2.0 * rounds);
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 20000;
	long repeats = argc > 2 ? atol(argv[2]) : 5;

	if (argc > 3 || rounds < 10 || repeats < 1)
		errx(1, "usage: sis_pingpong [ROUNDS [REPEATS]]");
	while (repeats--)
		printf("%.1f\n", run(rounds));

	return 0;
}
