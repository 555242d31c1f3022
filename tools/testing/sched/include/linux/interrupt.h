/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_INTERRUPT_H
#define _STUB_LINUX_INTERRUPT_H

#include <linux/preempt.h>

#endif /* _STUB_LINUX_INTERRUPT_H */
