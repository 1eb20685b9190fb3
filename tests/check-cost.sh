#!/bin/sh
# The cost of fixed runs in instructions, solver steps and memory, compared with tests/cost/baseline.tsv: fails where a figure exceeds its
# line by 3 %. QUIRE_DEEP=yes: at full length, and more cases. CASES="adf-feed printer": only these. make cost-baseline writes the baseline.
set -u
work=$QUIRE_WORK/check-cost
rm -rf "$work" && mkdir -p "$work" || exit 99

for tool in valgrind python3; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian: $tool)"; exit 77; }
done
if test -n "${QUIRE_TOOL_CFLAGS-}"; then
    echo 'with sanitizers or coverage counters, programs cost something else'
    exit 77
fi
programs='tests/quire_one_kernel tests/cost/quire-doe'
if ! (cd "$QUIRE_BUILDDIR" && flock tests/one_kernel.lock $MAKE $programs) >"$work/log" 2>&1; then
    tail -n 20 "$work/log"
    exit 1
fi
for program in $programs; do
    if ${NM:-nm} "$QUIRE_BUILDDIR/$program" | grep '\.arch_x86_64_v[34]'; then
        echo "$program: compiled for several instruction sets: add the sources to one_kernel_core, src/cli/local.mk"
        exit 1
    fi
done
# what counts depend on: compiler, flags, C library
flags() { sed -n "s/^$1 = //p" "$QUIRE_BUILDDIR/Makefile" | tr ' ' '\n' | grep -v -e '^-g' -e '-prefix-map=' -e '^-W' | tr '\n' ' '; }
built_with=$(echo "$($CC --version | sed 's/ .*//; q') $($CC -dumpversion)," "$($CC -dumpmachine)," $(flags QUIRE_SPEED_CFLAGS) \
    $(flags QUIRE_KERNEL_CFLAGS) $(flags CFLAGS) "glibc $(ldd --version | sed 's/.* //; q')")
set -- ${CASES-}
test "${QUIRE_DEEP-}" != yes || set -- "$@" --deep
test "${BASELINE-}" != write || set -- "$@" --write
PYTHONDONTWRITEBYTECODE=1 exec python3 "$QUIRE_SRCDIR/tests/cost/cost.py" "$QUIRE_BUILDDIR/tests/quire_one_kernel" \
    "$QUIRE_BUILDDIR/tests/cost/quire-doe" "$QUIRE_SRCDIR/tests/cost/baseline.tsv" "$work/runs" "$built_with" "$@"
