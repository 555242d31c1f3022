/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_LINUX_SLAB_H
#define _POLICY_LINUX_SLAB_H

#include <linux/kernel.h>

#define GFP_KERNEL		0U

/* Memory may be short. */
void *policy_calloc(size_t n, size_t size);
#define kzalloc_node(size, flags, node)	policy_calloc(1, size)
#define kfree(p)			free((void *)(p))

#endif /* _POLICY_LINUX_SLAB_H */
