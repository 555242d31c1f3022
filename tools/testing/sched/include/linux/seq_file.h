/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SEQ_FILE_H
#define _STUB_LINUX_SEQ_FILE_H

#include <linux/fs.h>
#include <linux/kernel.h>

/* Enough of it to read a file once, from its begin */
struct seq_file {
	char *buf;
	size_t count;
	size_t size;
	int (*show)(struct seq_file *m, void *v);
	void *private;
};

void seq_printf(struct seq_file *m, const char *fmt, ...) __printf(2, 3);
#define seq_puts(m, s)		seq_printf(m, "%s", s)
#define seq_putc(m, c)		seq_printf(m, "%c", c)
ssize_t seq_read(struct file *file, char *buf, size_t count, loff_t *ppos);
loff_t seq_lseek(struct file *file, loff_t off, int whence);
int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data);
int single_release(struct inode *inode, struct file *file);

#define DEFINE_SHOW_ATTRIBUTE(name)					\
static int name##_open(struct inode *inode, struct file *file)		\
{									\
	return single_open(file, name##_show, inode->i_private);	\
}									\
static const struct file_operations name##_fops = {			\
	.open		= name##_open,					\
	.read		= seq_read,					\
	.llseek		= seq_lseek,					\
	.release	= single_release,				\
}

#endif /* _STUB_LINUX_SEQ_FILE_H */
