# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# What every script here shares: where things lie, how errors are told, the
# table of bases.  Sourced, with $0 in scripts/.

# A hook of git's would make all repositories its own.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY \
	GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_PREFIX
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

# message TOPIC BASE: the file with a topic's changelog
message()
{
	f=$top/patches/$1/$2.message
	[ -f "$f" ] || f=$top/patches/$1/message
	printf '%s\n' "$f"
}

# base_diff TOPIC BASE: the hooks of a topic, that is of the base itself or of the
# next newer one that has some
base_diff()
{
	bases | awk -v b="$2" '$1 == b { on = 1 } on' | while read -r b; do
		if [ -f "$top/patches/$1/$b.diff" ]; then
			printf '%s\n' "$top/patches/$1/$b.diff"
			break
		fi
	done
}

# user_hooks: check KSRC, and print the base whose hooks it takes: that of its
# version, or HOOKS
user_hooks()
{
	if [ ! -f "$KSRC/Makefile" ] || [ ! -f "$KSRC/kernel/sched/fair.c" ]; then
		die "KSRC=$KSRC is no kernel source"
	fi
	v=$(sed -n 's/^\(VERSION\|PATCHLEVEL\) = //p' "$KSRC/Makefile" | paste -sd.)
	bases | grep -qxF "${HOOKS:-$v}" ||
		die "KSRC=$KSRC is $v, for which there are no hooks; HOOKS=BASE tries those of a base"
	printf '%s\n' "${HOOKS:-$v}"
}

# is_git DIR: is it the top of a git work tree?
is_git()
{
	[ "$(git -C "$1" rev-parse --show-toplevel 2>/dev/null)" = "$(cd "$1" && pwd -P)" ]
}

# touched BASE: the kernel files that the series changes or adds in it
touched()
{
	for t in $(topics "$1"); do
		d=$(base_diff "$t" "$1")
		[ -z "$d" ] || sed -n 's,^[-+][-+][-+] [ab]/,,p' "$d"
		cat "$top/patches/$t/files" 2>/dev/null || :
	done | sort -u
}

# user_git HOME: make HOME a SIS_HOME with the base "user", which has only those
# files of KSRC that the series touches, with HOOKS; prints the repository.
user_git()
{
	d=$1/git/user.git
	mkdir -p "$1/git"
	git init -q --bare "$d"
	touched "$HOOKS" | while read -r f; do
		[ ! -f "$KSRC/$f" ] || {
			mode=100644
			[ ! -x "$KSRC/$f" ] || mode=100755
			printf '%s %s\t%s\n' $mode "$(git -C "$d" hash-object -w --no-filters \
				--stdin <"$KSRC/$f")" "$f"
		}
	done >"$1/entries"
	GIT_INDEX_FILE=$1/index git -C "$d" update-index --index-info <"$1/entries"
	git -C "$d" tag pristine "$(GIT_AUTHOR_NAME=sis GIT_AUTHOR_EMAIL=sis@localhost \
		GIT_COMMITTER_NAME=sis GIT_COMMITTER_EMAIL=sis@localhost \
		git -C "$d" commit-tree -m "$KSRC" \
		"$(GIT_INDEX_FILE=$1/index git -C "$d" write-tree)")"
	printf '%s\n' "$d"
}

# written_by 'NAME <ADDRESS>' GIT COMMIT INDEX: make the commits from pristine to
# COMMIT again, of today and by that author, who also takes the place that is left
# for the submitter in MAINTAINERS; prints the last one.  INDEX is a scratch file.
written_by()
{
	(
	export GIT_AUTHOR_NAME="${1% <*}" GIT_COMMITTER_NAME="${1% <*}"
	mail=${1##*<}
	export GIT_AUTHOR_EMAIL="${mail%>}" GIT_COMMITTER_EMAIL="${mail%>}"
	export GIT_INDEX_FILE="$4"
	last=$(git -C "$2" rev-parse pristine)
	for made in $(git -C "$2" rev-list --reverse "pristine..$3"); do
		git -C "$2" read-tree "$made"
		blob=$(git -C "$2" show "$made:MAINTAINERS" | awk -v s="$1" '
			BEGIN { gsub(/[&\\]/, "\\\\&", s) }
			{ sub(/SUBMITTER <submitter@example\.org>/, s); print }' |
			git -C "$2" hash-object -w --no-filters --stdin)
		git -C "$2" update-index --cacheinfo "100644,$blob,MAINTAINERS"
		last=$(git -C "$2" log -1 --format=%B "$made" |
			git -C "$2" commit-tree -p "$last" "$(git -C "$2" write-tree)")
	done
	printf '%s\n' "$last"
	)
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

# user_tree [--git] BASE DIR: as much of a pristine tree as the series touches, with
# --git as a commit
user_tree()
{
	as_git=
	if [ "$1" = --git ]; then
		as_git=1
		shift
	fi
	git=$(base_git "$1")
	rm -rf "$2"
	mkdir -p "$2"
	# shellcheck disable=SC2046
	git -C "$git" archive pristine Makefile \
		$(git -C "$git" ls-tree -r --name-only pristine $(touched "$1")) |
		tar -x -C "$2"
	[ -n "$as_git" ] || return 0
	git -C "$2" init -q
	git -C "$2" config user.name 'A. User'
	git -C "$2" config user.email submitter@example.org
	git -C "$2" add -f . && git -C "$2" commit -q -m base
}

# same_tree BASE DIR: is each file that the series touches as assembled?
same_tree()
{
	touched "$1" | while read -r f; do
		git -C "$(base_git "$1")" show "refs/sis/assembled:$f" | cmp - "$2/$f" || return 1
	done
}

# warnings: those of a build, counted, without line numbers, so that a moved one
# is not a new one.  Those of a header come again with each file that includes it.
warnings()
{
	sed -nE 's/^.*\/((kernel|include)\/[^:]*):[0-9]+:([0-9]+:)? *(warning|error): /\1: \4: /p' |
		sed 's|[^/]*/\.\./||' | sort | uniq -c |
		awk '$2 ~ /\.h:$/ { $1 = 1 } { $1 = $1; print }'
}

# more OLD NEW: what NEW counts more often, if anything; then the status is 1
more()
{
	awk '{ n = $1; $1 = "" } FILENAME == ARGV[1] { old[$0] = n; next }
	     n > old[$0] { print n, $0; bad = 1 } END { exit !!bad }' "$1" "$2"
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
