/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_DEBUGFS_H
#define _STUB_LINUX_DEBUGFS_H

#include <linux/fs.h>
#include <linux/init.h>
#include <linux/string.h>
#include <linux/uaccess.h>

struct dentry;

struct dentry *debugfs_create_dir(const char *name, struct dentry *parent);
struct dentry *debugfs_create_file(const char *name, umode_t mode, struct dentry *parent,
				   void *data, const struct file_operations *fops);
#define debugfs_create_file_unsafe	debugfs_create_file

ssize_t attribute_read(int (*get)(void *, u64 *), const char *fmt, char *buf, size_t count);
ssize_t attribute_write(int (*set)(void *, u64), const char *buf, size_t count);

#define DEFINE_DEBUGFS_ATTRIBUTE(name, get_fn, set_fn, fmt)				\
	static ssize_t name##_read(struct file *file, char *buf, size_t count, loff_t *ppos) \
	{										\
		return attribute_read(get_fn, fmt, buf, count);				\
	}										\
	static ssize_t name##_write(struct file *file, const char *buf, size_t count,	\
				    loff_t *ppos)					\
	{										\
		return attribute_write(set_fn, buf, count);				\
	}										\
	static const struct file_operations name = { .read = name##_read, .write = name##_write }

struct dentry *debugfs_lookup(const char *name, struct dentry *parent);
void dput(struct dentry *dentry);

#endif /* _STUB_LINUX_DEBUGFS_H */
