/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_KERNEL_H
#define _STUB_LINUX_KERNEL_H

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <stub/harness.h>

#define U8_MAX	((u8)~0U)
#define S8_MAX	((s8)(U8_MAX >> 1))
#define U16_MAX	((u16)~0U)
#define S16_MAX	((s16)(U16_MAX >> 1))
#define U32_MAX	((u32)~0U)
#define S32_MAX	((s32)(U32_MAX >> 1))
#define U64_MAX	((u64)~0ULL)
#define S64_MAX	((s64)(U64_MAX >> 1))

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))
#define sizeof_field(t, m)	sizeof(((t *)0)->m)
#define offsetofend(t, m)	(offsetof(t, m) + sizeof_field(t, m))
#define struct_size(p, member, n) \
	(sizeof(*(p)) + (n) * sizeof(*(p)->member))

#define __cmp_once(x, y, ux, uy, op) ({		\
	__auto_type ux = (x);			\
	__auto_type uy = (y);			\
	ux op uy ? ux : uy; })
#define __cmp(x, y, n, op)	__cmp_once(x, y, __x##n, __y##n, op)
#define __cmp_n(x, y, n, op)	__cmp(x, y, n, op)
#define min(x, y)		__cmp_n(x, y, __COUNTER__, <)
#define max(x, y)		__cmp_n(x, y, __COUNTER__, >)
#define lower_32_bits(n)	((u32)((n) & 0xffffffff))
#define min_t(t, x, y)		min((t)(x), (t)(y))
#define max_t(t, x, y)		max((t)(x), (t)(y))
#define min3(x, y, z)		min(min(x, y), z)
#define max3(x, y, z)		max(max(x, y), z)
#define umin(x, y)		min((u64)(x), (u64)(y))
#define umax(x, y)		max((u64)(x), (u64)(y))
#define clamp(v, lo, hi)	min(max(v, lo), hi)
#define clamp_t(t, v, lo, hi)	clamp((t)(v), (t)(lo), (t)(hi))
#define clamp_val(v, lo, hi)	clamp_t(__typeof__(v), v, lo, hi)
#define swap(a, b) \
	do { __auto_type __t = (a); (a) = (b); (b) = __t; } while (0)

#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define DIV_ROUND_UP_ULL(n, d)	DIV_ROUND_UP((u64)(n), (d))
#define DIV_ROUND_CLOSEST(n, d)	(((n) + (d) / 2) / (d))
#define round_up(x, y)		((((x) - 1) | ((__typeof__(x))(y) - 1)) + 1)
#define round_down(x, y)	((x) & ~((__typeof__(x))(y) - 1))
#define roundup(x, y)		(DIV_ROUND_UP(x, y) * (y))
#define rounddown(x, y)		((x) - (x) % (y))
#define ALIGN(x, a)		round_up(x, a)
#define IS_ALIGNED(x, a)	(((x) & ((__typeof__(x))(a) - 1)) == 0)

/* A warning of the kernel is a failure of the case that is running. */
#define WARN_ON(c) ({						\
	int __w = !!(c);					\
	if (unlikely(__w))					\
		slice_bug(__FILE__, __LINE__, "WARN: " #c);	\
	__w; })
#define WARN_ON_ONCE(c)		WARN_ON(c)
#define WARN(c, ...)		WARN_ON(c)
#define WARN_ONCE(c, ...)	WARN_ON(c)
#define BUG_ON(c)		((void)WARN_ON(c))
#define BUG()			BUG_ON(1)
#define SCHED_WARN_ON(c)	WARN_ON(c)

#define printk(...)		do { } while (0)
#define printk_deferred(...)	do { } while (0)
#define pr_err(...)		do { } while (0)
#define pr_warn(...)		do { } while (0)
#define pr_info(...)		do { } while (0)
#define pr_debug(...)		do { } while (0)

#define __ARG_2(ignored, value, ...) value
#define __ARG_PLACEHOLDER_1	0,
#define __IS_SET_3(junk)	__ARG_2(junk 1, 0, 0)
#define __IS_SET_2(value)	__IS_SET_3(__ARG_PLACEHOLDER_##value)
#define __IS_SET(x)		__IS_SET_2(x)
#define IS_ENABLED(option)	__IS_SET(option)
#define IS_BUILTIN(option)	__IS_SET(option)
#define IS_MODULE(option)	0
#define IS_REACHABLE(option)	__IS_SET(option)

#endif /* _STUB_LINUX_KERNEL_H */
