#!/bin/sh
# CVODE's calls of pow, which choose its steps, go to the command's own and not to libm's, of which there are several.
set -u
work=$QUIRE_WORK/check-portable-math
rm -rf "$work" && mkdir -p "$work" || exit 99

if ! $NM -D "$QUIRE" >"$work/names" 2>/dev/null && ! $NM -D "$QUIRE_BUILDDIR/.libs/quire" >"$work/names" 2>/dev/null; then
    echo 'names of the command cannot be listed'
    exit 77
fi
LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT=$work/bindings "$QUIRE" --version >/dev/null || exit 1
cat "$work"/bindings.* >"$work/all" 2>/dev/null
if ! grep -q 'binding file' "$work/all"; then
    echo 'this dynamic linker does not tell what it binds'
    exit 77
fi
grep -E 'binding file [^ ]*libsundials[^ ]* .*symbol .(pow|atan2)'"'" "$work/all" >"$work/sundials"
cat "$work/sundials"
if test ! -s "$work/sundials"; then
    if grep -q libsundials "$work/all"; then
        echo 'SUNDIALS does not call pow; this test no longer tests anything'
        exit 1
    fi
    echo 'SUNDIALS is part of the command'
    exit 77
fi
if grep -v ' to [^ ]*quire ' "$work/sundials"; then
    echo 'those are calls of another pow'
    exit 1
fi
exit 0
