/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_LOCKDEP_H
#define _STUB_LINUX_LOCKDEP_H

#include <linux/kernel.h>

#define lockdep_assert_irqs_disabled()	WARN_ON(!slice_irqs_off)
#define lockdep_assert_irqs_enabled()	WARN_ON(slice_irqs_off)
#define lockdep_assert_preemption_disabled() do { } while (0)
#define lockdep_assert_held(l)		do { (void)(l); } while (0)
#define lockdep_assert_once(c)		do { } while (0)

#endif /* _STUB_LINUX_LOCKDEP_H */
