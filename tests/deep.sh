#!/bin/sh
# Everything that looks for mistakes, at full size: hours. make check-deep, in the build folder. STEPS="scan valgrind": these alone. Each step has its
# log in deep/; a step that fails does not end the others. The end lists what failed and each script that was skipped.
set -u
cd "$QUIRE_BUILDDIR" || exit 99
mkdir -p deep

# name, and what make is asked for
steps='plain            deep-plain
sanitize         deep-sanitize
clang            deep-clang
shortage         check-shortage TRIES=0
study-faults     check-study-faults
store-damages    check-store-damages
valgrind         check-valgrind
relations        check-relations RELATIONS=200
scan             scan
scan-faults      scan-faults
scan-bodies      scan-bodies
scan-between     scan-between
scan-doubts      scan-doubts
scan-contact     scan-contact
scan-stubs       scan-stubs
scan-probability scan-probability
scan-live        scan-live
scan-intervals   scan-intervals
validate         validate
error-bars       validate-error-bars
bench            bench
bench-laws       bench-laws
fuzz             check-fuzz
coverage         coverage
mutations        scan-mutations'

wanted=${STEPS:-$(printf '%s\n' "$steps" | awk '{ print $1 }')}
failed=
for step in $wanted; do
    target=$(printf '%s\n' "$steps" | awk -v step="$step" '$1 == step { $1 = ""; print }')
    if test -z "$target"; then
        echo "check-deep: no step '$step'; there are:" >&2
        printf '%s\n' "$steps" >&2
        exit 2
    fi
    started=$(date +%s)
    if $MAKE $target >"deep/$step.log" 2>&1; then verdict=passed; else verdict=failed failed="$failed $step"; fi
    echo "$step: $verdict, $(($(date +%s) - started)) s; all of it is in $PWD/deep/$step.log"
done
echo 'skipped:'
for step in $wanted; do sed -n "s/^SKIP: /    $step: /p" "deep/$step.log"; done
test -z "$failed" || echo "failed:$failed"
test -z "$failed"
