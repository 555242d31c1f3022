/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_TRACE_DEFINE_TRACE_H
#define _STUB_TRACE_DEFINE_TRACE_H

/* What it makes in the kernel, <linux/tracepoint.h> makes here at once. */
#endif /* _STUB_TRACE_DEFINE_TRACE_H */
