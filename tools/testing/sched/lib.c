// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's lib/ and fs/ have and the stub headers declare: enough for
 * the files of the series to be compiled and used whole.
 */
#include <stdarg.h>
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "lib.h"

/* --- Strings ------------------------------------------------------------------ */

int match_string(const char *const *array, size_t n, const char *string)
{
	size_t i;

	for (i = 0; i < n && array[i]; i++) {
		if (!strcmp(array[i], string))
			return i;
	}
	return -EINVAL;
}

/* The same, but one newline at the end of either does not count. */
int __sysfs_match_string(const char *const *array, size_t n, const char *string)
{
	size_t i, len = strcspn(string, "\n");

	if (string[len] && string[len + 1])
		return -EINVAL;
	for (i = 0; i < n && array[i]; i++) {
		if (strlen(array[i]) == len && !memcmp(array[i], string, len))
			return i;
	}
	return -EINVAL;
}

/* --- Files that show something -------------------------------------------------- */

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(m->buf + m->count, m->size - m->count, fmt, args);
	va_end(args);
	if (m->count + len < m->size)
		m->count += len;
	else
		m->count = m->size;
}

int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data)
{
	struct seq_file *m = calloc(1, sizeof(*m));

	if (!m)
		return -ENOMEM;
	m->show = show;
	m->private = data;
	file->private_data = m;
	return 0;
}

int single_release(struct inode *inode, struct file *file)
{
	free(file->private_data);
	return 0;
}

ssize_t seq_read(struct file *file, char *buf, size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	int ret;

	m->buf = buf;
	m->size = count;
	m->count = 0;
	ret = m->show(m, NULL);
	return ret ? ret : (ssize_t)m->count;
}

loff_t seq_lseek(struct file *file, loff_t off, int whence)
{
	return off;
}

/* --- debugfs ---------------------------------------------------------------------- */

struct dentry {
	char name[128];
	const struct file_operations *fops;
	void *data;
};

static struct dentry dentries[64];
static unsigned int nr_dentries;

struct dentry *debugfs_create_file(const char *name, umode_t mode, struct dentry *parent,
				   void *data, const struct file_operations *fops)
{
	struct dentry *d = &dentries[nr_dentries++];

	if (nr_dentries > ARRAY_SIZE(dentries))
		abort();
	snprintf(d->name, sizeof(d->name), "%.60s%s%.60s", parent ? parent->name : "",
		 parent ? "/" : "", name);
	d->fops = fops;
	d->data = data;
	return d;
}

struct dentry *debugfs_create_dir(const char *name, struct dentry *parent)
{
	return debugfs_create_file(name, 0755, parent, NULL, NULL);
}

struct dentry *debugfs_lookup(const char *name, struct dentry *parent)
{
	unsigned int i;

	for (i = 0; i < nr_dentries; i++) {
		if (!parent && !strcmp(dentries[i].name, name))
			return &dentries[i];
	}
	return NULL;
}

void dput(struct dentry *dentry)
{
}

/* A number that is read and written as text, with one line end at most */
ssize_t attribute_read(int (*get)(void *, u64 *), const char *fmt, char *buf, size_t count)
{
	u64 val;
	int ret = get(NULL, &val);

	return ret ?: snprintf(buf, count, fmt, (unsigned long long)val);
}

ssize_t attribute_write(int (*set)(void *, u64), const char *buf, size_t count)
{
	char text[32], *end;
	u64 val;
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	memcpy(text, buf, count);
	text[count] = 0;
	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	val = strtoull(text, &end, 0);
	if (errno || (*end && strcmp(end, "\n")))
		return -EINVAL;
	ret = set(NULL, val);
	return ret ?: (ssize_t)count;
}

static long debugfs_use(const char *path, const char *in, size_t len, char *buf, size_t size)
{
	struct inode inode = { NULL };
	struct file file = { NULL };
	unsigned int i;
	loff_t pos = 0;
	long ret;

	for (i = 0; i < nr_dentries; i++) {
		if (!strcmp(dentries[i].name, path) && dentries[i].fops)
			break;
	}
	if (i == nr_dentries)
		return -ENOENT;
	inode.i_private = dentries[i].data;
	ret = dentries[i].fops->open ? dentries[i].fops->open(&inode, &file) : 0;
	if (ret)
		return ret;
	if (in)
		ret = dentries[i].fops->write ?
			dentries[i].fops->write(&file, in, len, &pos) : -EINVAL;
	else
		ret = dentries[i].fops->read ?
			dentries[i].fops->read(&file, buf, size, &pos) : -EINVAL;
	if (dentries[i].fops->release)
		dentries[i].fops->release(&inode, &file);
	return ret;
}

/**
 * debugfs_write - write to a file that a slice made in debugfs
 * @path: below debugfs
 * @in: what to write
 * @len: how many bytes of it
 *
 * Return: bytes written, or a negative error number.
 */
long debugfs_write(const char *path, const char *in, size_t len)
{
	return debugfs_use(path, in, len, NULL, 0);
}

/**
 * debugfs_file - write or read a file that a slice made in debugfs
 * @path: below debugfs
 * @in: the text to write, or NULL to read
 * @buf: where what is read goes
 * @size: how much fits there
 *
 * Return: bytes written or read, or a negative error number.
 */
long debugfs_file(const char *path, const char *in, char *buf, size_t size)
{
	return debugfs_use(path, in, in ? strlen(in) : 0, buf, size);
}
