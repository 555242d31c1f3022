/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_ERRNO_H
#define _STUB_LINUX_ERRNO_H

#include <linux/kernel.h>

#endif /* _STUB_LINUX_ERRNO_H */
