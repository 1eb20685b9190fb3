# All unit tests are one Criterion program; the tests of src/ROOM are listed in tests/unit/ROOM/local.mk.

# memory that runs out: requests of Quire's own code go through tests/unit/fixtures/shortage.c
shortage_ldflags = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup -Wl,--wrap=quire_arena_get
include tests/unit/fixtures/local.mk
include tests/unit/text/local.mk
include tests/unit/base/local.mk
include tests/unit/math/local.mk
include tests/unit/math/profile/local.mk
include tests/unit/geometry/local.mk
include tests/unit/formula/local.mk
include tests/unit/kind/local.mk
include tests/unit/table/local.mk
include tests/unit/probability/local.mk
include tests/unit/stat/local.mk
include tests/unit/stat_model/local.mk
include tests/unit/stat/surrogate/local.mk
include tests/unit/stat/reliability/local.mk
include tests/unit/analysis/local.mk
include tests/unit/predict/local.mk
include tests/unit/model/local.mk
include tests/unit/xml/text/local.mk
include tests/unit/xml/tree/local.mk
include tests/unit/xml/read/local.mk
include tests/unit/xml/expand/local.mk
include tests/unit/xml/rewrite/local.mk
include tests/unit/cad/local.mk
include tests/unit/cad/dxf/local.mk
include tests/unit/cad/svg/local.mk
include tests/unit/shape/local.mk
include tests/unit/law/local.mk
include tests/unit/law/normal/local.mk
include tests/unit/law/friction/local.mk
include tests/unit/drive/local.mk
include tests/unit/body/local.mk
include tests/unit/element/local.mk
include tests/unit/sensor/local.mk
include tests/unit/rule/local.mk
include tests/unit/check/local.mk
include tests/unit/check/limit/local.mk
include tests/unit/design/local.mk
include tests/unit/chain/local.mk
include tests/unit/strip/local.mk
include tests/unit/motion/local.mk
include tests/unit/contact/law/local.mk
include tests/unit/contact/place/local.mk
include tests/unit/contact/body/local.mk
include tests/unit/contact/solid/local.mk
include tests/unit/contact/guide/local.mk
include tests/unit/contact/space/local.mk
include tests/unit/contact/touch/local.mk
include tests/unit/contact/sheets/local.mk
include tests/unit/contact/gate/local.mk
include tests/unit/force/local.mk
include tests/unit/solve/local.mk
include tests/unit/evaluate/local.mk
include tests/unit/machine/local.mk
include tests/unit/contact/find/local.mk
include tests/unit/step/local.mk
include tests/unit/compile/local.mk
include tests/unit/observe/local.mk
include tests/unit/integ/local.mk
include tests/unit/islands/local.mk
include tests/unit/result/local.mk
include tests/unit/trace/local.mk
include tests/unit/draw/local.mk
include tests/unit/vtk/local.mk
include tests/unit/record/local.mk
include tests/unit/report/local.mk
include tests/unit/catalog/local.mk
include tests/unit/events/local.mk
include tests/unit/control/local.mk
include tests/unit/cause/local.mk
include tests/unit/judge/local.mk
include tests/unit/statics/local.mk
include tests/unit/run/local.mk
include tests/unit/sim/local.mk
include tests/unit/summary/local.mk
include tests/unit/review/local.mk
include tests/unit/lawlab/local.mk
include tests/unit/exchange/local.mk
include tests/unit/study/local.mk
include tests/unit/batch/local.mk
include tests/unit/store/local.mk
include tests/unit/jobs/local.mk
include tests/unit/adaptive/local.mk
include tests/unit/calibrate/local.mk

# data of scripts about the language
include tests/data/old/local.mk
include tests/data/bad/local.mk
include tests/data/drawings/local.mk
# data of scripts about studies
include tests/data/bad-studies/local.mk
include tests/data/bad-calibrations/local.mk

include tests/bench/local.mk
include tests/validate/local.mk
include tests/scan/local.mk
include tests/shim/local.mk
include tests/fuzz/local.mk
include tests/cost/local.mk

if HAVE_CRITERION
check_PROGRAMS += tests/unit_tests
quire_criterion = yes
else
quire_criterion = no
check-local: warn-no-criterion
endif
tests_unit_tests_SOURCES = $(unit_sources)
tests_unit_tests_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/unit $(XML2_CFLAGS) $(KLU_CPPFLAGS) $(CRITERION_CFLAGS)
# Criterion's macros do not pass our stricter warnings
tests_unit_tests_CFLAGS = $(quire_all_cflags) $(QUIRE_TEST_SPEED_CFLAGS)
tests_unit_tests_LDFLAGS = $(AM_LDFLAGS) $(QUIRE_FIXED_LDFLAGS) $(shortage_ldflags)
tests_unit_tests_LDADD = $(inside) $(SQLITE_LIBS) $(CRITERION_LIBS)

# unit PROGRAM ROOMS [-v]: the tests of these rooms (a|b), or of all others, as a program of their own. Only their objects and the library's are made;
# it is linked with what it uses.
link_unit = unit() { \
	objects=`printf '%s\n' $(tests_unit_tests_OBJECTS) | grep -E $$3 "^tests/unit/($$2)/"`; \
	if test -z "$$objects"; then echo "tests/unit has no tests in $$2" >&2; exit 2; fi; \
	fixtures=`printf '%s\n' $(tests_unit_tests_OBJECTS) | grep '^tests/unit/fixtures/'`; \
	objects=`printf '%s\n' $$objects $$fixtures | sort -u`; objects=`echo $$objects`; \
	$(MAKE) $$objects libquire_inside.a && \
	{ test -f "$$1" && test -z "`find $$objects libquire_inside.a -newer "$$1"`" || \
	$(CCLD) $(tests_unit_tests_CFLAGS) $(CFLAGS) $(tests_unit_tests_LDFLAGS) $(LDFLAGS) -o "$$1" $$objects \
	    $(inside) $(SQLITE_LIBS) $(CRITERION_LIBS) $(LIBS); }; }; unit

# of some rooms, or of a folder of rooms, built and run: make check-unit ROOM='law contact/law' TEST='suite/test'
check-unit:
	+@rooms=`echo $(ROOM) | tr ' ' '|'`; \
	if test -z "$$rooms"; then echo "say whose: make check-unit ROOM='law contact/law' TEST='suite/test'" >&2; exit 2; fi; \
	rm -f tests/unit_room$(EXEEXT) && $(link_unit) tests/unit_room$(EXEEXT) "$$rooms" && \
	{ $(AM_TESTS_ENVIRONMENT) \
	filter='$(TEST)'; program=$$PWD/tests/unit_room$(EXEEXT); $(MKDIR_P) "$$QUIRE_WORK/room" && cd "$$QUIRE_WORK/room" || exit 1; \
	"$$program" --jobs 2 --timeout 120 --filter "$${filter:-*/*}" >log 2>&1; status=$$?; cat log; \
	grep -q 'Tested: .*[1-9]' log || { echo "no test fits TEST='$(TEST)'" >&2; exit 2; }; exit $$status; }
CLEANFILES += tests/unit_room$(EXEEXT) tests/unit_machines$(EXEEXT) tests/unit_data$(EXEEXT)
# Rooms whose tests run whole machines: ten times as long under sanitizers. ./bootstrap check runs them as built, the others under sanitizers.
machine_rooms = run|sim|statics|islands|events|lawlab|contact/space|contact/sheets|compile|review
tests/unit_machines$(EXEEXT): all
	+@$(link_unit) $@ '$(machine_rooms)'
tests/unit_data$(EXEEXT): all
	+@$(link_unit) $@ '$(machine_rooms)' -v
# of the rooms in QUIRE_ROOMS, a|b: tests/quick.sh
tests/unit_quick$(EXEEXT):
	+@$(link_unit) $@ '$(QUIRE_ROOMS)'
CLEANFILES += tests/unit_quick$(EXEEXT)
.PHONY: check-unit

warn-no-criterion:
	@echo '*** Criterion is missing (Debian: libcriterion-dev): NO UNIT TEST WAS RUN ***' >&2
.PHONY: warn-no-criterion

# A .tap script reports many tests, one a line; a .sh script is one test: 0 passed, 77 skipped, else failed.
TEST_EXTENSIONS = .tap .sh
# each test adds a line to the build's record of times
timed_driver = $(SHELL) $(top_srcdir)/tests/tools/timed-driver.sh
TAP_LOG_DRIVER = $(timed_driver) env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(timed_driver) $(SHELL) $(top_srcdir)/build-aux/test-driver
EXTRA_DIST += tests/tools/timed-driver.sh
if SANITIZE
quire_sanitize = yes
quire_build = sanitized
# no exit code of the command's own; and a log that stays when a script loses the exit code
sanitizer_log = exitcode=99:log_path="$(abs_top_builddir)/tests/sanitizer"
sanitizer_environment = \
    ASAN_OPTIONS='$(sanitizer_log)'; export ASAN_OPTIONS; \
    UBSAN_OPTIONS='$(sanitizer_log):print_stacktrace=1'; export UBSAN_OPTIONS; \
    LSAN_OPTIONS=exitcode=99; export LSAN_OPTIONS;
else
quire_sanitize = no
quire_build = plain
sanitizer_environment =
endif
# what a test script may rely on; it writes into a folder of its own in QUIRE_WORK only. The user's own library is not looked at
AM_TESTS_ENVIRONMENT = $(sanitizer_environment) \
    unset QUIRE_LIBRARY_PATH; \
    QUIRE_SRCDIR='$(abs_top_srcdir)'; export QUIRE_SRCDIR; \
    QUIRE_BUILDDIR='$(abs_top_builddir)'; export QUIRE_BUILDDIR; \
    QUIRE_WORK='$(abs_top_builddir)/tests/work'; export QUIRE_WORK; \
    QUIRE='$(abs_top_builddir)/quire$(EXEEXT)'; export QUIRE; \
    QUIRE_CRITERION='$(quire_criterion)'; export QUIRE_CRITERION; \
    QUIRE_SANITIZE='$(quire_sanitize)'; export QUIRE_SANITIZE; \
    QUIRE_BUILD='$(quire_build)'; export QUIRE_BUILD; \
    QUIRE_AGAIN='$(QUIRE_AGAIN)'; export QUIRE_AGAIN; \
    QUIRE_PARTS='$(QUIRE_PARTS)'; export QUIRE_PARTS; \
    QUIRE_SEED="$${QUIRE_SEED:-`date -u +%Y%m%d`}"; export QUIRE_SEED; \
    QUIRE_TOOL_CFLAGS='$(QUIRE_TOOL_CFLAGS)'; export QUIRE_TOOL_CFLAGS; \
    CC='$(CC)'; export CC; \
    NM='$(NM)'; export NM; \
    MAKE='$(MAKE)'; export MAKE; \
    PKG_CONFIG='$(PKG_CONFIG)'; export PKG_CONFIG;

# which script runs where: lists made from tests/scripts.tsv
include tests/scripts.mk
# make check: every test of ./bootstrap check, in this build
TESTS = $(check_plain) $(check_sanitized)
EXTRA_DIST += tests/README.md tests/scripts.tsv tests/scripts.mk tests/tools/scripts.awk tests/sample-runs.sh tests/refusals.sh tests/scan/size.sh
EXTRA_DIST += tests/words.txt tests/words-pages.txt tests/codespell.txt tests/tools/sentences.awk tests/tools/texts.awk tests/check-null.py tests/check-dialects.py
EXTRA_DIST += tests/layers-exceptions.txt tests/rooms.sh tests/tools/rooms.awk tests/install/use_quire.c tests/gallery.sh
EXTRA_DIST += tests/tools/read-vtk.py tests/tools/use-quire.py tests/tools/python-stub.py tests/tools/use-wheel.py tests/tools/run-notebooks.py tests/tools/draw-frame.py

# for tests/check-dist.sh
list-dist-files:
	@printf '%s\n' $(DISTFILES) | sed 's,^$(srcdir)/,,' | while read -r file; do \
	    if test -d "$(srcdir)/$$file"; then (cd $(srcdir) && find "$$file" -type f); else echo "$$file"; fi; done
.PHONY: list-dist-files

# ---- the same tests in other builds, each in a folder of its own inside this one

# configure takes no source path with blanks in it, so it is named from the inner folder. It would choose bash for libtool, where dash takes half as long.
inner_configure = case '$(top_srcdir)' in /*) c='$(top_srcdir)/configure' ;; *) c='../$(top_srcdir)/configure' ;; esac; \
    test -f Makefile || CONFIG_SHELL=/bin/sh "$$c" --quiet --enable-werror --disable-shared

# tests_in FOLDER SCRIPTS VARIABLES: runs scripts in the build of that folder, where all they need has been built
tests_in = tests() { cd "$$1" && $(MAKE) check-TESTS check_PROGRAMS= check_LTLIBRARIES= TESTS="$$2" $$3; }; tests

# The part of ./bootstrap check that runs as Quire is built for its users. build-*: what its tests need
build-plain: all
	+@$(MAKE) tests/quire_one_kernel$(EXEEXT) tests/cost/quire-doe$(EXEEXT) tests/shim/faults.so && $(MAKE) tests/unit_machines$(EXEEXT) $(scan_programs)
check-plain: build-plain
	+@$(tests_in) . '$(check_plain)' QUIRE_PARTS=yes

# The part that looks for memory errors, leaks and undefined behaviour: unit tests and the inputs of strangers. Findings need lines, no variables (-g1)
sanitized_needs = tests/unit_tests$(EXEEXT) $(fuzz_programs)
build-sanitize/Makefile:
	$(MKDIR_P) build-sanitize
	cd build-sanitize && { $(inner_configure) --enable-sanitize=fast CC='$(CC)' CFLAGS='-g1 -O1'; }
build-sanitized: build-sanitize/Makefile
	+@cd build-sanitize && $(MAKE) all && $(MAKE) tests/unit_data$(EXEEXT) $(fuzz_programs)
check-sanitize: build-sanitized
	rm -f build-sanitize/tests/sanitizer.*
	+@$(tests_in) build-sanitize '$(check_sanitized)' 'QUIRE_AGAIN=yes QUIRE_PARTS=yes'
	@folder=build-sanitize; $(no_findings)
no_findings = for log in $$folder/tests/sanitizer.*; do \
    if test -f "$$log"; then cat "$$log"; echo "sanitizer finding: $$log"; exit 1; fi; done

# Everything, at full size, before a release; STEPS: some of it (tests/deep.sh lists them)
check-deep: all
	+@STEPS='$(STEPS)'; export STEPS; $(run_hook) check-deep tests/deep.sh
# those of its steps that run scripts; under the sanitizers everything that runs the command, built by clang, which sees other mistakes than gcc
deep-plain: build-plain
	+@$(MAKE) $(sanitized_needs)
	+@QUIRE_DEEP=yes; export QUIRE_DEEP; $(tests_in) . '$(deep_plain)'
deep-sanitize:
	$(MKDIR_P) build-clang-sanitize
	+cd build-clang-sanitize && { $(inner_configure) --enable-sanitize CC=clang CFLAGS='-g1 -O1'; } && $(MAKE) all && $(MAKE) $(sanitized_needs) $(scan_programs)
	rm -f build-clang-sanitize/tests/sanitizer.*
	+@QUIRE_DEEP=yes; export QUIRE_DEEP; $(tests_in) build-clang-sanitize '$(deep_sanitized)' QUIRE_AGAIN=yes
	@folder=build-clang-sanitize; $(no_findings)
# optimised code of clang; check-runs.tap compares what it computes with this build's runs
deep-clang:
	$(MKDIR_P) build-clang
	+cd build-clang && { $(inner_configure) CC=clang CFLAGS='-g1 -O2'; } && $(MAKE) all && $(MAKE) $(sanitized_needs) $(scan_programs)
	+@OTHER_BUILD='$(abs_builddir)'; QUIRE_DEEP=yes; export OTHER_BUILD QUIRE_DEEP; $(tests_in) build-clang '$(deep_clang)' 'QUIRE_AGAIN=yes quire_build=clang'

# After an edit, in a build of its own with one instruction set and little optimisation: tests without a build, unit tests of the changed rooms and of those
# that use them, samples. SINCE=REVISION: what has changed since then, instead of since the last commit
check-quick:
	$(MKDIR_P) build-quick
	+cd build-quick && { $(inner_configure) CC='$(CC)' CPPFLAGS=-DQUIRE_ONE_KERNEL CFLAGS='-g1 -O1'; }
	+@SINCE='$(SINCE)'; export SINCE; $(run_hook) check-quick tests/quick.sh
.PHONY: build-plain check-plain build-sanitized check-sanitize check-deep deep-plain deep-sanitize deep-clang check-quick
EXTRA_DIST += tests/deep.sh tests/quick.sh tests/tools/times.awk tests/times.tsv

# what share of the sources the tests run: those that run them, as gcc counts it. A test that fails here is make check's business.
coverage_tests = $(deep_sanitized) tests/check-shortage.tap tests/check-bits.tap tests/check-portable-math.sh tests/check-terminal.tap \
    tests/check-report-page.tap tests/check-man.sh tests/check-generated.sh tests/check-gallery.sh
coverage:
	$(MKDIR_P) build-coverage
	cd build-coverage && { $(inner_configure) --disable-werror --enable-coverage CC='$(CC)' CFLAGS='-g0 -O1'; }
	find build-coverage -name '*.gcda' -exec rm -f {} +
	-cd build-coverage && $(MAKE) -k check TESTS='$(coverage_tests)'
	@python3 '$(srcdir)/tests/tools/coverage.py' build-coverage '$(srcdir)'
EXTRA_DIST += tests/tools/coverage.py tests/shim/coverage.h

# requests at random to the server of quire live, then an hour of turned parameters (TURNED seconds)
scan-live: all
	$(MKDIR_P) scan-live && cd scan-live && PYTHONDONTWRITEBYTECODE=1 python3 '$(abs_srcdir)/tests/tools/ask-live.py' '$(abs_builddir)/quire' \
	    '$(abs_srcdir)/samples' --fuzz=$${REQUESTS:-10000} --seed=$${SEED:-1}
	cd scan-live && PYTHONDONTWRITEBYTECODE=1 python3 '$(abs_srcdir)/tests/tools/ask-live.py' '$(abs_builddir)/quire' \
	    '$(abs_srcdir)/samples' --turn=$${TURNED:-3600} --seed=$${SEED:-1}
.PHONY: scan-live

# Mistakes of one line each, drawn at random: the tests must notice them. Hours; interrupted, or ended after MINUTES, it goes on where it was.
# DEEP=yes: whether ./bootstrap check misses one that the deep check notices.
scan-mutations:
	$(MKDIR_P) build-mutations
	+test -d build-mutations/source || { $(MAKE) distdir distdir=build-mutations/source && $(MKDIR_P) build-mutations/source/build; }
	cd build-mutations/source/build && { test -f Makefile || ../configure --quiet --disable-shared CC='$(CC)' CPPFLAGS=-DQUIRE_ONE_KERNEL CFLAGS='-O1'; }
	python3 '$(srcdir)/tests/tools/mutate.py' build-mutations/source/build build-mutations/source $${RESULTS:-mutations.json} \
	    --edits $${MUTATIONS:-100} --seed $${SEED:-1} $${DEEP:+--deep} $${MINUTES:+--minutes $$MINUTES}
.PHONY: scan-mutations
EXTRA_DIST += tests/tools/mutate.py tests/mutations.json

# What happens where a chosen number is half or double: writes the table of doc/theory/constants.md anew. JOBS=2 runs at a time, some 20 minutes.
scan-constants:
	rm -rf build-constants && $(MKDIR_P) build-constants
	$(MAKE) distdir distdir=build-constants/source && $(MKDIR_P) build-constants/source/build
	cd build-constants/source/build && ../configure --quiet --disable-shared CC='$(CC)' CPPFLAGS=-DQUIRE_ONE_KERNEL CFLAGS='-g0 -O2'
	JOBS='$(JOBS)' python3 '$(srcdir)/tests/tools/constants.py' build-constants/source/build build-constants/source '$(srcdir)/doc/theory/constants.md'
.PHONY: scan-constants
EXTRA_DIST += tests/tools/constants.py

mostlyclean-local:
	rm -rf tests/work validation manual
	rm -f tests/sanitizer.*
distclean-local:
	rm -rf build-sanitize build-clang build-clang-sanitize build-quick build-mutations build-constants deep build-coverage build-fuzz build-afl build-same
CLEANFILES += bench.json validate.json scan.json faults.json
.PHONY: coverage

# ---- measuring: programs that are not part of make check

# run_hook NAME SCRIPT: runs a script of the tree with the tests' environment
run_hook = hook() { if test -x '$(srcdir)/'"$$2"; then $(AM_TESTS_ENVIRONMENT) '$(srcdir)/'"$$2"; \
    else echo "make $$1: $$2 is not there yet" >&2; exit 1; fi; }; hook

# speed: writes bench.json into the build folder
bench: all $(bench_programs)
	@$(run_hook) bench tests/bench/run.sh
# beside MuJoCo, ODE and Simbody, those of them that are installed; PEERS, CASES, LIMIT: tests/bench/peers.sh
bench-peers: all
	@PEERS='$(PEERS)'; CASES='$(CASES)'; LIMIT='$(LIMIT)'; export PEERS CASES LIMIT; \
	    $(run_hook) bench-peers tests/bench/peers.sh || { status=$$?; test $$status = 77 || exit $$status; }
.PHONY: bench-peers
# what one contact of each normal law costs
bench-laws: all tests/bench/bench_laws$(EXEEXT)
	@$(run_hook) bench-laws tests/bench/laws.sh
# cases with known answers: writes validate.json
validate: all $(validate_programs)
	@$(run_hook) validate tests/validate/run.sh
# the manual's page of them, doc/validation
# how many of their exact answers lie within the error bars; some ten minutes
validate-error-bars: all $(validate_programs)
	@QUIRE_SRCDIR='$(abs_top_srcdir)' tests/validate/validate --error-bars all

validation-page: all $(validate_programs)
	@QUIRE_PAGE_DIR='$(abs_top_srcdir)/doc/validation'; export QUIRE_PAGE_DIR; $(run_hook) validation-page tests/validate/run.sh
scan-programs: $(scan_programs)
.PHONY: scan-programs
# models drawn at random, SCAN=1000 of them and SCAN_SKEW=200 in space, SEED=1: writes scan.json
scan: all $(scan_programs)
	@SCAN='$(SCAN)'; SEED='$(SEED)'; SCAN_SKEW='$(SCAN_SKEW)'; SCAN_CASES='$(SCAN_CASES)'; export SCAN SEED SCAN_SKEW SCAN_CASES; $(run_hook) scan tests/scan/run.sh
# whole machines, FAULTS=200 with a fault and GOOD=100 without, SEED=1: writes faults.json
scan-faults: all $(scan_programs)
	@FAULTS='$(FAULTS)'; GOOD='$(GOOD)'; SEED='$(SEED)'; export FAULTS GOOD SEED; $(run_hook) scan-faults tests/scan/run-faults.sh
# free bodies thrown at each other with every law, BODIES=2016 machines, SEED=1: whether their energy balances
scan-bodies: all tests/scan/bodies$(EXEEXT)
	@BODIES='$(BODIES)'; SEED='$(SEED)'; export BODIES SEED; $(run_hook) scan-bodies tests/scan/run-bodies.sh
.PHONY: scan-bodies
# studies whose truth is known, CONCLUSIONS=40, SEED=1, through the verbs: what is said of them is true
scan-conclusions: all
	$(MKDIR_P) scan-conclusions && cd scan-conclusions && PYTHONDONTWRITEBYTECODE=1 python3 '$(abs_srcdir)/tests/tools/scan-conclusions.py' \
	    '$(abs_builddir)/quire' '$(abs_srcdir)/tests/data/studies/machine.xml' --studies=$${CONCLUSIONS:-40} --seed=$${SEED:-1}
.PHONY: scan-conclusions
EXTRA_DIST += tests/tools/scan-conclusions.py
# what comes and goes within a step, MACHINES=504 of them, SEED=1
scan-between: all tests/scan/between$(EXEEXT)
	@MACHINES='$(MACHINES)'; SEED='$(SEED)'; export MACHINES SEED; $(run_hook) scan-between tests/scan/run-between.sh
.PHONY: scan-between
# WALLS=300 sheets driven at walls and MACHINES=200 thrown about, SEED=1
scan-doubts: all $(scan_programs)
	@WALLS='$(WALLS)'; MACHINES='$(MACHINES)'; SEED='$(SEED)'; export WALLS MACHINES SEED; $(run_hook) scan-doubts tests/scan/run-doubts.sh
# the nets of contact: kinds ONLY (all), MODELS of each (as many as the whole scan), SEED=1, JOBS=1 at a time; ONLY=kind SHOW=n prints a model
scan-contact: all tests/scan/contact/contact$(EXEEXT)
	@ONLY='$(ONLY)'; MODELS='$(MODELS)'; SEED='$(SEED)'; JOBS='$(JOBS)'; SHOW='$(SHOW)'; MOTION='$(MOTION)'; export ONLY MODELS SEED JOBS SHOW MOTION; \
	    $(run_hook) scan-contact tests/scan/run-contact.sh
.PHONY: scan-contact
# leading edges against lips, mouths, pins: MACHINES=500, SEED=1, whether W-STUB agrees with their runs; SHOW=n writes a model
scan-stubs: all tests/scan/stubs/stubs$(EXEEXT)
	@MACHINES='$(MACHINES)'; SEED='$(SEED)'; SHOW='$(SHOW)'; export MACHINES SEED SHOW; $(run_hook) scan-stubs tests/scan/run-stubs.sh
.PHONY: scan-stubs
# how often intervals of small probabilities hold the true one, of known limit states: SEEDS=100 from SEED=1 on
scan-probability: tests/scan/probability$(EXEEXT)
	@SEED='$(SEED)'; SEEDS='$(SEEDS)'; tests/scan/probability$(EXEEXT) "$${SEED:-1}" "$${SEEDS:-100}"
.PHONY: scan-probability
# how often intervals of calibrations hold the true values, of REPETITIONS=100 simulated measurements
scan-intervals: all
	@set -e; for scatter in own common grows; do MODEL=flight; export MODEL; $(AM_TESTS_ENVIRONMENT) \
	    $(SHELL) '$(srcdir)/tests/bench/calibrate-coverage.sh' $${REPETITIONS:-100} 1 $$scatter; done
.PHONY: scan-intervals
# memory and disk that run out at every call that there is, TRIES=0, or at so many; of the commands that fit ONLY
check-shortage: all tests/shim/faults.so
	@TRIES='$(TRIES)'; TRIES=$${TRIES:-0}; ONLY='$(ONLY)'; export TRIES ONLY; $(run_hook) check-shortage tests/check-shortage.tap
.PHONY: check-shortage
# leaks and numbers never set, by valgrind: the command, a study's workers, and unit tests (SUITES, JOBS). It does not know all instructions of newer processors
check-valgrind:
	$(MKDIR_P) build-quick
	cd build-quick && { $(inner_configure) CC='$(CC)' CPPFLAGS=-DQUIRE_ONE_KERNEL CFLAGS='-g1 -O1'; }
	cd build-quick && $(MAKE) all tests/unit_tests$(EXEEXT)
	@SUITES='$(SUITES)'; JOBS='$(JOBS)'; export SUITES JOBS; $(run_hook) check-valgrind tests/valgrind.sh
# what must come out the same when models are said otherwise, of RELATIONS=200 models, SEED=1
check-relations: all tests/scan/relations$(EXEEXT)
	@RELATIONS='$(RELATIONS)'; SEED='$(SEED)'; export RELATIONS SEED; $(run_hook) check-relations tests/scan/run-relations.sh
.PHONY: check-valgrind check-relations
EXTRA_DIST += tests/valgrind.sh
# whether this tree's program gives the same bits as that of revision REV, or of the build folder BUILD; FAST=yes for a minute's try
check-same: all tests/scan/scan$(EXEEXT) tests/scan/bodies$(EXEEXT)
	@test -n '$(REV)$(BUILD)' || { echo 'make check-same REV=revision, or BUILD=folder' >&2; exit 1; }
	@$(AM_TESTS_ENVIRONMENT) fast='$(FAST)'; build='$(BUILD)'; \
	    '$(srcdir)/tests/check-same.sh' $${fast:+--fast} $${build:+--build="$$build"} $(REV)
.PHONY: check-same
# a study on a cluster of two nodes that this machine plays
check-slurm: all
	@$(run_hook) check-slurm tests/check-slurm.sh
EXTRA_DIST += tests/tools/moving-picture.awk tests/tools/put-lines.awk tests/tools/ten-minutes.sh
# the same over ssh, on two network namespaces
check-hosts: all
	@$(run_hook) check-hosts tests/check-hosts.sh
# a study, with a fault at every write, sync, rename, ... of every command; make check tries some of them
check-study-faults: all tests/shim/faults.so
	@DOE_FAULTS=1; export DOE_FAULTS; $(run_hook) check-study-faults tests/check-doe-faults.tap
# 200 stores with one damage each; make check draws fewer
check-store-damages: all
	@DOE_DAMAGES=200; export DOE_DAMAGES; $(run_hook) check-store-damages tests/check-store-damage.tap
# writes the generated files of the source tree anew; tests/check-generated.sh proves them fresh
regen: all
	@QUIRE_REGEN_DIR='$(abs_top_srcdir)'; export QUIRE_REGEN_DIR; $(run_hook) regen tests/regen.sh
# the manual's page of all samples, doc/guide/gallery.md; tests/check-gallery.sh looks whether it is still true
gallery: all
	@QUIRE_REGEN_DIR='$(abs_top_srcdir)'; export QUIRE_REGEN_DIR; $(run_hook) gallery tests/gallery.sh
	@QUIRE_REGEN_DIR='$(abs_top_srcdir)'; export QUIRE_REGEN_DIR; $(run_hook) gallery tests/task-pictures.sh
.PHONY: check-slurm check-hosts check-study-faults check-store-damages bench bench-laws validate validate-error-bars validation-page scan scan-faults scan-doubts regen gallery
