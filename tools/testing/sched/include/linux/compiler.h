/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_COMPILER_H
#define _STUB_LINUX_COMPILER_H

#include <linux/types.h>

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#undef __always_inline
#define __always_inline		inline __attribute__((__always_inline__))
#define noinline		__attribute__((__noinline__))
#define notrace
#define __must_check		__attribute__((__warn_unused_result__))
#define __maybe_unused		__attribute__((__unused__))
#define __always_unused		__attribute__((__unused__))
#define __used			__attribute__((__used__))
#define __cold			__attribute__((__cold__))
#define __pure			__attribute__((__pure__))
#undef __packed
#define __packed		__attribute__((__packed__))
#undef __aligned
#define __aligned(x)		__attribute__((__aligned__(x)))
#define __printf(a, b)		__attribute__((__format__(printf, a, b)))
#define fallthrough		__attribute__((__fallthrough__))
#define __init
#define __initdata
#define __exit
#define __read_mostly
#define __ro_after_init
#define __sched
#define __user
#define __kernel
#define __iomem
#define __percpu
#define __rcu
#define __force
#define __private
#define __no_kcsan
#define __no_sanitize_or_inline	inline
#define __randomize_layout
#define __no_randomize_layout

/* Lock annotations */
#define __acquires(...)
#define __releases(...)
#define __must_hold(...)
#define __guarded_by(...)
#define __assumes_ctx_lock(...)

#define barrier()		__asm__ __volatile__("" : : : "memory")
#define OPTIMIZER_HIDE_VAR(v)	__asm__("" : "=r" (v) : "0" (v))
#ifdef SLICE_RACE
/* The harness may do now what another CPU would. */
void slice_race(const volatile void *p);
#define READ_ONCE(x)		(*({ slice_race(&(x)); (const volatile __typeof__(x) *)&(x); }))
#else
#define slice_race(p)		do { } while (0)
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#endif
#define WRITE_ONCE(x, val)	((void)(*(volatile __typeof__(x) *)&(x) = (val)))
#define data_race(x)		(x)
#define __same_type(a, b)	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define __stringify_1(...)	#__VA_ARGS__
#define __stringify(...)	__stringify_1(__VA_ARGS__)

#ifndef __cplusplus
#undef static_assert
#define static_assert(e, ...)	_Static_assert(e, "" __VA_ARGS__)
#endif
#define BUILD_BUG_ON(c)		_Static_assert(!(c), "BUILD_BUG_ON: " #c)
#define BUILD_BUG_ON_ZERO(c)	((int)(sizeof(struct { int:(-!!(c)); })))

#endif /* _STUB_LINUX_COMPILER_H */
