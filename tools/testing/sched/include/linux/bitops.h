/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_BITOPS_H
#define _STUB_LINUX_BITOPS_H

#include <linux/kernel.h>

#define BIT(nr)			(1UL << (nr))
#define BIT_ULL(nr)		(1ULL << (nr))
#define BIT_MASK(nr)		(1UL << ((nr) % BITS_PER_LONG))
#define BIT_WORD(nr)		((nr) / BITS_PER_LONG)
#define BITS_PER_BYTE		8
#define BITS_PER_TYPE(t)	(sizeof(t) * BITS_PER_BYTE)
#define BITS_TO_LONGS(nr)	DIV_ROUND_UP(nr, BITS_PER_LONG)
#define GENMASK(h, l)		((~0UL << (l)) & (~0UL >> (BITS_PER_LONG - 1 - (h))))

#define hweight_long(w)		((unsigned int)__builtin_popcountl(w))
#define hweight64(w)		((unsigned int)__builtin_popcountll(w))
#define hweight32(w)		((unsigned int)__builtin_popcount(w))
#define __ffs(w)		((unsigned long)__builtin_ctzl(w))
#define __fls(w)		((unsigned long)(BITS_PER_LONG - 1 - __builtin_clzl(w)))

static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline bool test_bit(long nr, const volatile unsigned long *addr)
{
	return addr[BIT_WORD(nr)] >> (nr % BITS_PER_LONG) & 1;
}

static inline void set_bit(long nr, volatile unsigned long *addr)
{
	__atomic_fetch_or(addr + BIT_WORD(nr), BIT_MASK(nr), __ATOMIC_RELAXED);
}

static inline void clear_bit(long nr, volatile unsigned long *addr)
{
	__atomic_fetch_and(addr + BIT_WORD(nr), ~BIT_MASK(nr), __ATOMIC_RELAXED);
}

static inline bool test_and_set_bit(long nr, volatile unsigned long *addr)
{
	return __atomic_fetch_or(addr + BIT_WORD(nr), BIT_MASK(nr), __ATOMIC_SEQ_CST) &
		BIT_MASK(nr);
}

static inline bool test_and_clear_bit(long nr, volatile unsigned long *addr)
{
	slice_race(addr + BIT_WORD(nr));
	return __atomic_fetch_and(addr + BIT_WORD(nr), ~BIT_MASK(nr), __ATOMIC_SEQ_CST) &
		BIT_MASK(nr);
}

static inline void __set_bit(long nr, volatile unsigned long *addr)
{
	addr[BIT_WORD(nr)] |= BIT_MASK(nr);
}

static inline void __clear_bit(long nr, volatile unsigned long *addr)
{
	addr[BIT_WORD(nr)] &= ~BIT_MASK(nr);
}

static inline bool __test_and_set_bit(long nr, volatile unsigned long *addr)
{
	bool was = test_bit(nr, addr);

	__set_bit(nr, addr);
	return was;
}

static inline bool __test_and_clear_bit(long nr, volatile unsigned long *addr)
{
	bool was = test_bit(nr, addr);

	__clear_bit(nr, addr);
	return was;
}

#define assign_bit(nr, addr, v)	 ((v) ? set_bit(nr, addr) : clear_bit(nr, addr))
#define __assign_bit(nr, addr, v) ((v) ? __set_bit(nr, addr) : __clear_bit(nr, addr))

#endif /* _STUB_LINUX_BITOPS_H */
