#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Usage: sis_herd.sh [-l LOADS] [-c CONFIGS] [-n LENGTH] [-w tbench|hackbench] [-k KB]
#
# How often do wakers get into each other's way? Traces sis:sis_select and
# sched:sched_switch while a workload runs, and counts
#
#   double   searches that chose a CPU which looked idle, but which another search
#            had chosen before and on which nothing had started to run since
#   stacked  searches that chose a CPU that ran something, while another CPU of
#            the same LLC idled with nobody on the way to it
#
# in percent of the searches traced. Options as those of sis_report.sh; the
# configurations default to "adaptive adaptive+core". KB is the trace buffer of
# each CPU (1024); what does not fit is not counted.

set -eu
. "$(dirname "$0")/sis_lib.sh"

loads='50 75 90 100'
configs='adaptive adaptive+core'
length=
name=tbench
kb=1024
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
      echo 1 >$trace/options/overwrite; sis_restore' EXIT
echo "$kb" >$trace/buffer_size_kb
echo 0 >$trace/options/overwrite

# Lines "CPU LLC", the LLC named by its first CPU
for c in /sys/devices/system/cpu/cpu[0-9]*; do
	list=$(cat "$c/cache/index3/shared_cpu_list" 2>/dev/null || echo "${c##*cpu}")
	printf 'llc %s %s\n' "${c##*cpu}" "${list%%[,-]*}"
done >"$tmp/llc"

echo "# $(uname -r), $cpus CPUs, $work"
printf '%5s  %-14s %9s %8s %9s\n' load% limit searches double% stacked%
for load in $loads; do
	for config in $configs; do
		sis_configure "$config"
		echo >$trace/trace
		echo 1 >$trace/events/sis/sis_select/enable
		echo 1 >$trace/events/sched/sched_switch/enable
		sis_work "$load" "$length"
		echo 0 >$trace/events/enable
		cat "$tmp/llc" $trace/trace | awk -v load="$load" -v config="$config" '
		$1 == "llc" { llc[$2] = $3; next }
		/sched_switch:/ {
			# The CPU in brackets is where it happened.
			match($0, /\[[0-9]+\]/)
			cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0
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
			if (!known[cpu])
				next
			n++
			if (run[cpu]) {
				if (free[llc[cpu]] > 0)
					stacked++
			} else if (coming[cpu]) {
				double++
			} else {
				set(cpu, 0, 1)
			}
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
			printf "%5s  %-14s %9d %8.2f %9.2f\n", load, config, n,
			       n ? 100 * double / n : 0, n ? 100 * stacked / n : 0
		}'
	done
done
