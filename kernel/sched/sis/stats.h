/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of the search for an idle CPU, shown in debugfs sched/sis/stats.
 */
#ifndef _KERNEL_SCHED_SIS_STATS_H
#define _KERNEL_SCHED_SIS_STATS_H

#include <linux/percpu.h>
#include "scan.h"

/**
 * enum sis_reserve_end - what became of a reservation
 * @SIS_RESERVE_HONOURED: its owner came back
 * @SIS_RESERVE_BROKEN: something else ran on the CPU, or it went offline
 * @SIS_RESERVE_ELSEWHERE: its owner was placed on another CPU
 * @SIS_RESERVE_EXPIRED: any of these, but after the deadline
 * @SIS_NR_RESERVE_ENDS: how many there are
 */
enum sis_reserve_end {
	SIS_RESERVE_HONOURED,
	SIS_RESERVE_BROKEN,
	SIS_RESERVE_ELSEWHERE,
	SIS_RESERVE_EXPIRED,
	SIS_NR_RESERVE_ENDS,
};

/**
 * enum sis_refusal - why a wakee was not handed to the CPU of its waker
 * @SIS_REFUSED_CONTEXT: an interrupt or a kernel thread wakes
 * @SIS_REFUSED_PAIR: the two do not wake each other only
 * @SIS_REFUSED_LONG: one of them is not known to be short
 * @SIS_REFUSED_QUEUED: the waker is not alone on its CPU
 * @SIS_REFUSED_IDLE: an idle core, or an idle CPU, is at hand
 * @SIS_REFUSED_COOKIE: they must not share a core
 * @SIS_REFUSED_CAPACITY: the CPU has not the capacity that the wakee asks for
 * @SIS_REFUSED_ALLOWED: the wakee may not run there, or not share that cache
 * @SIS_NR_REFUSALS: how many there are
 */
enum sis_refusal {
	SIS_REFUSED_CONTEXT,
	SIS_REFUSED_PAIR,
	SIS_REFUSED_LONG,
	SIS_REFUSED_QUEUED,
	SIS_REFUSED_IDLE,
	SIS_REFUSED_COOKIE,
	SIS_REFUSED_CAPACITY,
	SIS_REFUSED_ALLOWED,
	SIS_NR_REFUSALS,
};

/**
 * struct sis_stats - what the searches of one CPU's wakers came to
 * @end: searches, by the reason why they ended
 * @looked: CPUs looked at after the fast paths, all searches together
 * @hinted: searches that chose a hinted CPU
 * @lost: idle CPUs whose bit another search took first
 * @writes: bits of the hint set or taken, on this CPU
 * @refreshed: limits that a search recomputed because they were old
 * @skips: idle CPUs that searches passed over because they were reserved
 * @reserved: reservations made on this CPU
 * @reserve_end: reservations that were ended by this CPU, by what became of them
 * @refused: wakees not handed to this CPU, by the first reason found
 *
 * unsigned long, so that a reader on another CPU never sees half a value.
 */
struct sis_stats {
	unsigned long	end[SIS_NR_ENDS];
	unsigned long	looked;
	unsigned long	hinted;
	unsigned long	lost;
	unsigned long	writes;
	unsigned long	refreshed;
	unsigned long	skips;
	unsigned long	reserved;
	unsigned long	reserve_end[SIS_NR_RESERVE_ENDS];
	unsigned long	refused[SIS_NR_REFUSALS];
};

DECLARE_PER_CPU(struct sis_stats, sis_stats);

#endif /* _KERNEL_SCHED_SIS_STATS_H */
