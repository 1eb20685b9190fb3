# Fuzz targets. Built plainly each replays the inputs that are kept (tests/check-corpus.sh); with configure --enable-fuzzer, which make fuzz uses,
# libFuzzer or AFL++ makes inputs up.
check_LTLIBRARIES = libquire_fuzz.la
libquire_fuzz_la_SOURCES = tests/fuzz/fuzz.c tests/fuzz/edit.c tests/fuzz/tree.c tests/fuzz/same.c tests/fuzz/fuzz.h
if FUZZER
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzz_mutator = tests/fuzz/mutate.c
EXTRA_DIST += tests/fuzz/replay.c
else
EXTRA_DIST += tests/fuzz/mutate.c
fuzz_ldflags = $(AM_LDFLAGS)
libquire_fuzz_la_SOURCES += tests/fuzz/replay.c
endif
fuzz_ldadd = libquire_fuzz.la $(inside) $(SQLITE_LIBS)

fuzz_programs += tests/fuzz/model
tests_fuzz_model_SOURCES = tests/fuzz/fuzz_model.c $(fuzz_mutator)
tests_fuzz_model_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_model_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/study
tests_fuzz_study_SOURCES = tests/fuzz/fuzz_study.c $(fuzz_mutator)
tests_fuzz_study_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_study_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/number
tests_fuzz_number_SOURCES = tests/fuzz/fuzz_number.c
tests_fuzz_number_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_number_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/table
tests_fuzz_table_SOURCES = tests/fuzz/fuzz_table.c
tests_fuzz_table_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_table_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/result
tests_fuzz_result_SOURCES = tests/fuzz/fuzz_result.c
tests_fuzz_result_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_result_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/store
tests_fuzz_store_SOURCES = tests/fuzz/fuzz_store.c
tests_fuzz_store_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_store_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/run
tests_fuzz_run_SOURCES = tests/fuzz/fuzz_run.c
tests_fuzz_run_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_run_LDADD = $(fuzz_ldadd)
fuzz_programs += tests/fuzz/drawing
tests_fuzz_drawing_SOURCES = tests/fuzz/fuzz_drawing.c
tests_fuzz_drawing_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_drawing_LDADD = $(fuzz_ldadd)

# the dictionary: what models are made of
fuzz_programs += tests/fuzz/words
tests_fuzz_words_SOURCES = tests/fuzz/words.c
tests_fuzz_words_LDADD = $(inside)

check_PROGRAMS += $(fuzz_programs)
include tests/fuzz/corpus/local.mk

# TIME seconds of each target, or of those in TARGET, in a build of its own; fuzz-afl: by AFL++
fuzz:
	$(MKDIR_P) build-fuzz
	cd build-fuzz && { $(inner_configure) --enable-fuzzer CC=clang CFLAGS='-g1 -O1'; }
	cd build-fuzz && $(MAKE) $(fuzz_programs)
	@TARGET='$(TARGET)'; TIME='$(TIME)'; export TARGET TIME; $(run_hook) fuzz tests/fuzz/run.sh
fuzz-afl:
	$(MKDIR_P) build-afl
	cd build-afl && { $(inner_configure) --enable-fuzzer CC=afl-clang-fast CFLAGS='-g1 -O1'; }
	cd build-afl && AFL_QUIET=1 $(MAKE) $(fuzz_programs)
	@TARGET='$(TARGET)'; TIME='$(TIME)'; export TARGET TIME; $(run_hook) fuzz-afl tests/fuzz/run-afl.sh
check-fuzz:
	$(MAKE) fuzz TIME=60
EXTRA_DIST += tests/fuzz/run.sh tests/fuzz/run-afl.sh tests/fuzz/inputs.sh
.PHONY: fuzz fuzz-afl check-fuzz
