#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Usage: sis_herd.sh [-l LOADS] [-c CONFIGS] [-n LENGTH] [-w tbench|hackbench|pairs] [-k KB]
#
# How often do wakers get into each other's way? Traces sis:sis_select and
# sched:sched_switch while a workload runs, and counts
#
#   near     searches that took an idle target, previous or recent CPU which another
#            search had chosen before, and on which nothing had started to run since
#   scan     the same of searches that scanned: SMT siblings, the LLC, idle cores
#   stacked  searches that found no idle CPU and chose one that ran something or was
#            about to, while another CPU of the same LLC idled with nobody on the
#            way to it
#   lost     wakees of "near", "scan" and "stacked" together, which wait although
#            there was an idle CPU for them
#
# in percent of the searches traced. Options as those of sis_report.sh; the
# configurations default to "adaptive adaptive+core". KB is the trace buffer of
# each CPU (4096); the run ends if one does not fit.

set -eu
. "$(dirname "$0")/sis_lib.sh"

loads='50 75 90 100'
configs='adaptive adaptive+core'
length=
name=tbench
kb=4096
while getopts l:c:n:w:k:h opt; do
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
	w)
		name=$OPTARG
		;;
	k)
		kb=$OPTARG
		;;
	*)
		usage
		;;
	esac
done

trace=/sys/kernel/tracing
[ -f $trace/events/sis/sis_select/enable ] || fail "no $trace/events/sis: is tracefs mounted?"
sis_start "$name"
old_kb=$(sed 's/ .*//' $trace/buffer_size_kb)
trap 'echo 0 >$trace/events/enable; echo "$old_kb" >$trace/buffer_size_kb
      echo 1 >$trace/options/overwrite; echo 1 >$trace/tracing_on; sis_restore' EXIT
echo 0 >$trace/tracing_on
echo "$kb" >$trace/buffer_size_kb
echo 0 >$trace/options/overwrite
echo 1 >$trace/events/sis/sis_select/enable
echo 1 >$trace/events/sched/sched_switch/enable

# Lines "CPU LLC", the LLC named by its first CPU
for c in /sys/devices/system/cpu/cpu[0-9]*; do
	list=$(cat "$c/cache/index3/shared_cpu_list" 2>/dev/null || echo "${c##*cpu}")
	printf 'llc %s %s\n' "${c##*cpu}" "${list%%[,-]*}"
done >"$tmp/llc"

echo "# $(uname -r), $cpus CPUs, $work"
printf '%5s  %-14s %9s %8s %8s %8s %8s\n' load% limit searches near% scan% stacked% lost%
for load in $loads; do
	for config in $configs; do
		sis_configure "$config"
		echo >$trace/trace
		echo 1 >$trace/tracing_on
		sis_work "$load" "$length"
		echo 0 >$trace/tracing_on
		! grep -q 'dropped events: [1-9]' $trace/per_cpu/cpu*/stats ||
			fail "the trace of a CPU did not fit: give more with -k, or a shorter -n"
		cat "$tmp/llc" $trace/trace | awk -v load="$load" -v config="$config" '
		$1 == "llc" { llc[$2] = $3; next }
		/sched_switch:/ {
			# The CPU in brackets is where it happened. Busybox takes a number
			# with a 0 in front for an octal one.
			match($0, /\[[0-9]+\]/)
			cpu = substr($0, RSTART + 1, RLENGTH - 2)
			sub(/^0+/, "", cpu)
			cpu += 0
			match($0, /next_pid=[0-9]+/)
			busy = substr($0, RSTART + 9, RLENGTH - 9) + 0 != 0
			if (!known[cpu])
				known[cpu] = 1
			set(cpu, busy, 0)
			next
		}
		/sis_select:/ {
			match($0, / cpu=[0-9]+/)
			cpu = substr($0, RSTART + 5, RLENGTH - 5) + 0
			match($0, / end=[a-z]+/)
			end = substr($0, RSTART + 5, RLENGTH - 5)
			if (!known[cpu])
				next
			n++
			others = free[llc[cpu]] > 0
			if (end ~ /^(gate|limit|span|kthread|nodomain|asym)$/) {
				if ((run[cpu] || coming[cpu]) && others)
					stacked++
			} else if (coming[cpu] && !run[cpu]) {
				if (end ~ /^(smt|found|core)$/)
					scan++
				else
					near++
				lost += others
			}
			if (!run[cpu])
				set(cpu, 0, 1)
		}
		# free[]: CPUs of an LLC that idle with nobody on the way
		function set(c, r, w) {
			if (known[c] == 2 && !run[c] && !coming[c])
				free[llc[c]]--
			known[c] = 2
			run[c] = r
			coming[c] = w
			if (!r && !w)
				free[llc[c]]++
		}
		END {
			n += !n
			printf "%5s  %-14s %9d %8.2f %8.2f %8.2f %8.2f\n", load, config, n,
			       100 * near / n, 100 * scan / n, 100 * stacked / n,
			       100 * (lost + stacked) / n
		}'
	done
done
