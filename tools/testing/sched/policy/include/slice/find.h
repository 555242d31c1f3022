/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_SLICE_FIND_H
#define _POLICY_SLICE_FIND_H

#endif /* _POLICY_SLICE_FIND_H */
