/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_BITMAP_H
#define _STUB_LINUX_BITMAP_H

#include <linux/find.h>

#define BITMAP_LAST_WORD_MASK(nbits)	(~0UL >> (-(nbits) & (BITS_PER_LONG - 1)))
#define BITMAP_FIRST_WORD_MASK(start)	(~0UL << ((start) & (BITS_PER_LONG - 1)))

/* dst = word expression (of k), and whether any of the nbits is set */
#define BITMAP_SET(dst, word, nbits) ({					\
	unsigned int __n = (nbits), k;					\
	unsigned long __any = 0;					\
	for (k = 0; k < __n / BITS_PER_LONG; k++)			\
		__any |= (dst)[k] = (word);				\
	if (__n % BITS_PER_LONG) {					\
		(dst)[k] = (word);					\
		__any |= (dst)[k] & BITMAP_LAST_WORD_MASK(__n);		\
	}								\
	__any != 0; })

/* Whether the word expression (of k) has a bit in the first nbits */
#define BITMAP_ANY(word, nbits) ({					\
	unsigned int __n = (nbits), k;					\
	unsigned long __any = 0;					\
	for (k = 0; k < __n / BITS_PER_LONG && !__any; k++)		\
		__any |= (word);					\
	if (!__any && __n % BITS_PER_LONG)				\
		__any |= (word) & BITMAP_LAST_WORD_MASK(__n);		\
	__any != 0; })

static inline bool bitmap_and(unsigned long *dst, const unsigned long *a,
			      const unsigned long *b, unsigned int nbits)
{
	return BITMAP_SET(dst, a[k] & b[k], nbits);
}

static inline bool bitmap_andnot(unsigned long *dst, const unsigned long *a,
				 const unsigned long *b, unsigned int nbits)
{
	return BITMAP_SET(dst, a[k] & ~b[k], nbits);
}

static inline void bitmap_or(unsigned long *dst, const unsigned long *a,
			     const unsigned long *b, unsigned int nbits)
{
	(void)BITMAP_SET(dst, a[k] | b[k], nbits);
}

static inline void bitmap_copy(unsigned long *dst, const unsigned long *a, unsigned int nbits)
{
	memcpy(dst, a, BITS_TO_LONGS(nbits) * sizeof(*dst));
}

static inline void bitmap_zero(unsigned long *dst, unsigned int nbits)
{
	memset(dst, 0, BITS_TO_LONGS(nbits) * sizeof(*dst));
}

static inline void bitmap_fill(unsigned long *dst, unsigned int nbits)
{
	memset(dst, 0xff, BITS_TO_LONGS(nbits) * sizeof(*dst));
}

static inline bool bitmap_empty(const unsigned long *a, unsigned int nbits)
{
	return !BITMAP_ANY(a[k], nbits);
}

static inline bool bitmap_full(const unsigned long *a, unsigned int nbits)
{
	return !BITMAP_ANY(~a[k], nbits);
}

static inline bool bitmap_equal(const unsigned long *a, const unsigned long *b,
				unsigned int nbits)
{
	return !BITMAP_ANY(a[k] ^ b[k], nbits);
}

static inline bool bitmap_intersects(const unsigned long *a, const unsigned long *b,
				     unsigned int nbits)
{
	return BITMAP_ANY(a[k] & b[k], nbits);
}

static inline bool bitmap_subset(const unsigned long *a, const unsigned long *b,
				 unsigned int nbits)
{
	return !BITMAP_ANY(a[k] & ~b[k], nbits);
}

static inline unsigned int bitmap_weight(const unsigned long *a, unsigned int nbits)
{
	unsigned int k, n = 0;

	for (k = 0; k < nbits / BITS_PER_LONG; k++)
		n += hweight_long(a[k]);
	if (nbits % BITS_PER_LONG)
		n += hweight_long(a[k] & BITMAP_LAST_WORD_MASK(nbits));
	return n;
}

static inline unsigned int bitmap_weight_and(const unsigned long *a, const unsigned long *b,
					     unsigned int nbits)
{
	unsigned int k, n = 0;

	for (k = 0; k < nbits / BITS_PER_LONG; k++)
		n += hweight_long(a[k] & b[k]);
	if (nbits % BITS_PER_LONG)
		n += hweight_long(a[k] & b[k] & BITMAP_LAST_WORD_MASK(nbits));
	return n;
}

#endif /* _STUB_LINUX_BITMAP_H */
