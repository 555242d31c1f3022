/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_PREEMPT_H
#define _STUB_LINUX_PREEMPT_H

#include <linux/kernel.h>

#define in_task()		slice_in_task
#define in_interrupt()		(!slice_in_task)
#define in_hardirq()		(!slice_in_task)
#define preempt_disable()	barrier()
#define preempt_enable()	barrier()
#define irqs_disabled()		slice_irqs_off
#define local_irq_save(f)	((void)((f) = slice_irqs_off), (void)(slice_irqs_off = true))
#define local_irq_restore(f)	((void)(slice_irqs_off = (f)))
#define local_irq_disable()	((void)(slice_irqs_off = true))
#define local_irq_enable()	((void)(slice_irqs_off = false))

#endif /* _STUB_LINUX_PREEMPT_H */
