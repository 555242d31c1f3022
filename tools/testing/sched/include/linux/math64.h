/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_MATH64_H
#define _STUB_LINUX_MATH64_H

#include <linux/kernel.h>

/* n /= base, and the remainder; n must be a u64 as in the kernel */
#define do_div(n, base) ({						\
	u32 __base = (base);						\
	u32 __rem;							\
	_Static_assert(sizeof(n) == 8, "do_div() divides a u64");	\
	__rem = (u64)(n) % __base;					\
	(n) = (u64)(n) / __base;					\
	__rem; })

static inline u64 div_u64_rem(u64 a, u32 b, u32 *rem)
{
	*rem = a % b;
	return a / b;
}

static inline u64 div_u64(u64 a, u32 b)
{
	return a / b;
}

static inline s64 div_s64(s64 a, s32 b)
{
	return a / b;
}

static inline u64 div64_u64(u64 a, u64 b)
{
	return a / b;
}

static inline s64 div64_s64(s64 a, s64 b)
{
	return a / b;
}

#define div64_ul(a, b)		div64_u64(a, b)
#define div64_long(a, b)	div64_s64(a, b)

#ifdef __SIZEOF_INT128__
static inline u64 mul_u64_u32_shr(u64 a, u32 b, unsigned int shift)
{
	return (u64)(((unsigned __int128)a * b) >> shift);
}
#endif

static inline u64 mul_u32_u32(u32 a, u32 b)
{
	return (u64)a * b;
}

#endif /* _STUB_LINUX_MATH64_H */
