/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_EXPORT_H
#define _STUB_LINUX_EXPORT_H

#include <linux/compiler.h>

#define EXPORT_SYMBOL(x)
#define EXPORT_SYMBOL_GPL(x)

#endif /* _STUB_LINUX_EXPORT_H */
