#!/bin/sh
# Everything under version control goes into the source archive, but for what serves the repository alone.
set -u

top=$(git -C "$QUIRE_SRCDIR" rev-parse --show-toplevel 2>/dev/null)
if test "$top" != "$(cd "$QUIRE_SRCDIR" && pwd -P)"; then
    echo 'not a clone'
    exit 77
fi
work=$QUIRE_WORK/check-dist
rm -rf "$work" && mkdir -p "$work" || exit 99

git -C "$QUIRE_SRCDIR" ls-files | grep -v -E '^\.(ci/|gitignore$|gitattributes$|clang-format$)' |
    LC_ALL=C sort >"$work/tracked" || exit 99
MAKEFLAGS= "$MAKE" -s -C "$QUIRE_BUILDDIR" list-dist-files | LC_ALL=C sort -u >"$work/distributed" || exit 99
LC_ALL=C comm -23 "$work/tracked" "$work/distributed" >"$work/forgotten"
if test -s "$work/forgotten"; then
    echo 'under version control, but in no local.mk (EXTRA_DIST or a list of sources):'
    sed 's/^/    /' "$work/forgotten"
    exit 1
fi
echo "$(wc -l <"$work/tracked") files"
