/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_TRACEPOINT_H
#define _STUB_LINUX_TRACEPOINT_H

#include <linux/tracepoint-defs.h>

/*
 * While events are on, an event fills its record as it would in the kernel.  The
 * last one is kept as slice_event_NAME, counted by slice_event_NAME_nr, and
 * trace_NAME_text() puts it into words.
 */
#define TP_PROTO(...)			__VA_ARGS__
#define TP_ARGS(...)			__VA_ARGS__
#define TP_STRUCT__entry(...)		__VA_ARGS__
#define TP_fast_assign(...)		__VA_ARGS__
#define TP_printk(...)			__VA_ARGS__
#define __field(type, item)		type item;
#define __array(type, item, len)	type item[len];

struct slice_symbol {
	unsigned long value;
	const char *name;
};

static inline const char *slice_symbolic(unsigned long value, const struct slice_symbol *s,
					 unsigned int n)
{
	while (n--) {
		if (s[n].value == value)
			return s[n].name;
	}
	return "?";
}

#define __print_symbolic(value, ...)						\
	slice_symbolic(value, (const struct slice_symbol[]){ __VA_ARGS__ },	\
		       ARRAY_SIZE(((const struct slice_symbol[]){ __VA_ARGS__ })))

#define TRACE_EVENT(event, proto, args, record, assign, print)			\
	struct slice_event_##event {						\
		record								\
	};									\
	__attribute__((__weak__)) struct slice_event_##event slice_event_##event; \
	__attribute__((__weak__)) unsigned int slice_event_##event##_nr;	\
	static inline void trace_##event(proto)					\
	{									\
		struct slice_event_##event *__entry = &slice_event_##event;	\
										\
		if (!slice_trace_on)						\
			return;							\
		slice_event_##event##_nr++;					\
		assign								\
	}									\
	static inline int trace_##event##_text(char *buf, size_t size)		\
	{									\
		const struct slice_event_##event *__entry = &slice_event_##event; \
										\
		return snprintf(buf, size, print);				\
	}									\
	static inline bool trace_##event##_enabled(void)			\
	{									\
		return slice_trace_on;						\
	}
#define EXPORT_TRACEPOINT_SYMBOL_GPL(event)

#endif /* _STUB_LINUX_TRACEPOINT_H */
