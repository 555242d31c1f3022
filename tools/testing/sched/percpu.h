/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SLICE_PERCPU_H
#define _SLICE_PERCPU_H

/* Where the copies of the per-CPU section lie, slice_percpu_stride apart */
extern char *percpu_area;

void percpu_setup(unsigned int cpus);

#endif /* _SLICE_PERCPU_H */
