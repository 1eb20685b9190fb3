#!/bin/sh
# The inner loops exist once for each instruction set and the processor chooses; the one for the oldest processors gives the same bits.
set -u
work=$QUIRE_WORK/check-kernels
rm -rf "$work" && mkdir -p "$work" || exit 99

if test -n "${QUIRE_TOOL_CFLAGS-}"; then
    echo 'sanitizers and coverage counters allow one instruction set only'
    exit 77
fi
# check-cost.sh may want it built at the same time
if ! (cd "$QUIRE_BUILDDIR" && flock tests/one_kernel.lock $MAKE tests/quire_one_kernel) >"$work/log" 2>&1; then
    tail -n 20 "$work/log"
    exit 1
fi
# a loop that is still there for several instruction sets would compare with itself
if ${NM:-nm} "$QUIRE_BUILDDIR/tests/quire_one_kernel" | grep '\.arch_x86_64_v[34]'; then
    echo 'these are compiled for several instruction sets: add their sources to one_kernel_core, src/cli/local.mk'
    exit 1
fi
# the other program does not lie beside the library
QUIRE_LIBRARY_PATH=$QUIRE_SRCDIR/models
export QUIRE_LIBRARY_PATH
end_state() { sed -n 's/.*"end-state": "\([0-9a-f]\{64\}\)".*/\1/p' "$1/summary.json"; }
# all of a summary but what says when and where it was made: the figures of the series are summed up by such loops, too
lasting() { sed '/"provenance"/,$d' "$1/summary.json"; }
bad=0
for model in "$QUIRE_SRCDIR"/samples/*/*.xml; do
    name=$(basename "$model" .xml)
    brief=$(sed -n 's/^brief /--end=/p' "$(dirname "$model")/expected.txt") # shorter where the sample is long
    "$QUIRE" run -q $brief -o "$work/chosen" --force "$model"
    "$QUIRE_BUILDDIR/tests/quire_one_kernel" run -q $brief -o "$work/one" --force "$model"
    chosen=$(end_state "$work/chosen") one=$(end_state "$work/one")
    echo "$name: $chosen"
    if test -z "$chosen" || test "$chosen" != "$one"; then
        echo "$name: $one with one kernel"
        bad=1
    fi
    lasting "$work/chosen" >"$work/chosen.json"
    lasting "$work/one" >"$work/one.json"
    if ! grep -q figures "$work/one.json" || ! cmp "$work/chosen.json" "$work/one.json"; then
        echo "$name: another summary with one kernel"
        bad=1
    fi
done
exit $bad
