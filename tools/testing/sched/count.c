// SPDX-License-Identifier: GPL-2.0
/*
 * Count the cache lines that a slice touches.  The compiler reports each access
 * of the slice as if to a race detector (-fsanitize=thread); the reports end
 * here, so no detector is linked.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "count.h"

#define LINE_SHIFT	6
#define SETS		8192

/* Which lines were seen since the last start, by an open hash */
static struct {
	uintptr_t line;
	unsigned int gen;
	bool written;
} seen[SETS];

static unsigned int gen;
static bool counting;
static struct count_range ranges[COUNT_RANGES];
static struct count_result result;

void count_start(const struct count_range *r)
{
	memcpy(ranges, r, sizeof(ranges));
	memset(&result, 0, sizeof(result));
	gen++;
	counting = true;
}

struct count_result count_stop(void)
{
	counting = false;
	return result;
}

static void touch(uintptr_t line, bool write)
{
	unsigned int i = (line * 0x9e3779b97f4a7c15ULL) >> 32 & (SETS - 1);
	unsigned int r;

	for (r = 0; r < COUNT_RANGES; r++) {
		if (line >= ranges[r].from >> LINE_SHIFT && line < ranges[r].to >> LINE_SHIFT)
			break;
	}
	if (r == COUNT_RANGES)
		return;
	while (seen[i].gen == gen && seen[i].line != line)
		i = (i + 1) & (SETS - 1);
	if (seen[i].gen != gen) {
		seen[i].line = line;
		seen[i].gen = gen;
		seen[i].written = false;
		result.lines[r]++;
	}
	if (write && !seen[i].written) {
		seen[i].written = true;
		result.written[r]++;
	}
}

static void access_at(const volatile void *p, size_t size, bool write)
{
	uintptr_t line = (uintptr_t)p >> LINE_SHIFT;
	uintptr_t last = ((uintptr_t)p + size - 1) >> LINE_SHIFT;

	if (!counting || !size)
		return;
	for (; line <= last; line++)
		touch(line, write);
}

#define ACCESS(size)							\
void __tsan_read##size(void *p)						\
{									\
	access_at(p, size, false);					\
}									\
void __tsan_write##size(void *p)					\
{									\
	access_at(p, size, true);					\
}									\
void __tsan_unaligned_read##size(void *p)				\
{									\
	access_at(p, size, false);					\
}									\
void __tsan_unaligned_write##size(void *p)				\
{									\
	access_at(p, size, true);					\
}

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *p, size_t size)
{
	access_at(p, size, false);
}

void __tsan_write_range(void *p, size_t size)
{
	access_at(p, size, true);
}

void __tsan_init(void)
{
}

void __tsan_func_entry(void *pc)
{
}

void __tsan_func_exit(void)
{
}

void __tsan_atomic_thread_fence(int order)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#define RMW(bits, type, op)						\
type __tsan_atomic##bits##_##op(volatile type *p, type v, int order)	\
{									\
	access_at(p, sizeof(type), true);				\
	return __atomic_##op(p, v, __ATOMIC_SEQ_CST);			\
}

#define ATOMICS(bits, type)						\
type __tsan_atomic##bits##_load(const volatile type *p, int order)	\
{									\
	access_at(p, sizeof(type), false);				\
	return __atomic_load_n(p, __ATOMIC_SEQ_CST);			\
}									\
void __tsan_atomic##bits##_store(volatile type *p, type v, int order)	\
{									\
	access_at(p, sizeof(type), true);				\
	__atomic_store_n(p, v, __ATOMIC_SEQ_CST);			\
}									\
RMW(bits, type, fetch_add)						\
RMW(bits, type, fetch_sub)						\
RMW(bits, type, fetch_and)						\
RMW(bits, type, fetch_or)						\
RMW(bits, type, fetch_xor)						\
type __tsan_atomic##bits##_exchange(volatile type *p, type v, int order) \
{									\
	access_at(p, sizeof(type), true);				\
	return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);		\
}									\
int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *old, \
						  type v, int ok, int fail) \
{									\
	access_at(p, sizeof(type), true);				\
	return __atomic_compare_exchange_n(p, old, v, false,		\
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
}									\
int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *old, \
						type v, int ok, int fail) \
{									\
	return __tsan_atomic##bits##_compare_exchange_strong(p, old, v, ok, fail); \
}

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
