/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SLAB_H
#define _STUB_LINUX_SLAB_H

#include <linux/kernel.h>

#define GFP_KERNEL		0U
#define GFP_ATOMIC		0U
#define GFP_NOWAIT		0U
#define __GFP_ZERO		0U
#define __GFP_NOWARN		0U
#define NUMA_NO_NODE		(-1)

#define kzalloc(size, flags)		calloc(1, size)
#define kmalloc(size, flags)		calloc(1, size)
#define kcalloc(n, size, flags)		calloc(n, size)
#ifdef SLICE_COUNT
/* Where its cache lines are counted, memory comes and goes with the machine. */
void *slice_calloc(size_t size);
#define kzalloc_node(size, flags, node)	slice_calloc(size)
#define kfree(p)			((void)(p))
#else
#define kzalloc_node(size, flags, node)	calloc(1, size)
#define kfree(p)			free((void *)(p))
#endif
#define kmalloc_node(size, flags, node)	calloc(1, size)
#define kvzalloc(size, flags)		calloc(1, size)
#define kvfree(p)			free((void *)(p))
#define kfree_rcu(p, member)		free(p)

#endif /* _STUB_LINUX_SLAB_H */
