/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_STUB_STATS_H
#define _STUB_STUB_STATS_H

#include <stub/harness.h>

#define schedstat_enabled()	slice_schedstats
#define schedstat_inc(var)	do { if (schedstat_enabled()) (var)++; } while (0)
#define __schedstat_inc(var)	((void)(var)++)
#define schedstat_add(var, n)	do { if (schedstat_enabled()) (var) += (n); } while (0)
#define schedstat_set(var, v)	do { if (schedstat_enabled()) (var) = (v); } while (0)

#endif /* _STUB_STUB_STATS_H */
