#!/bin/sh
# Each fuzz target on the inputs that are kept for it, and on the test models: what was once found stays mended, without a fuzzer.
set -u
work=$QUIRE_WORK/check-corpus
mkdir -p "$work" || exit 99
failed=0
. "$QUIRE_SRCDIR/tests/fuzz/inputs.sh"
for target in $fuzz_targets; do
    IFS=$newline
    set -- $(fuzz_inputs "$target")
    unset IFS
    test "$target" = drawing && set -- "$@" "$QUIRE_SRCDIR/samples/drawn-path/frame.dxf"
    if "$QUIRE_BUILDDIR/tests/fuzz/$target" "$@" >"$work/$target.log" 2>&1; then
        echo "$target: $(tail -n 1 "$work/$target.log")"
    else
        failed=1
        echo "$target: failed, the last input below is the one"
        tail -n 30 "$work/$target.log"
    fi
done
exit $failed
