/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_SMT_H
#define _POLICY_SLICE_SMT_H

/* SMT may be built in and switched off. */
extern bool policy_smt_active;

static inline bool sched_smt_active(void)
{
	return policy_smt_active;
}

#endif /* _POLICY_SLICE_SMT_H */
