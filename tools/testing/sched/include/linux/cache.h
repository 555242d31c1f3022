/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_CACHE_H
#define _STUB_LINUX_CACHE_H

#include <linux/compiler.h>

#define L1_CACHE_SHIFT		6
#define L1_CACHE_BYTES		(1 << L1_CACHE_SHIFT)
#define SMP_CACHE_BYTES		L1_CACHE_BYTES
#define ____cacheline_aligned	__aligned(L1_CACHE_BYTES)
#define ____cacheline_aligned_in_smp ____cacheline_aligned
#define __cacheline_aligned	____cacheline_aligned
#define ____cacheline_internodealigned_in_smp ____cacheline_aligned
#define CACHELINE_PADDING(name)	char name[0] ____cacheline_aligned
#define __cacheline_group_begin(g) __u8 __cacheline_group_begin__##g[0]
#define __cacheline_group_end(g) __u8 __cacheline_group_end__##g[0]

#endif /* _STUB_LINUX_CACHE_H */
