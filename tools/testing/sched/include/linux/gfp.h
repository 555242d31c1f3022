/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_GFP_H
#define _STUB_LINUX_GFP_H

#include <linux/slab.h>

#endif /* _STUB_LINUX_GFP_H */
