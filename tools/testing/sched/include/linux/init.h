/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_INIT_H
#define _STUB_LINUX_INIT_H

#include <linux/export.h>

/* Initcalls run when a slice is loaded. */
#define late_initcall(fn) \
	static __attribute__((__constructor__)) void fn##_call(void) { (void)fn(); }
#define late_initcall_sync(fn)		late_initcall(fn)
#define subsys_initcall(fn)		late_initcall(fn)

#endif /* _STUB_LINUX_INIT_H */
