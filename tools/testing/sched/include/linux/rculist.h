/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_RCULIST_H
#define _STUB_LINUX_RCULIST_H

#include <linux/rcupdate.h>

#endif /* _STUB_LINUX_RCULIST_H */
