/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_STATS_H
#define _POLICY_STATS_H

#include <stub/stats.h>

#endif /* _POLICY_STATS_H */
