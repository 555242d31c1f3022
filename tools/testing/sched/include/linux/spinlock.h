/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_SPINLOCK_H
#define _STUB_LINUX_SPINLOCK_H

#include <linux/atomic.h>
#include <linux/preempt.h>

typedef struct {
	u32 val;
} raw_spinlock_t;

typedef struct {
	raw_spinlock_t rlock;
} spinlock_t;

#define DEFINE_SPINLOCK(x)		spinlock_t x = { { 0 } }
#define DEFINE_RAW_SPINLOCK(x)		raw_spinlock_t x = { 0 }
#define raw_spin_lock(l)		((void)((l)->val++))
#define raw_spin_unlock(l)		((void)((l)->val--))
#define raw_spin_lock_irqsave(l, f)	do { local_irq_save(f); raw_spin_lock(l); } while (0)
#define raw_spin_unlock_irqrestore(l, f) do { raw_spin_unlock(l); local_irq_restore(f); } while (0)
#define spin_lock(l)			raw_spin_lock(&(l)->rlock)
#define spin_unlock(l)			raw_spin_unlock(&(l)->rlock)

#endif /* _STUB_LINUX_SPINLOCK_H */
