/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_ERRNO_H
#define _STUB_LINUX_ERRNO_H

/* The C library's own errno.h comes here too. */
#include <asm/errno.h>

#endif /* _STUB_LINUX_ERRNO_H */
