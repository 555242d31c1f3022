/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _POLICY_LINUX_UACCESS_H
#define _POLICY_LINUX_UACCESS_H

#include <linux/kernel.h>

/* The user's address may be a bad one. */
unsigned long policy_copy(void *to, const void *from, size_t n);
#define copy_from_user(to, from, n)	policy_copy(to, from, n)

#endif /* _POLICY_LINUX_UACCESS_H */
