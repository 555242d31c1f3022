/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_RBTREE_H
#define _STUB_LINUX_RBTREE_H

#include <linux/kernel.h>

struct rb_node {
	unsigned long __rb_parent_color;
	struct rb_node *rb_right;
	struct rb_node *rb_left;
} __aligned(sizeof(long));

struct rb_root {
	struct rb_node *rb_node;
};

struct rb_root_cached {
	struct rb_root rb_root;
	struct rb_node *rb_leftmost;
};

#define RB_ROOT			((struct rb_root){ NULL })
#define RB_EMPTY_NODE(n)	((n)->__rb_parent_color == (unsigned long)(n))

#endif /* _STUB_LINUX_RBTREE_H */
