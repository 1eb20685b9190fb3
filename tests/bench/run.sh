#!/bin/sh
# Speed of the benchmark model: prints a table and writes bench.json into the build folder.
mkdir -p "$QUIRE_WORK/bench" || exit 99
"$QUIRE_BUILDDIR/tests/bench/bench" "$QUIRE_BUILDDIR/bench.json" "$QUIRE_WORK/bench/run" "$@" || exit
"$QUIRE_BUILDDIR/tests/bench/bench_space" "$@" || exit
exec "$QUIRE_BUILDDIR/tests/bench/bench_stacks" "$@"
