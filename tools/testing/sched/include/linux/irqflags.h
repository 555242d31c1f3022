/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_IRQFLAGS_H
#define _STUB_LINUX_IRQFLAGS_H

#include <linux/preempt.h>

#endif /* _STUB_LINUX_IRQFLAGS_H */
