/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_BUG_H
#define _STUB_LINUX_BUG_H

#include <linux/kernel.h>

#endif /* _STUB_LINUX_BUG_H */
