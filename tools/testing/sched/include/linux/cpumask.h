/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _STUB_LINUX_CPUMASK_H
#define _STUB_LINUX_CPUMASK_H

#include <linux/bitmap.h>
#include <linux/percpu.h>

typedef struct cpumask {
	DECLARE_BITMAP(bits, NR_CPUS);
} cpumask_t;

#ifdef CONFIG_CPUMASK_OFFSTACK
typedef struct cpumask *cpumask_var_t;
#define this_cpu_cpumask_var_ptr(x)	this_cpu_read(x)
#else
typedef struct cpumask cpumask_var_t[1];
#define this_cpu_cpumask_var_ptr(x)	this_cpu_ptr(x)
#endif

#define cpumask_bits(m)		((m)->bits)
#define to_cpumask(bitmap)	((struct cpumask *)(bitmap))
#define nr_cpumask_bits		nr_cpu_ids
#define small_cpumask_bits	nr_cpu_ids
#define large_cpumask_bits	nr_cpu_ids

#define cpu_possible_mask	((const struct cpumask *)slice_mask[SLICE_POSSIBLE])
#define cpu_present_mask	((const struct cpumask *)slice_mask[SLICE_POSSIBLE])
#define cpu_online_mask		((const struct cpumask *)slice_mask[SLICE_ONLINE])
#define cpu_active_mask		((const struct cpumask *)slice_mask[SLICE_ACTIVE])

/* The kernel warns of a CPU that is out of range; here it fails the case. */
static inline unsigned int cpumask_check(unsigned int cpu)
{
#ifndef SLICE_PLAIN
	WARN_ON(cpu >= nr_cpumask_bits);
#endif
	return cpu;
}

static inline unsigned int cpumask_size(void)
{
	return BITS_TO_LONGS(nr_cpumask_bits) * sizeof(long);
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *m)
{
	return test_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline void cpumask_set_cpu(unsigned int cpu, struct cpumask *m)
{
	set_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline void cpumask_clear_cpu(unsigned int cpu, struct cpumask *m)
{
	clear_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline void __cpumask_set_cpu(unsigned int cpu, struct cpumask *m)
{
	__set_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline void __cpumask_clear_cpu(unsigned int cpu, struct cpumask *m)
{
	__clear_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline bool cpumask_test_and_set_cpu(int cpu, struct cpumask *m)
{
	return test_and_set_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline bool cpumask_test_and_clear_cpu(int cpu, struct cpumask *m)
{
	return test_and_clear_bit(cpumask_check(cpu), cpumask_bits(m));
}

static inline bool cpumask_and(struct cpumask *d, const struct cpumask *a,
			       const struct cpumask *b)
{
	return bitmap_and(cpumask_bits(d), cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline bool cpumask_andnot(struct cpumask *d, const struct cpumask *a,
				  const struct cpumask *b)
{
	return bitmap_andnot(cpumask_bits(d), cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline void cpumask_or(struct cpumask *d, const struct cpumask *a,
			      const struct cpumask *b)
{
	bitmap_or(cpumask_bits(d), cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline void cpumask_copy(struct cpumask *d, const struct cpumask *a)
{
	bitmap_copy(cpumask_bits(d), cpumask_bits(a), nr_cpumask_bits);
}

static inline void cpumask_clear(struct cpumask *d)
{
	bitmap_zero(cpumask_bits(d), nr_cpumask_bits);
}

static inline void cpumask_setall(struct cpumask *d)
{
	bitmap_fill(cpumask_bits(d), nr_cpumask_bits);
}

static inline bool cpumask_empty(const struct cpumask *a)
{
	return bitmap_empty(cpumask_bits(a), nr_cpumask_bits);
}

static inline bool cpumask_full(const struct cpumask *a)
{
	return bitmap_full(cpumask_bits(a), nr_cpumask_bits);
}

static inline bool cpumask_equal(const struct cpumask *a, const struct cpumask *b)
{
	return bitmap_equal(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline bool cpumask_intersects(const struct cpumask *a, const struct cpumask *b)
{
	return bitmap_intersects(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline bool cpumask_subset(const struct cpumask *a, const struct cpumask *b)
{
	return bitmap_subset(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline unsigned int cpumask_weight(const struct cpumask *a)
{
	return bitmap_weight(cpumask_bits(a), nr_cpumask_bits);
}

static inline unsigned int cpumask_weight_and(const struct cpumask *a, const struct cpumask *b)
{
	return bitmap_weight_and(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits);
}

static inline unsigned int cpumask_first(const struct cpumask *a)
{
	return find_first_bit(cpumask_bits(a), nr_cpumask_bits);
}

static inline unsigned int cpumask_first_and(const struct cpumask *a, const struct cpumask *b)
{
	return find_next_and_bit(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits, 0);
}

static inline unsigned int cpumask_last(const struct cpumask *a)
{
	return find_last_bit(cpumask_bits(a), nr_cpumask_bits);
}

static inline unsigned int cpumask_next(int n, const struct cpumask *a)
{
	/* -1 is the beginning */
	if (n != -1)
		cpumask_check(n);
	return find_next_bit(cpumask_bits(a), nr_cpumask_bits, n + 1);
}

static inline unsigned int cpumask_next_and(int n, const struct cpumask *a,
					    const struct cpumask *b)
{
	if (n != -1)
		cpumask_check(n);
	return find_next_and_bit(cpumask_bits(a), cpumask_bits(b), nr_cpumask_bits, n + 1);
}

static inline const struct cpumask *cpumask_of(int cpu)
{
	return (const struct cpumask *)per_cpu(slice_cpumask_of, cpu);
}

static inline bool cpu_online(int cpu)
{
	return cpumask_test_cpu(cpu, cpu_online_mask);
}

static inline bool cpu_active(int cpu)
{
	return cpumask_test_cpu(cpu, cpu_active_mask);
}

#define for_each_possible_cpu(cpu)	for_each_cpu((cpu), cpu_possible_mask)
#define for_each_online_cpu(cpu)	for_each_cpu((cpu), cpu_online_mask)

bool zalloc_cpumask_var_node(cpumask_var_t *mask, gfp_t flags, int node);
bool zalloc_cpumask_var(cpumask_var_t *mask, gfp_t flags);
bool alloc_cpumask_var(cpumask_var_t *mask, gfp_t flags);
void free_cpumask_var(cpumask_var_t mask);

#include <slice/cpumask.h>

#endif /* _STUB_LINUX_CPUMASK_H */
