/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_JUMP_LABEL_H
#define _STUB_LINUX_JUMP_LABEL_H

#include <linux/kernel.h>

/* A static key is a plain variable here. */
struct static_key {
	int enabled;
};

struct static_key_true {
	struct static_key key;
};

struct static_key_false {
	struct static_key key;
};

#define STATIC_KEY_INIT_TRUE		{ .enabled = 1 }
#define STATIC_KEY_INIT_FALSE		{ .enabled = 0 }
#define STATIC_KEY_TRUE_INIT		{ .key = STATIC_KEY_INIT_TRUE }
#define STATIC_KEY_FALSE_INIT		{ .key = STATIC_KEY_INIT_FALSE }
#define DEFINE_STATIC_KEY_TRUE(name)	struct static_key_true name = STATIC_KEY_TRUE_INIT
#define DEFINE_STATIC_KEY_FALSE(name)	struct static_key_false name = STATIC_KEY_FALSE_INIT
#define DECLARE_STATIC_KEY_TRUE(name)	extern struct static_key_true name
#define DECLARE_STATIC_KEY_FALSE(name)	extern struct static_key_false name
#define static_branch_likely(k)		likely((k)->key.enabled)
#define static_branch_unlikely(k)	unlikely((k)->key.enabled)
#define static_branch_enable(k)		((void)((k)->key.enabled = 1))
#define static_branch_disable(k)	((void)((k)->key.enabled = 0))
#define static_branch_enable_cpuslocked(k) static_branch_enable(k)
#define static_branch_disable_cpuslocked(k) static_branch_disable(k)
#define static_branch_inc(k)		((void)(k)->key.enabled++)
#define static_branch_dec(k)		((void)(k)->key.enabled--)
#define static_branch_inc_cpuslocked(k)	static_branch_inc(k)
#define static_branch_dec_cpuslocked(k)	static_branch_dec(k)
#define static_key_enabled(k)		((k)->key.enabled > 0)

#endif /* _STUB_LINUX_JUMP_LABEL_H */
