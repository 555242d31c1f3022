/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_FIND_H
#define _STUB_LINUX_FIND_H

#include <linux/bitops.h>

/* The smallest i >= from with a bit in the word expression (of k), or size */
#define FIND_NEXT(word, size, from) ({					\
	unsigned long __size = (size), __at = (from), __res = __size;	\
	unsigned long k, __w;						\
	for (k = __at / BITS_PER_LONG; __at < __size; k++) {		\
		__w = (word) & (~0UL << (__at % BITS_PER_LONG));	\
		if (__w) {						\
			__res = k * BITS_PER_LONG + __ffs(__w);		\
			if (__res > __size)				\
				__res = __size;				\
			break;						\
		}							\
		__at = (k + 1) * BITS_PER_LONG;				\
	}								\
	__res; })

static inline unsigned long find_next_bit(const unsigned long *a,
					  unsigned long size, unsigned long from)
{
	return FIND_NEXT(a[k], size, from);
}

static inline unsigned long find_next_zero_bit(const unsigned long *a,
					       unsigned long size, unsigned long from)
{
	return FIND_NEXT(~a[k], size, from);
}

static inline unsigned long find_next_and_bit(const unsigned long *a, const unsigned long *b,
					      unsigned long size, unsigned long from)
{
	return FIND_NEXT(a[k] & b[k], size, from);
}

static inline unsigned long find_next_andnot_bit(const unsigned long *a, const unsigned long *b,
						 unsigned long size, unsigned long from)
{
	return FIND_NEXT(a[k] & ~b[k], size, from);
}

#define find_first_bit(a, size)		find_next_bit(a, size, 0)
#define find_first_zero_bit(a, size)	find_next_zero_bit(a, size, 0)
#define find_first_and_bit(a, b, size)	find_next_and_bit(a, b, size, 0)

static inline unsigned long find_last_bit(const unsigned long *a, unsigned long size)
{
	unsigned long bit = size, at = 0;

	while ((at = find_next_bit(a, size, at)) < size)
		bit = at++;
	return bit;
}

#include <slice/find.h>

#endif /* _STUB_LINUX_FIND_H */
