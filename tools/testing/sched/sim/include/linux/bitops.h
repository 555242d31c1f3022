/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_LINUX_BITOPS_H
#define _SIM_LINUX_BITOPS_H

#include_next <linux/bitops.h>

#define set_bit(nr, addr) ({						\
	sim_touch((addr) + BIT_WORD(nr), true);				\
	set_bit(nr, addr); })
#define clear_bit(nr, addr) ({						\
	sim_touch((addr) + BIT_WORD(nr), true);				\
	clear_bit(nr, addr); })
#define test_and_set_bit(nr, addr) ({					\
	sim_touch((addr) + BIT_WORD(nr), true);				\
	test_and_set_bit(nr, addr); })
#define test_and_clear_bit(nr, addr) ({					\
	sim_touch((addr) + BIT_WORD(nr), true);				\
	test_and_clear_bit(nr, addr); })

#endif /* _SIM_LINUX_BITOPS_H */
