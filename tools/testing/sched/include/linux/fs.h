/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_FS_H
#define _STUB_LINUX_FS_H

#include <linux/types.h>

struct inode {
	void *i_private;
};

struct file {
	void *private_data;
};

struct file_operations {
	void *owner;
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *buf, size_t count, loff_t *ppos);
	ssize_t (*write)(struct file *file, const char *buf, size_t count, loff_t *ppos);
	loff_t (*llseek)(struct file *file, loff_t off, int whence);
	int (*release)(struct inode *inode, struct file *file);
};

#endif /* _STUB_LINUX_FS_H */
