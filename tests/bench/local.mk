# programs that tests/bench/run.sh needs
EXTRA_PROGRAMS += tests/bench/bench
bench_programs += tests/bench/bench
tests_bench_bench_SOURCES = tests/bench/bench.c tests/bench/bench_run.c tests/bench/copies.c tests/bench/bench.h
tests_bench_bench_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_LDADD = libquire.la $(QUIRE_MATH_LIBS)
EXTRA_PROGRAMS += tests/bench/bench_space
bench_programs += tests/bench/bench_space
tests_bench_bench_space_SOURCES = tests/bench/bench_space.c
tests_bench_bench_space_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_space_LDADD = libquire.la $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/bench/models/spatial.xml
EXTRA_PROGRAMS += tests/bench/bench_laws
bench_programs += tests/bench/bench_laws
tests_bench_bench_laws_SOURCES = tests/bench/bench_laws.c
tests_bench_bench_laws_LDADD = libquire_core.la $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/bench/laws.sh
EXTRA_DIST += tests/bench/run.sh tests/bench/models/bench.xml
