/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_COSTS_H
#define _SIM_COSTS_H

#include <stdbool.h>
#include <stdint.h>

/* What the file must name; it says what each one is */
#define COSTS(c)			\
	c(line_own)			\
	c(line_core)			\
	c(line_llc)			\
	c(line_llc_dirty)		\
	c(line_socket)			\
	c(line_far)			\
	c(line_occupy)			\
	c(fabric)			\
	c(look_fixed)			\
	c(look_lines)			\
	c(look_overlap)			\
	c(select_fixed)			\
	c(select_mask)			\
	c(wake_fixed)			\
	c(enqueue)			\
	c(dequeue)			\
	c(pick)				\
	c(lock)				\
	c(queue)			\
	c(ipi_send)			\
	c(ipi_fly)			\
	c(ipi_handle)			\
	c(context_switch)		\
	c(idle_enter)			\
	c(idle_exit)			\
	c(sleep_exit)			\
	c(sleep_after)			\
	c(poll_below)			\
	c(tick)				\
	c(warmth_llc)			\
	c(warmth_far)			\
	c(warmth_share)			\
	c(smt_speed)			\
	c(work)

struct costs {
#define COST(name)	double name;
	COSTS(COST)
#undef COST
};

void costs_read(const char *path);
void costs_draw(struct costs *c, uint64_t set);
bool costs_set(struct costs *c, const char *name, double value);
bool costs_range(const char *name, double *low, double *high);

uint64_t sim_mix(uint64_t x);
uint64_t sim_random(uint64_t *state);
double sim_uniform(uint64_t *state);

#endif /* _SIM_COSTS_H */
