#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Usage: sis_report.sh [-l LOADS] [-c CONFIGS] [-n LENGTH] [-r ROUNDS] [-w tbench|hackbench|pairs]
#
# Run a workload at several loads and under several scan limits and features, in
# one boot, and print what the searches for an idle CPU came to, from the
# counters in debugfs. Needs root, debugfs, schedstats in the kernel, and tbench
# (dbench) or hackbench (rt-tests).
#
#   -l LOADS    tasks per 100 CPUs ("25 100 200")
#   -c CONFIGS  "off" is NO_SIS_UTIL, the others are names in sched/sis/curve;
#               with "+core" behind it SIS_CORE is on
#               ("off overload linear quadratic adaptive")
#   -n LENGTH   seconds of tbench, messages of each hackbench sender, or turns of
#               pairs, which take turns through pipes (5, 1500, 2000)
#   -r ROUNDS   go through all of it so often, in turn, and add up (1)
#   -w NAME     the workload (tbench)
#
# Columns: searches counted; looked/wk, CPUs looked at per search after the fast
# paths; idle%, searches that found an idle CPU; scans, searches that reached
# the scan of the LLC; looked/scan, CPUs looked at per such search, the SMT
# siblings of the previous CPU included; hit% and gate%, the share of scans that
# found an idle CPU, and that the gate (limit 0) kept from looking; writes/wk and
# lost, bits of the hint written per search, and idle CPUs lost to another.

set -eu
. "$(dirname "$0")/sis_lib.sh"

loads='25 100 200'
configs='off overload linear quadratic adaptive'
length=
rounds=1
name=tbench
while getopts l:c:n:r:w:h opt; do
	case $opt in
	l)
		loads=$OPTARG
		;;
	c)
		configs=$OPTARG
		;;
	n)
		length=$OPTARG
		;;
	r)
		rounds=$OPTARG
		;;
	w)
		name=$OPTARG
		;;
	*)
		usage
		;;
	esac
done

sis_start "$name"
echo 1 >$schedstats

snapshot()
{
	sed -n '1{s/^cpu/all/p;d;}; /^all /p' $debug/sis/stats
}

for load in $loads; do
	round=0
	while [ $round -lt "$rounds" ]; do
		round=$((round + 1))
		for config in $configs; do
			sis_configure "$config"
			snapshot >"$tmp/before"
			sis_work "$load" "$length"
			snapshot >"$tmp/after"
			# One line: load, configuration, then name=difference.
			{ cat "$tmp/before"; tail -n 1 "$tmp/after"; } |
			awk -v load="$load" -v config="$config" '
				NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i }
				NR == 2 { for (i = 2; i <= NF; i++) old[i] = $i }
				NR == 3 {
					printf "%s %s", load, config
					for (i = 2; i <= NF; i++)
						printf " %s=%d", name[i], $i - old[i]
					print ""
				}' >>"$tmp/raw"
		done
	done
done

echo "# $(uname -r), $cpus CPUs, $work, $rounds round(s)"
awk '
BEGIN {
	printf "%5s  %-14s %9s %9s %6s %9s %11s %6s %6s %9s %6s\n", "load%", "limit",
	       "searches", "looked/wk", "idle%", "scans", "looked/scan", "hit%", "gate%",
	       "writes/wk", "lost"
}
{
	key = $1 " " $2
	if (!(key in seen)) { seen[key] = 1; order[++n] = key }
	for (i = 3; i <= NF; i++) {
		split($i, kv, "=")
		sum[key, kv[1]] += kv[2]
	}
}
function pct(a, b) { return b ? sprintf("%.1f", 100 * a / b) : "-" }
function per(a, b) { return b ? sprintf("%.2f", a / b) : "-" }
END {
	for (k = 1; k <= n; k++) {
		key = order[k]
		split(key, lc, " ")
		hit = sum[key, "found"] + sum[key, "core"]
		scans = hit + sum[key, "limit"] + sum[key, "span"] + sum[key, "gate"] + \
			sum[key, "fallback"]
		idle = hit + sum[key, "target"] + sum[key, "prev"] + sum[key, "recent"] + \
		       sum[key, "smt"] + sum[key, "fallback"]
		all = idle + scans - hit - sum[key, "fallback"] + sum[key, "kthread"] + \
		      sum[key, "asym"] + sum[key, "nodomain"] + sum[key, "handoff"]
		printf "%5s  %-14s %9d %9s %6s %9d %11s %6s %6s %9s %6d\n", lc[1], lc[2], all,
		       per(sum[key, "looked"], all), pct(idle, all), scans,
		       per(sum[key, "looked"], scans), pct(hit, scans),
		       pct(sum[key, "gate"], scans), per(sum[key, "writes"], all),
		       sum[key, "lost"]
	}
}' "$tmp/raw"
