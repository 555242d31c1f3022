/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SLICE_LIB_H
#define _SLICE_LIB_H

#include <stddef.h>

long debugfs_write(const char *path, const char *in, size_t len);
long debugfs_file(const char *path, const char *in, char *buf, size_t size);

#endif /* _SLICE_LIB_H */
