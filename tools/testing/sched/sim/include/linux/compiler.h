/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_LINUX_COMPILER_H
#define _SIM_LINUX_COMPILER_H

#include_next <linux/compiler.h>

/*
 * Memory that CPUs share costs time to read and to write.  The simulator is told
 * before the access is made, so others may have been there by then.
 */
void sim_touch(const volatile void *addr, bool write);

#undef READ_ONCE
#define READ_ONCE(x) ({							\
	sim_touch(&(x), false);						\
	*(const volatile __typeof__(x) *)&(x); })
#undef WRITE_ONCE
#define WRITE_ONCE(x, val) do {						\
	__typeof__(x) __val = (val);					\
	sim_touch(&(x), true);						\
	*(volatile __typeof__(x) *)&(x) = __val;			\
} while (0)

#endif /* _SIM_LINUX_COMPILER_H */
