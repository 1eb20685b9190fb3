#!/bin/sh
# Lets AFL++ make up inputs for TIME seconds (60) for each target, or for those in TARGET. What it finds stays in build-afl/found. Ends with 1 when
# something was found.
set -u
. "$QUIRE_SRCDIR/tests/fuzz/inputs.sh"
build=$QUIRE_BUILDDIR/build-afl
failed=0
mkdir -p "$build/seeds" "$build/found" || exit 99
"$build/tests/fuzz/words" >"$build/model.dict" || exit 99
QUIRE_FUZZ_FOLDER=$(mktemp -d /dev/shm/quire-afl-XXXXXX 2>/dev/null || mktemp -d) || exit 99
trap 'rm -rf "$QUIRE_FUZZ_FOLDER"' EXIT # processes that AFL++ ends leave their files behind
trap 'exit 99' HUP INT TERM
# no screen, no settings of the machine; findings abort, with 1 GiB at most; leaks are looked for by libFuzzer
AFL_NO_UI=1 AFL_QUIET=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_BIN_CHECK=1 AFL_MAP_SIZE=1048576
ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0:hard_rss_limit_mb=1024:allocator_may_return_null=1
UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:symbolize=0
export QUIRE_FUZZ_FOLDER AFL_NO_UI AFL_QUIET AFL_SKIP_CPUFREQ AFL_NO_AFFINITY AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES AFL_SKIP_BIN_CHECK AFL_MAP_SIZE ASAN_OPTIONS UBSAN_OPTIONS

# AFL++ wants one folder of files, each of another content
collect() { # TARGET
    rm -rf "$build/seeds/$1" "$build/found/$1"
    mkdir -p "$build/seeds/$1" || exit 99
    fuzz_inputs "$1" | while read -r folder; do
        for file in "$folder"/*; do
            test -f "$file" && test "${file##*/}" != local.mk && cp "$file" "$build/seeds/$1/$(basename "$folder")-${file##*/}"
        done
    done
}

stat_of() { # NAME TARGET
    sed -n "s/^$1 *: *//p" "$build/found/$2/default/fuzzer_stats" 2>/dev/null
}

for target in ${TARGET:-$fuzz_targets}; do
    collect "$target"
    # the clock is for inputs that wait for ever: targets look themselves how long the processor takes
    afl-fuzz -V "${TIME:-60}" -t 120000 -m none -G 65536 -x "$build/model.dict" -i "$build/seeds/$target" -o "$build/found/$target" \
        -- "$build/tests/fuzz/$target" >"$build/$target.log" 2>&1
    code=$?
    found=$(find "$build/found/$target/default/crashes" "$build/found/$target/default/hangs" -name 'id*' 2>/dev/null | wc -l)
    if test $code -eq 0 && test "$found" -eq 0 && test -n "$(stat_of execs_done "$target")"; then
        echo "$target: $(stat_of execs_done "$target") inputs, $(stat_of edges_found "$target") of $(stat_of total_edges "$target") edges, nothing found"
    else
        failed=1
        echo "$target: found $found, see $build/$target.log and $build/found/$target"
        grep -a -E 'PROGRAM ABORT|Location|broken promise|ERROR: ' "$build/$target.log" | head -5
    fi
done
exit $failed
