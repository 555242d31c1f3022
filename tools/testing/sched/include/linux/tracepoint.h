/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_TRACEPOINT_H
#define _STUB_LINUX_TRACEPOINT_H

#include <linux/kernel.h>

/* An event is a function that does nothing, and is off. */
#define TP_PROTO(...)		__VA_ARGS__
#define TP_ARGS(...)		__VA_ARGS__
#define TP_CONDITION(...)	__VA_ARGS__
#define TP_STRUCT__entry(...)
#define TP_fast_assign(...)
#define TP_printk(...)
#define TRACE_EVENT(name, proto, args, ...)				\
	static inline void trace_##name(proto) { }			\
	static inline bool trace_##name##_enabled(void) { return slice_trace_on; }
#define TRACE_EVENT_CONDITION(name, proto, args, ...) TRACE_EVENT(name, proto)
#define DECLARE_EVENT_CLASS(...)
#define DEFINE_EVENT(template, name, proto, ...) TRACE_EVENT(name, proto)
#define DECLARE_TRACE(name, proto, ...)	TRACE_EVENT(name, proto)
#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)
#define tracepoint_enabled(name)	trace_##name##_enabled()

#endif /* _STUB_LINUX_TRACEPOINT_H */
