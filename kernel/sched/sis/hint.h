/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIS_CORE: which CPUs of an LLC to look at first.
 *
 * The model
 *
 * Each LLC has a bitmap of CPUs believed idle and one of cores believed wholly
 * idle, a core being named by the first CPU of its SMT mask. A CPU that goes
 * idle sets its bit. A search looks at hinted CPUs first, in the order in which
 * it would have met them, tests each as it would any other, and takes the bit
 * of the one it chooses: this is the claim. Between the choice and the moment
 * when the wakee shows up on the CPU's run-queue the CPU still looks idle, and
 * other wakers would choose it too; with its bit gone they pass it. Whoever
 * loses the race for a bit moves on. A bit of a CPU that turns out to be busy is
 * cleared by the search that found out. What a search has left of its limit
 * then goes to CPUs without a bit.
 *
 * The hint is advice. A bit too many costs one probe, once. A bit too few costs
 * its CPU the place at the front, and the claim: it is found by what is left of
 * the limit, or by walking the span for an idle core.
 *
 * Such a walk looks at every core, and if none is idle says so to others. When one
 * goes idle after that it is hinted, or another beside it is; so for SIS_ASKED there
 * is little to be found without a hint, and walks end when an idle CPU is known and a
 * quarter of the limit is used up. If one finds a core all the same, the next one goes
 * through all of the span again.
 *
 * Of a hinted core only the CPU that is chosen is tested, and siblings that are not
 * of the domain, whose wakeups take other bits. Others can be busy only if a task
 * came there that no fair wakeup, fork or exec placed, one that is bound to it, a
 * real-time one, or one that the load balancer moved; or if the sibling was on its way
 * to idle when a task was sent to the CPU beside it. Each of these can mislead one
 * search, the next one finds the bit taken.
 *
 * The bound
 *
 * The words of the bitmaps have a cache line each, which holds the bits of
 * BITS_PER_LONG CPUs and is written by
 *
 * - a CPU that goes idle, if of the SIS_CHUNK CPUs around it none is hinted: a
 *   search needs one idle CPU, not all of them. While more than that are idle for
 *   long, the hint is still, and tasks that come and go on CPUs of their own
 *   write nothing. Nor if nobody looks: while the limit of the LLC is 0, or while
 *   a core is wholly idle and all look for that. The same for cores, but these
 *   at any limit. Neither if no scan has come by for SIS_ASKED: where each task
 *   finds its own CPU idle, as pairs that take turns do, the line is only read;
 * - a search that takes or corrects a bit that is set;
 * - a scan that is the first in a tick.
 *
 * What all words share is read only, but for a walk that begins when none has for
 * SIS_ASKED, or that finds what it should not.
 *
 * Nothing is written twice in a row to the same effect, there is no counter, and
 * nothing is done at a tick. Each CPU finds its words through a line of its own
 * that is written only when domains are built.
 */
#ifndef _KERNEL_SCHED_SIS_HINT_H
#define _KERNEL_SCHED_SIS_HINT_H

#include "scan.h"

/*
 * One hint, and one hinted core, for so many CPUs is enough; a power of two. No CPU
 * needs to write while one in so many is idle for long, that is up to 87 %
 * utilization, above which nobody scans.
 */
#define SIS_CHUNK	8U

/*
 * For so long after the last scan the bits are set; then nobody reads them. For so
 * long after a walk that found no idle core the next ones are cut short.
 */
#define SIS_ASKED	HZ

/**
 * struct sis_hint_word - BITS_PER_LONG CPUs of an LLC
 * @cpus: those believed idle
 * @cores: those that are the first of a core believed wholly idle
 * @asked: when a scan came by, in jiffies
 */
struct sis_hint_word {
	unsigned long	cpus;
	unsigned long	cores;
	unsigned long	asked;
} ____cacheline_aligned_in_smp;

/**
 * struct sis_hint - the hint of an LLC
 * @first: index of the first word, in words of a cpumask
 * @nr: number of words, from the span's first CPU to its last
 * @cores: number of cores in the span
 * @walked: when all of the span was last walked for an idle core, in jiffies
 * @word: the words
 *
 * Belongs to the LLC's sched_domain_shared, lives and goes as that does.
 */
struct sis_hint {
	unsigned int		first;
	unsigned int		nr;
	unsigned int		cores;
	unsigned long		walked;
	struct sis_hint_word	word[];
};

void sis_hint_init(struct sched_domain *sd);
void sis_hint_free(struct sched_domain_shared *sds);
void sis_hint_attach(int cpu, struct sched_domain *sd);
void __sis_hint_idle(struct rq *rq);
void sis_hint_offline(int cpu);
void __sis_claim_new(int cpu);
int __sis_claim(int cpu, struct sis_scan *scan);
int sis_hint_scan(struct task_struct *p, struct sched_domain *sd, const struct cpumask *cluster,
		  struct cpumask *cpus, bool has_idle_core, int target, int *nr,
		  struct sis_scan *scan);
int sis_hint_gate(struct task_struct *p, struct sched_domain *sd, int target,
		  struct sis_scan *scan);

/* fair.c: is @cpu idle, and of a cookie that goes with @p's? Returns @cpu or -1. */
int sis_try_cpu(int cpu, struct task_struct *p);

/**
 * sis_hint_idle() - a CPU goes idle
 * @rq: its run-queue, locked
 *
 * Before update_idle_core(), so that whoever is told that there is an idle core
 * finds it hinted.
 */
static __always_inline void sis_hint_idle(struct rq *rq)
{
	if (sched_feat(SIS_CORE))
		__sis_hint_idle(rq);
}

/**
 * sis_claim() - the last word on a search: take the bits of the CPU it chose
 * @cpu: the CPU
 * @scan: the search's own
 *
 * For a CPU that was not chosen by its bit. If the search found none that is idle,
 * but passed one over on the way, that one is taken. Under RCU, interrupts off.
 *
 * Return: @cpu, or the one that was passed over.
 */
static __always_inline int sis_claim(int cpu, struct sis_scan *scan)
{
	if (sched_feat(SIS_CORE) && !scan->hinted)
		cpu = __sis_claim(cpu, scan);
	return cpu;
}

/**
 * sis_claim_new() - a CPU is chosen for a task that does not wake up
 * @cpu: the CPU
 *
 * Fork and exec choose among all CPUs, not by the hint, but others are to know.
 * Under RCU, interrupts off.
 *
 * Return: @cpu.
 */
static __always_inline int sis_claim_new(int cpu)
{
	if (sched_feat(SIS_CORE))
		__sis_claim_new(cpu);
	return cpu;
}

/**
 * sis_enough() - has a search for an idle core gone through the span far enough?
 * @idle_cpu: an idle CPU of a core that is not wholly idle, or -1
 * @scan: the search's own
 *
 * No idle core was hinted, and the last walk through all of it found none. To find
 * one in place of an idle CPU of a busy core is worth less than to find that CPU in
 * place of none: a quarter of the looks.
 *
 * Return: true if so.
 */
static __always_inline bool sis_enough(int idle_cpu, const struct sis_scan *scan)
{
	return sched_feat(SIS_CORE) && scan->brief && scan->limit != SIS_NO_LIMIT &&
	       (int)scan->looked >= scan->limit / 4 &&
	       (idle_cpu >= 0 || (scan->spare >= 0 && !scan->spare_lost));
}

#endif /* _KERNEL_SCHED_SIS_HINT_H */
