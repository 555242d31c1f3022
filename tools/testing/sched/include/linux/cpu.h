/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_CPU_H
#define _STUB_LINUX_CPU_H

#include <linux/cpumask.h>

#endif /* _STUB_LINUX_CPU_H */
