# SPDX-License-Identifier: GPL-2.0
# sis: how the Linux scheduler finds an idle CPU for a wakeup

BASE ?= 6.1
export KSRC HOOKS JOBS SIS_HOME REFETCH FORCE SUBMITTER PREFIX

.DEFAULT_GOAL := help
.PHONY: help setup fetch assemble save build run check check-all test bench-scan cost series apply \
	sim clean

help:
	@echo 'Targets:'
	@echo '  run       fetch, patch, build and boot a base, and show what its wakeups do'
	@echo '  check     the whole test suite, on every base that it covers'
	@echo '  check-all all gates on all bases, for hours; goes on where it was stopped'
	@echo '  test      the part of it that needs no kernel to be built, on all bases'
	@echo '  bench-scan  instructions and cache lines of a search, base against series'
	@echo '  cost      instructions per wakeup: the series with all off against its base'
	@echo '  sim       what the kernels would choose on machines of 16 to 1024 CPUs'
	@echo '  setup     install what is needed (as root; otherwise say what is missing)'
	@echo '  fetch     download the source of BASE'
	@echo '  assemble  make the work tree of BASE: a commit per topic'
	@echo '  save      write an edited work tree of BASE home as topics'
	@echo '  build     build the assembled kernel of BASE'
	@echo '  series    the mails to send: make series BASE=7.3 SUBMITTER="Name <address>"'
	@echo '  apply     put the series on a tree of yours: make apply KSRC=~/linux'
	@echo '  clean     remove all that was made for BASE, but not what was downloaded'
	@echo 'Variables:'
	@echo '  BASE=6.1  the kernel to work on: $(shell awk '!/^#/ && NF { printf "%s ", $$1 }' scripts/bases)'
	@echo '  KSRC=DIR  take the source from DIR, which is only read, instead'
	@echo '  HOOKS=B   use the hooks of base B for a KSRC of another version'
	@echo '  JOBS=N    run N compilers at a time (all processors)'
	@echo '  SIS_HOME=DIR  where all that can be made again lies'
	@echo '                ($${XDG_CACHE_HOME:-$$HOME/.cache}/sis)'
	@echo '  SUBMITTER="Name <address>"  who sends the series'
	@echo '  REFETCH=1 ask the mirror for a newer source, which else happens once a day'
	@echo '  FORCE=1   give up changes in a work tree that were not saved'
	@echo 'Single scripts in scripts/ say with --help what else they can do.'

setup:
	@scripts/setup

fetch: setup
	@scripts/fetch $(BASE)

assemble: fetch
	@scripts/assemble $(BASE)

save:
	@scripts/save $(BASE)

build: assemble
	@scripts/build $(BASE)

run: setup
	@scripts/run $(BASE)

check: setup
	@scripts/check

check-all:
	@scripts/check-all

series: fetch
	@scripts/series $(BASE)

apply:
	@scripts/apply

test: setup
	@scripts/usertest

bench-scan: setup
	@scripts/bench-scan $(BASE)

cost: setup
	@scripts/cost $(BASE)

sim:
	@$(MAKE) --no-print-directory -C tools/testing/sched/sim sim

clean:
	@scripts/clean $(BASE)
