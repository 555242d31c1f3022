/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_PLIST_H
#define _STUB_LINUX_PLIST_H

#include <linux/types.h>

struct plist_head {
	struct list_head node_list;
};

struct plist_node {
	int prio;
	struct list_head prio_list;
	struct list_head node_list;
};

#endif /* _STUB_LINUX_PLIST_H */
