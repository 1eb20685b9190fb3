#!/bin/sh
# Lets libFuzzer make up inputs for TIME seconds (60) for each target, or for those in TARGET. What it finds stays in build-fuzz/found: an input that
# is mended belongs into tests/fuzz/corpus. Ends with 1 when something was found.
set -u
. "$QUIRE_SRCDIR/tests/fuzz/inputs.sh"
build=$QUIRE_BUILDDIR/build-fuzz
failed=0
mkdir -p "$build/found" || exit 99
"$build/tests/fuzz/words" >"$build/model.dict" || exit 99
UBSAN_OPTIONS=print_stacktrace=1; export UBSAN_OPTIONS
for target in ${TARGET:-$fuzz_targets}; do
    grown=$build/corpus/$target
    mkdir -p "$grown" || exit 99
    IFS=$newline
    set -- "$grown" $(fuzz_inputs "$target")
    unset IFS
    # an input may take 1 GiB, and 5 s of the processor, to which the targets see themselves; the clock is for those that wait for ever
    "$build/tests/fuzz/$target" -max_total_time="${TIME:-60}" -timeout=120 -rss_limit_mb=1024 -malloc_limit_mb=1024 -dict="$build/model.dict" \
        -max_len=65536 -artifact_prefix="$build/found/$target-" -print_final_stats=1 -verbosity=1 "$@" >"$build/$target.log" 2>&1
    code=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log")
    if test $code -eq 0; then
        echo "$target: ${runs:-0} inputs, nothing found"
    else
        failed=1
        echo "$target: found something after ${runs:-?} inputs, see $build/$target.log"
        grep -E 'broken promise|ERROR: |runtime error|SUMMARY' "$build/$target.log" | head -5
    fi
done
exit $failed
