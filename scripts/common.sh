# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# What every script here shares: where things lie, how errors are told, the
# table of bases.  Sourced, with $0 in scripts/.

LC_ALL=C
export LC_ALL

me=${0##*/}
top=$(cd "$(dirname "$0")/.." && pwd)

# All that can be made again lies here; nothing of it is part of the project.
SIS_HOME=${SIS_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/sis}
JOBS=${JOBS:-$(nproc)}

die()
{
	printf '%s: error: %s\n' "$me" "$*" >&2
	exit 1
}

say()
{
	printf '%s: %s\n' "$me" "$*" >&2
}

# usage: print the comment block at the head of the calling script
usage()
{
	sed -n '3,/^[^#]/{/^#/{s/^# \{0,1\}//;p;}}' "$0"
	exit "${1:-0}"
}

case "${1:-}" in
-h|--help)
	usage 0
	;;
esac

bases()
{
	awk '!/^#/ && NF { print $1 }' "$top/scripts/bases"
}

is_base()
{
	bases | grep -qxF -- "$1" ||
		die "'$1' is no base; scripts/bases names: $(bases | tr '\n' ' ')"
}

base_field()
{
	awk -v b="$1" -v f="$2" '!/^#/ && $1 == b {
		if (f == "package") print $2
		else for (i = 3; i <= NF; i++) print $i
	}' "$top/scripts/bases"
}

# topics [BASE]: the topics of the series in order, all or those of one base
topics()
{
	awk -v b="${1:-}" '{ sub(/#.*/, "") } NF {
		ours = b == "" || NF == 1
		for (i = 2; i <= NF; i++)
			ours = ours || $i == b
		if (ours)
			print $1
	}' "$top/patches/series"
}

# hooked BASE: has any topic hooks that were made for this base?
hooked()
{
	for d in "$top"/patches/*/"$1.diff"; do
		[ ! -e "$d" ] || return 0
	done
	return 1
}

# The bare repository that holds a base's pristine source and our commits.
base_git()
{
	printf '%s/git/%s.git\n' "$SIS_HOME" "$1"
}

# Work tree (src) and object tree (obj) lie side by side below one folder per
# base and variant, so that ccache sees the same relative paths everywhere.
# Variants: "patched", and "pristine" for comparisons.
base_src()
{
	printf '%s/tree/%s-%s/src\n' "$SIS_HOME" "$1" "${2:-patched}"
}

base_obj()
{
	printf '%s/tree/%s-%s/obj\n' "$SIS_HOME" "$1" "${2:-patched}"
}

# Run the rest of the calling script under a lock of the given name.
lock()
{
	mkdir -p "$SIS_HOME/lock"
	exec 9>>"$SIS_HOME/lock/$1"
	flock -n 9 || {
		say "waiting for another run that holds $SIS_HOME/lock/$1"
		flock 9
	}
}
