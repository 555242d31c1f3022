/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_SMT_H
#define _POLICY_SLICE_SMT_H

#endif /* _POLICY_SLICE_SMT_H */
