/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_RCUPDATE_H
#define _STUB_LINUX_RCUPDATE_H

#include <linux/kernel.h>

#define rcu_read_lock()			do { } while (0)
#define rcu_read_unlock()		do { } while (0)
#define rcu_read_lock_held()		1
#define rcu_dereference(p)		READ_ONCE(p)
#define rcu_dereference_check(p, c)	READ_ONCE(p)
#define rcu_dereference_sched(p)	READ_ONCE(p)
#define rcu_dereference_sched_check(p, c) READ_ONCE(p)
#define rcu_dereference_all(p)		READ_ONCE(p)
#define rcu_dereference_all_check(p, c)	READ_ONCE(p)
#define rcu_dereference_raw(p)		READ_ONCE(p)
#define rcu_dereference_protected(p, c)	(p)
#define rcu_access_pointer(p)		READ_ONCE(p)
#define rcu_assign_pointer(p, v)	WRITE_ONCE(p, v)
#define RCU_INIT_POINTER(p, v)		WRITE_ONCE(p, v)

#endif /* _STUB_LINUX_RCUPDATE_H */
