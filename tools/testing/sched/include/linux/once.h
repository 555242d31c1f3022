/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_ONCE_H
#define _STUB_LINUX_ONCE_H

#include <linux/kernel.h>

#endif /* _STUB_LINUX_ONCE_H */
