#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run the tests of the search for an idle CPU, all or those given, which lie
# beside this script, and sum up.  The status is 0 if none failed.

cd "$(dirname "$0")" || exit 1
[ $# -gt 0 ] || set -- sis_interface sis_limit sis_placement sis_outcome sis_hint sis_cache \
	sis_short sis_toggle

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
: >"$tmp/all"
begin=$(cut -d. -f1 /proc/uptime)
broken=

for prog in "$@"; do
	start=$(cut -d. -f1 /proc/uptime)
	{
		"./$prog" 2>&1
		echo $? >"$tmp/status"
	} | tee "$tmp/log"
	status=$(cat "$tmp/status")
	grep -E '^(not )?ok ' "$tmp/log" >"$tmp/lines"
	cat "$tmp/lines" >>"$tmp/all"
	echo "# $prog: status $status, $(($(cut -d. -f1 /proc/uptime) - start)) s"
	# 0 is passed, 4 is skipped; a program without a result has crashed.
	case "$status" in
	0|4)
		[ -s "$tmp/lines" ] || broken="$broken $prog"
		;;
	*)
		grep -q '^not ok ' "$tmp/lines" || broken="$broken $prog"
		;;
	esac
done

failed=$(grep -c '^not ok ' "$tmp/all")
skipped=$(grep -c '^ok .*# SKIP' "$tmp/all")
passed=$(($(grep -c '^ok ' "$tmp/all") - skipped))
grep '^not ok ' "$tmp/all" | sed 's/^/# FAILED: /'
grep '^ok .*# SKIP' "$tmp/all" | sed 's/^/# skipped: /'
[ -z "$broken" ] || echo "# NO RESULT:$broken"
echo "# $passed passed, $failed failed, $skipped skipped," \
     "$(($(cut -d. -f1 /proc/uptime) - begin)) s"
[ "$failed" -eq 0 ] && [ -z "$broken" ]
