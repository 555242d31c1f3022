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
#define DEFINE_DEBUGFS_ATTRIBUTE(name, get_fn, set_fn, fmt)			\
	__attribute__((__unused__)) static int (* const name##_get)(void *, u64 *) = (get_fn); \
	__attribute__((__unused__)) static int (* const name##_set)(void *, u64) = (set_fn); \
	static const struct file_operations name

struct dentry *debugfs_lookup(const char *name, struct dentry *parent);
void dput(struct dentry *dentry);

#endif /* _STUB_LINUX_DEBUGFS_H */
