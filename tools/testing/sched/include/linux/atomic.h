/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_ATOMIC_H
#define _STUB_LINUX_ATOMIC_H

#include <linux/kernel.h>

#define ATOMIC_INIT(i)			{ (i) }
#define ATOMIC_LONG_INIT(i)		{ (i) }
#define ATOMIC64_INIT(i)		{ (i) }
#define SLICE_ATOMIC(pre, type, arg)					\
static inline arg pre##_read(const type *v)				\
{									\
	return __atomic_load_n(&v->counter, __ATOMIC_RELAXED);		\
}									\
static inline void pre##_set(type *v, arg i)				\
{									\
	__atomic_store_n(&v->counter, i, __ATOMIC_RELAXED);		\
}									\
static inline void pre##_add(arg i, type *v)				\
{									\
	__atomic_fetch_add(&v->counter, i, __ATOMIC_RELAXED);		\
}									\
static inline void pre##_sub(arg i, type *v)				\
{									\
	__atomic_fetch_sub(&v->counter, i, __ATOMIC_RELAXED);		\
}									\
static inline void pre##_inc(type *v)					\
{									\
	pre##_add(1, v);						\
}									\
static inline void pre##_dec(type *v)					\
{									\
	pre##_sub(1, v);						\
}									\
static inline arg pre##_add_return(arg i, type *v)			\
{									\
	return __atomic_add_fetch(&v->counter, i, __ATOMIC_SEQ_CST);	\
}									\
static inline arg pre##_inc_return(type *v)				\
{									\
	return pre##_add_return(1, v);					\
}									\
static inline bool pre##_dec_and_test(type *v)				\
{									\
	return pre##_add_return(-1, v) == 0;				\
}									\
static inline arg pre##_xchg(type *v, arg i)				\
{									\
	return __atomic_exchange_n(&v->counter, i, __ATOMIC_SEQ_CST);	\
}									\
static inline arg pre##_cmpxchg(type *v, arg old, arg i)		\
{									\
	__atomic_compare_exchange_n(&v->counter, &old, i, false,	\
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	return old;							\
}

SLICE_ATOMIC(atomic, atomic_t, int)
SLICE_ATOMIC(atomic_long, atomic_long_t, long)
SLICE_ATOMIC(atomic64, atomic64_t, s64)

#define xchg(p, v)	__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define cmpxchg(p, o, n) ({						\
	__auto_type __old = (__typeof__(*(p)))(o);			\
	slice_race(p);							\
	__atomic_compare_exchange_n(p, &__old, n, false,		\
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	__old; })
#define cmpxchg_relaxed(p, o, n)	cmpxchg(p, o, n)
/* There is one thread. */
#define smp_mb()			barrier()
#define smp_rmb()			barrier()
#define smp_wmb()			barrier()
#define smp_mb__before_atomic()		barrier()
#define smp_mb__after_atomic()		barrier()
#define smp_load_acquire(p)		__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v)		__atomic_store_n(p, v, __ATOMIC_RELEASE)

#endif /* _STUB_LINUX_ATOMIC_H */
