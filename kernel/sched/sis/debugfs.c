// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/sched/sis/
 *
 * Nothing here is needed for the search to work; without debugfs the defaults
 * hold.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>

#include "handoff.h"
#include "limit.h"
#include "reserve.h"
#include "scan.h"
#include "stats.h"

static const char * const sis_end_names[SIS_NR_ENDS] = {
	[SIS_END_TARGET]	= "target",
	[SIS_END_PREV]		= "prev",
	[SIS_END_KTHREAD]	= "kthread",
	[SIS_END_RECENT]	= "recent",
	[SIS_END_ASYM]		= "asym",
	[SIS_END_NODOMAIN]	= "nodomain",
	[SIS_END_SMT]		= "smt",
	[SIS_END_GATE]		= "gate",
	[SIS_END_FOUND]		= "found",
	[SIS_END_CORE]		= "core",
	[SIS_END_LIMIT]		= "limit",
	[SIS_END_SPAN]		= "span",
	[SIS_END_FALLBACK]	= "fallback",
	[SIS_END_HANDOFF]	= "handoff",
};

static const char * const sis_reserve_end_names[SIS_NR_RESERVE_ENDS] = {
	[SIS_RESERVE_HONOURED]	= "honoured",
	[SIS_RESERVE_BROKEN]	= "broken",
	[SIS_RESERVE_ELSEWHERE]	= "elsewhere",
	[SIS_RESERVE_EXPIRED]	= "expired",
};

static const char * const sis_refusal_names[SIS_NR_REFUSALS] = {
	[SIS_REFUSED_CONTEXT]	= "no_context",
	[SIS_REFUSED_PAIR]	= "no_pair",
	[SIS_REFUSED_LONG]	= "no_short",
	[SIS_REFUSED_QUEUED]	= "no_alone",
	[SIS_REFUSED_IDLE]	= "no_busy",
	[SIS_REFUSED_COOKIE]	= "no_cookie",
	[SIS_REFUSED_CAPACITY]	= "no_capacity",
	[SIS_REFUSED_ALLOWED]	= "no_allowed",
};

static void sis_stats_line(struct seq_file *m, const struct sis_stats *st)
{
	int i;

	seq_printf(m, " %lu %lu", st->looked, st->refreshed);
	seq_printf(m, " %lu %lu %lu", st->hinted, st->lost, st->writes);
	seq_printf(m, " %lu %lu", st->skips, st->reserved);
	for (i = 0; i < SIS_NR_RESERVE_ENDS; i++)
		seq_printf(m, " %lu", st->reserve_end[i]);
	for (i = 0; i < SIS_NR_REFUSALS; i++)
		seq_printf(m, " %lu", st->refused[i]);
	for (i = 0; i < SIS_NR_ENDS; i++)
		seq_printf(m, " %lu", st->end[i]);
	seq_putc(m, '\n');
}

/* A header line, a line per CPU, and the sum of them. */
static int sis_stats_show(struct seq_file *m, void *v)
{
	struct sis_stats sum = {};
	int cpu, i;

	seq_puts(m, "cpu looked refreshed hinted lost writes skips reserved");
	for (i = 0; i < SIS_NR_RESERVE_ENDS; i++)
		seq_printf(m, " %s", sis_reserve_end_names[i]);
	for (i = 0; i < SIS_NR_REFUSALS; i++)
		seq_printf(m, " %s", sis_refusal_names[i]);
	for (i = 0; i < SIS_NR_ENDS; i++)
		seq_printf(m, " %s", sis_end_names[i]);
	seq_putc(m, '\n');

	for_each_possible_cpu(cpu) {
		struct sis_stats *live = per_cpu_ptr(&sis_stats, cpu);
		struct sis_stats st;

		st.looked = READ_ONCE(live->looked);
		st.refreshed = READ_ONCE(live->refreshed);
		st.hinted = READ_ONCE(live->hinted);
		st.lost = READ_ONCE(live->lost);
		st.writes = READ_ONCE(live->writes);
		st.skips = READ_ONCE(live->skips);
		st.reserved = READ_ONCE(live->reserved);
		sum.looked += st.looked;
		sum.hinted += st.hinted;
		sum.lost += st.lost;
		sum.writes += st.writes;
		sum.skips += st.skips;
		sum.reserved += st.reserved;
		for (i = 0; i < SIS_NR_RESERVE_ENDS; i++) {
			st.reserve_end[i] = READ_ONCE(live->reserve_end[i]);
			sum.reserve_end[i] += st.reserve_end[i];
		}
		for (i = 0; i < SIS_NR_REFUSALS; i++) {
			st.refused[i] = READ_ONCE(live->refused[i]);
			sum.refused[i] += st.refused[i];
		}
		sum.refreshed += st.refreshed;
		for (i = 0; i < SIS_NR_ENDS; i++) {
			st.end[i] = READ_ONCE(live->end[i]);
			sum.end[i] += st.end[i];
		}
		seq_printf(m, "%d", cpu);
		sis_stats_line(m, &st);
	}
	seq_puts(m, "all");
	sis_stats_line(m, &sum);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sis_stats);

static const char * const sis_curve_names[SIS_NR_CURVES] = {
	[SIS_CURVE_OVERLOAD]	= "overload",
	[SIS_CURVE_LINEAR]	= "linear",
	[SIS_CURVE_QUADRATIC]	= "quadratic",
	[SIS_CURVE_ADAPTIVE]	= "adaptive",
};

/* All names, the one in force in brackets */
static int sis_curve_show(struct seq_file *m, void *v)
{
	unsigned int now = READ_ONCE(sis_curve);
	int i;

	for (i = 0; i < SIS_NR_CURVES; i++)
		seq_printf(m, i == now ? "%s[%s]" : "%s%s", i ? " " : "", sis_curve_names[i]);
	seq_putc(m, '\n');

	return 0;
}

static int sis_curve_open(struct inode *inode, struct file *file)
{
	return single_open(file, sis_curve_show, NULL);
}

static ssize_t sis_curve_write(struct file *file, const char __user *ubuf, size_t count,
			       loff_t *ppos)
{
	char buf[16];
	int curve;

	if (!count || count >= sizeof(buf))
		return -EINVAL;
	if (copy_from_user(buf, ubuf, count))
		return -EFAULT;
	buf[count] = '\0';
	if (strlen(buf) != count)
		return -EINVAL;

	curve = sysfs_match_string(sis_curve_names, buf);
	if (curve < 0)
		return curve;

	WRITE_ONCE(sis_curve, curve);
	sis_limit_expire();

	return count;
}

static const struct file_operations sis_curve_fops = {
	.open		= sis_curve_open,
	.read		= seq_read,
	.write		= sis_curve_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int sis_reserve_us_get(void *data, u64 *val)
{
	*val = READ_ONCE(sis_reserve_us);
	return 0;
}

static int sis_reserve_us_set(void *data, u64 val)
{
	if (val > SIS_RESERVE_US_MAX)
		return -EINVAL;
	WRITE_ONCE(sis_reserve_us, val);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sis_reserve_us_fops, sis_reserve_us_get, sis_reserve_us_set, "%llu\n");

static int sis_short_us_get(void *data, u64 *val)
{
	*val = READ_ONCE(sis_short_us);
	return 0;
}

static int sis_short_us_set(void *data, u64 val)
{
	if (val > SIS_SHORT_US_MAX)
		return -EINVAL;
	WRITE_ONCE(sis_short_us, val);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sis_short_us_fops, sis_short_us_get, sis_short_us_set, "%llu\n");

static __init int sis_debugfs_init(void)
{
	struct dentry *found, *dir;

	found = debugfs_lookup("sched", NULL);
	dir = debugfs_create_dir("sis", found ? found : debugfs_create_dir("sched", NULL));
	dput(found);
	debugfs_create_file("curve", 0644, dir, NULL, &sis_curve_fops);
	debugfs_create_file_unsafe("reserve_us", 0644, dir, NULL, &sis_reserve_us_fops);
	debugfs_create_file_unsafe("short_us", 0644, dir, NULL, &sis_short_us_fops);
	debugfs_create_file("stats", 0444, dir, NULL, &sis_stats_fops);

	return 0;
}

/* After sched_init_debug(), a late_initcall(), has made the parent. */
late_initcall_sync(sis_debugfs_init);
