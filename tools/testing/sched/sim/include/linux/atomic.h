/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_LINUX_ATOMIC_H
#define _SIM_LINUX_ATOMIC_H

#include_next <linux/atomic.h>

#undef xchg
#define xchg(p, v) ({							\
	sim_touch(p, true);						\
	__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); })
#undef cmpxchg
#define cmpxchg(p, o, n) ({						\
	__auto_type __old = (__typeof__(*(p)))(o);			\
	__typeof__(*(p)) __new = (n);					\
	sim_touch(p, true);						\
	__atomic_compare_exchange_n(p, &__old, __new, false,		\
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	__old; })

#endif /* _SIM_LINUX_ATOMIC_H */
