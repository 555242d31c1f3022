/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_STRING_H
#define _STUB_LINUX_STRING_H

#include <linux/kernel.h>

int match_string(const char *const *array, size_t n, const char *string);
int __sysfs_match_string(const char *const *array, size_t n, const char *string);
#define sysfs_match_string(a, s)	__sysfs_match_string(a, ARRAY_SIZE(a), s)

#endif /* _STUB_LINUX_STRING_H */
