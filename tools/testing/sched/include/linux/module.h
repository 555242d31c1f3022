/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_MODULE_H
#define _STUB_LINUX_MODULE_H

#include <linux/export.h>

#endif /* _STUB_LINUX_MODULE_H */
