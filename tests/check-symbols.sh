#!/bin/sh
# The shared library exports what the public headers declare, all of it and nothing else; in the static one every global
# name starts with quire_ too, so that it can clash with nobody's.
set -u

shared=$QUIRE_BUILDDIR/.libs/libquire.so
static=$QUIRE_BUILDDIR/.libs/libquire.a
work=$QUIRE_WORK/check-symbols
rm -rf "$work" && mkdir -p "$work" || exit 99
bad=0

if test -n "$QUIRE_TOOL_CFLAGS"; then
    echo 'sanitizers and coverage counters add names of their own'
    exit 77
fi

sh "$QUIRE_SRCDIR/src/exports.sh" "$QUIRE_SRCDIR"/include/quire/*.h >"$work/declared" || exit 1
marked=$(cat "$QUIRE_SRCDIR"/include/quire/*.h | grep -c '^QUIRE_API ')
if test "$marked" -eq 0 || test "$marked" -ne "$(wc -l <"$work/declared")"; then
    echo "the headers mark $marked functions with QUIRE_API at the start of a line, src/exports.sh finds $(wc -l <"$work/declared")"
    exit 1
fi

if test -f "$shared"; then
    $NM -D --defined-only "$shared" | awk '$2 != "A" { sub(/@.*/, "", $NF); print $NF }' | LC_ALL=C sort -u >"$work/exported"
    LC_ALL=C comm -23 "$work/exported" "$work/declared" >"$work/secret"
    if test -s "$work/secret"; then
        echo 'exported, but declared in no public header:'
        sed 's/^/    /' "$work/secret"
        bad=1
    fi
    LC_ALL=C comm -13 "$work/exported" "$work/declared" >"$work/missing"
    if test -s "$work/missing"; then
        echo 'declared in a public header, but not in the library:'
        sed 's/^/    /' "$work/missing"
        bad=1
    fi
    $NM -D --undefined-only "$shared" | awk '$NF ~ /^quire_/ { print $NF }' | LC_ALL=C sort -u >"$work/undefined"
    if test -s "$work/undefined"; then
        echo 'called, but defined nowhere:'
        sed 's/^/    /' "$work/undefined"
        bad=1
    fi
    # the packages' list of what programs may rely on, with the version each came in
    sed -n 's/^ \(quire_[a-z0-9_]*\)@QUIRE_0 .*/\1/p' "$QUIRE_SRCDIR/debian/libquire0.symbols" | LC_ALL=C sort >"$work/promised"
    if ! cmp -s "$work/exported" "$work/promised"; then
        echo 'exported and listed in debian/libquire0.symbols differ (a name that goes breaks programs: then the library gets a new number):'
        diff "$work/promised" "$work/exported" | sed -n 's/^[<>]/    &/p'
        bad=1
    fi
    echo "$(wc -l <"$work/exported") exported symbols, $(wc -l <"$work/declared") declared"
fi
if test -f "$static"; then
    $NM -g --defined-only "$static" 2>/dev/null | awk 'NF >= 3 && $3 !~ /^quire_/ { print $3 }' |
        LC_ALL=C sort -u >"$work/foreign"
    if test -s "$work/foreign"; then
        echo 'global names that do not start with quire_:'
        sed 's/^/    /' "$work/foreign"
        bad=1
    fi
fi
if test ! -f "$shared" && test ! -f "$static"; then
    echo 'found no library'
    exit 1
fi
exit $bad
