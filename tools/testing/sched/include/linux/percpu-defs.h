/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_PERCPU_DEFS_H
#define _STUB_LINUX_PERCPU_DEFS_H

#include <linux/percpu.h>

#endif /* _STUB_LINUX_PERCPU_DEFS_H */
