#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Usage: sis_report.sh [-l LOADS] [-c CURVES] [-n LOOPS] [-r ROUNDS] [-w tbench|hackbench]
#
# Run a workload at several loads and under several scan limits, in one boot,
# and print what the searches for an idle CPU came to, from the counters in
# debugfs. Needs root, debugfs, schedstats in the kernel, and hackbench
# (rt-tests) or tbench (dbench).
#
#   -l LOADS   tasks per 100 CPUs ("25 100 200")
#   -c CURVES  "off" is NO_SIS_UTIL, the others are names in sched/sis/curve
#              ("off overload linear quadratic adaptive")
#   -n LOOPS   seconds of tbench, or messages of each hackbench sender (5, 1500)
#   -r ROUNDS  go through all curves so often, in turn, and add up (1)
#   -w NAME    the workload (tbench)
#
# Columns: searches counted; looked/wk, CPUs looked at per search after the fast
# paths; idle%, searches that found an idle CPU; scans, searches that reached
# the scan of the LLC; looked/scan, CPUs looked at per such search, the SMT
# siblings of the previous CPU included; hit% and gate%, the share of scans that
# found an idle CPU, and that the gate (limit 0) kept from looking.

set -eu

loads='25 100 200'
curves='off overload linear quadratic adaptive'
loops=
rounds=1
work=tbench
while getopts l:c:n:r:w:h opt; do
	case $opt in
	l)
		loads=$OPTARG
		;;
	c)
		curves=$OPTARG
		;;
	n)
		loops=$OPTARG
		;;
	r)
		rounds=$OPTARG
		;;
	w)
		work=$OPTARG
		;;
	*)
		sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
		exit 1
		;;
	esac
done

debug=/sys/kernel/debug/sched
schedstats=/proc/sys/kernel/sched_schedstats
tmp=$(mktemp -d)

fail()
{
	echo "$0: $*" >&2
	exit 1
}

[ -f $debug/sis/stats ] || fail "no $debug/sis/stats: is debugfs mounted, is this kernel patched?"
command -v "$work" >/dev/null || fail "no $work in PATH"

old_curve=$(sed 's/.*\[\(.*\)\].*/\1/' $debug/sis/curve)
old_feat=NO_SIS_UTIL
! grep -qw SIS_UTIL $debug/features || old_feat=SIS_UTIL
old_stats=$(cat $schedstats)
server=
restore()
{
	[ -z "$server" ] || kill "$server" 2>/dev/null || :
	echo "$old_curve" >$debug/sis/curve
	echo "$old_feat" >$debug/features
	echo "$old_stats" >$schedstats
	rm -rf "$tmp"
}
trap restore EXIT
trap 'exit 1' HUP INT TERM
echo 1 >$schedstats

cpus=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc)

if [ "$work" = tbench ]; then
	tbench_srv >/dev/null 2>&1 &
	server=$!
fi

run()
{
	tasks=$((cpus * $1 / 100))
	case $work in
	hackbench)
		# A group is 4 senders and 4 receivers.
		groups=$(((tasks + 4) / 8))
		[ $groups -gt 0 ] || groups=1
		hackbench -g $groups -f 4 -l "${loops:-1500}" -P -p >"$tmp/out" 2>&1
		;;
	tbench)
		clients=$((tasks / 2))
		[ $clients -gt 0 ] || clients=1
		tbench -t "${loops:-5}" $clients >"$tmp/out" 2>&1
		;;
	esac || fail "$work failed: $(tail -n 1 "$tmp/out")"
}

snapshot()
{
	sed -n '1{s/^cpu/all/p;d;}; /^all /p' $debug/sis/stats
}

for load in $loads; do
	round=0
	while [ $round -lt "$rounds" ]; do
		round=$((round + 1))
		for curve in $curves; do
			if [ "$curve" = off ]; then
				echo NO_SIS_UTIL >$debug/features
			else
				echo SIS_UTIL >$debug/features
				echo "$curve" >$debug/sis/curve
			fi
			snapshot >"$tmp/before"
			run "$load"
			snapshot >"$tmp/after"
			# One line: load, curve, then name=difference.
			{ cat "$tmp/before"; tail -n 1 "$tmp/after"; } |
			awk -v load="$load" -v curve="$curve" '
				NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i }
				NR == 2 { for (i = 2; i <= NF; i++) old[i] = $i }
				NR == 3 {
					printf "%s %s", load, curve
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
	printf "%5s  %-10s %9s %10s %6s %9s %12s %6s %6s\n", "load%", "limit",
	       "searches", "looked/wk", "idle%", "scans", "looked/scan", "hit%", "gate%"
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
		scan_hit = sum[key, "found"] + sum[key, "core"]
		scans = scan_hit + sum[key, "limit"] + sum[key, "span"] + sum[key, "gate"] + sum[key, "fallback"]
		idle = scan_hit + sum[key, "target"] + sum[key, "prev"] + sum[key, "recent"] + \
		       sum[key, "smt"] + sum[key, "fallback"]
		all = idle + scans - scan_hit - sum[key, "fallback"] + sum[key, "kthread"] + \
		      sum[key, "asym"] + sum[key, "nodomain"]
		printf "%5s  %-10s %9d %10s %6s %9d %12s %6s %6s\n", lc[1], lc[2], all,
		       per(sum[key, "looked"], all), pct(idle, all), scans,
		       per(sum[key, "looked"], scans), pct(scan_hit, scans),
		       pct(sum[key, "gate"], scans)
	}
}' "$tmp/raw"
