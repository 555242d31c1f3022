/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SCHED_TOPOLOGY_H
#define _STUB_LINUX_SCHED_TOPOLOGY_H

#include <linux/topology.h>
#include <linux/rcupdate.h>

/* The tree's own list of flags, numbered in its order */
#define SD_FLAG(name, mflags)	__##name,
enum {
#include <linux/sched/sd_flags.h>
};
#undef SD_FLAG
#define SD_FLAG(name, mflags)	name = 1 << __##name,
enum {
#include <linux/sched/sd_flags.h>
};
#undef SD_FLAG

#include <slice/topology.h>

#endif /* _STUB_LINUX_SCHED_TOPOLOGY_H */
