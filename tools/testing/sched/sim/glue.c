// SPDX-License-Identifier: GPL-2.0
/*
 * In place of the test's glue.c, of which it makes use: what the stubs ask for is
 * answered in kernel.c, by an engine in which time passes.
 */
#define slice_bug	model_bug
#define slice_clock	model_clock
#define slice_enter	model_enter
#define slice_leave	model_leave
#define __slice_look	model_look
void model_bug(const char *file, int line, const char *what) __attribute__((__cold__));
#include "../glue.c"
#undef slice_bug
#undef slice_clock
#undef slice_enter
#undef slice_leave
#undef __slice_look

#ifdef HAS_sis_limit_init
/* Nothing is wrapped here. */
void __real_sis_limit_refresh(struct sched_domain *sd)
{
	sis_limit_refresh(sd);
}
#endif

/* What follows calls the real one. */
#undef sync_entity_load_avg

static int sim_select_idle_sibling(struct task_struct *p, int prev, int target);
#define select_idle_sibling	sim_select_idle_sibling
