/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_MMU_CONTEXT_H
#define _STUB_LINUX_MMU_CONTEXT_H

#include <linux/types.h>

#endif /* _STUB_LINUX_MMU_CONTEXT_H */
