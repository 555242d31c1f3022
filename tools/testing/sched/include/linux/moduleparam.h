/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_MODULEPARAM_H
#define _STUB_LINUX_MODULEPARAM_H

#include <linux/export.h>

#endif /* _STUB_LINUX_MODULEPARAM_H */
