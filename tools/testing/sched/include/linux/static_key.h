/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_STATIC_KEY_H
#define _STUB_LINUX_STATIC_KEY_H

#include <linux/jump_label.h>

#endif /* _STUB_LINUX_STATIC_KEY_H */
