# programs that tests/bench/run.sh needs
EXTRA_PROGRAMS += tests/bench/bench
bench_programs += tests/bench/bench
tests_bench_bench_SOURCES = tests/bench/bench.c tests/bench/bench_run.c tests/bench/copies.c tests/bench/bench.h
# the plain kernel is compiled as the library's kernels are
tests_bench_bench_SOURCES += tests/bench/plain_chain.c tests/bench/plain_walls.c tests/bench/plain_nips.c
tests_bench_bench_SOURCES += tests/bench/plain_band.c tests/bench/plain_run.c tests/bench/plain.h tests/bench/plain_laws.h
tests_bench_bench_CFLAGS = $(libquire_kernels_la_CFLAGS)
tests_bench_bench_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_LDADD = libquire.la $(SUNDIALS_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_PROGRAMS += tests/bench/bench_space
bench_programs += tests/bench/bench_space
tests_bench_bench_space_SOURCES = tests/bench/bench_space.c
tests_bench_bench_space_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_space_LDADD = libquire.la $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/bench/models/spatial.xml
EXTRA_PROGRAMS += tests/bench/bench_laws
bench_programs += tests/bench/bench_laws
tests_bench_bench_laws_SOURCES = tests/bench/bench_laws.c
tests_bench_bench_laws_LDADD = $(inside)
EXTRA_DIST += tests/bench/laws.sh
EXTRA_DIST += tests/bench/run.sh tests/bench/models/bench.xml
EXTRA_PROGRAMS += tests/bench/bench_stacks
bench_programs += tests/bench/bench_stacks
tests_bench_bench_stacks_SOURCES = tests/bench/bench_stacks.c
tests_bench_bench_stacks_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_stacks_LDADD = libquire.la $(QUIRE_MATH_LIBS)
# built by the script alone, with what is installed
EXTRA_DIST += tests/bench/peers.sh tests/bench/peers/README.md tests/bench/peers/peers.h
EXTRA_DIST += tests/bench/peers/peer_mujoco.c tests/bench/peers/peer_ode.c tests/bench/peers/peer_simbody.cpp
EXTRA_DIST += tests/bench/peers/drop.xml tests/bench/peers/feed.xml
# stores of many runs: study-store QUIRE ROWS FOLDER
EXTRA_PROGRAMS += tests/bench/study-store
bench_programs += tests/bench/study-store
tests_bench_study_store_SOURCES = tests/bench/study-store.c
tests_bench_study_store_LDADD = $(inside) $(SQLITE_LIBS)
