/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_MUTEX_H
#define _STUB_LINUX_MUTEX_H

#include <linux/spinlock.h>

#endif /* _STUB_LINUX_MUTEX_H */
