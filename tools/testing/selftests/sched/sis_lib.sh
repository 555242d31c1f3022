# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# For the sis_*.sh scripts beside this file: choosing features, putting them
# back, running a load. A configuration is a word: "off" (NO_SIS_UTIL) or the
# name of a curve, and behind it "+core" to turn SIS_CORE on. Features that are
# not named are off.

debug=/sys/kernel/debug/sched
# Before 5.13 they lie elsewhere.
features=$debug/features
[ -f $features ] || features=/sys/kernel/debug/sched_features
schedstats=/proc/sys/kernel/sched_schedstats
tmp=$(mktemp -d)
cpus=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc)
all_features='SIS_UTIL SIS_CORE SIS_CACHE SIS_SHORT'
server=

fail()
{
	echo "$0: $*" >&2
	exit 1
}

usage()
{
	sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
	exit 1
}

has_feature()
{
	grep -qwE "(NO_)?$1" $features
}

sis_restore()
{
	[ -z "$server" ] || kill "$server" 2>/dev/null || :
	if [ -f "$tmp/features" ]; then
		cat "$tmp/curve" >$debug/sis/curve
		while read -r f; do
			echo "$f" >$features
		done <"$tmp/features"
		cat "$tmp/schedstats" >$schedstats
	fi
	rm -rf "$tmp"
}

# sis_start WORKLOAD: remember all settings, to be put back at exit
sis_start()
{
	work=$1
	trap sis_restore EXIT
	trap 'exit 1' HUP INT TERM
	[ -f $debug/sis/stats ] ||
		fail "no $debug/sis/stats: is debugfs mounted, is this kernel patched?"
	case $work in
	pairs)
		program=${0%/*}/sis_pingpong
		;;
	*)
		program=$work
		;;
	esac
	command -v "$program" >/dev/null || fail "no $program"
	sed 's/.*\[\(.*\)\].*/\1/' $debug/sis/curve >"$tmp/curve"
	cat $schedstats >"$tmp/schedstats"
	for f in $all_features; do
		! has_feature "$f" || tr ' ' '\n' <$features | grep -xE "(NO_)?$f"
	done >"$tmp/features"
	if [ "$work" = tbench ]; then
		tbench_srv >/dev/null 2>&1 &
		server=$!
	fi
}

# sis_configure WORD
sis_configure()
{
	for f in $all_features; do
		on=NO_$f
		case "$f+$1+" in
		SIS_UTIL+off+*)
			;;
		SIS_UTIL+*)
			on=$f
			echo "${1%%+*}" >$debug/sis/curve || fail "no curve ${1%%+*}"
			;;
		SIS_CORE+*+core+*|SIS_CACHE+*+cache+*|SIS_SHORT+*+short+*)
			on=$f
			has_feature "$f" || fail "this kernel has no $f"
			;;
		esac
		! has_feature "$f" || echo "$on" >$features
	done
}

# sis_work LOAD LENGTH: run the workload with LOAD tasks per 100 CPUs
sis_work()
{
	tasks=$((cpus * $1 / 100))
	case $work in
	hackbench)
		# A group is 4 senders and 4 receivers.
		groups=$(((tasks + 4) / 8))
		[ $groups -gt 0 ] || groups=1
		hackbench -g $groups -f 4 -l "${2:-1500}" -P -p >"$tmp/out" 2>&1
		;;
	tbench)
		clients=$((tasks / 2))
		[ $clients -gt 0 ] || clients=1
		tbench -t "${2:-5}" $clients >"$tmp/out" 2>&1
		;;
	pairs)
		pairs=$((tasks / 2))
		[ $pairs -gt 0 ] || pairs=1
		pids=
		while [ $pairs -gt 0 ]; do
			"$program" "${2:-2000}" 1 >>"$tmp/out" 2>&1 &
			pids="$pids $!"
			pairs=$((pairs - 1))
		done
		for pid in $pids; do
			wait "$pid" || fail "a pair failed: $(tail -n 1 "$tmp/out")"
		done
		;;
	esac || fail "$work failed: $(tail -n 1 "$tmp/out")"
}
