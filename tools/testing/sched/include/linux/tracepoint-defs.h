/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_TRACEPOINT_DEFS_H
#define _STUB_LINUX_TRACEPOINT_DEFS_H

#include <linux/kernel.h>

#define DECLARE_TRACEPOINT(name)	extern int __tracepoint_##name
#define tracepoint_enabled(name)	slice_trace_on

#endif /* _STUB_LINUX_TRACEPOINT_DEFS_H */
