#!/bin/sh
# The manual as HTML: Sphinx makes it without a warning, all of its links hold, its search finds the right pages when it is opened from a
# file, and it can be read in light and dark and on a phone.
set -u
work=$QUIRE_WORK/check-manual
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99

# Sphinx may be of another Python than the first one on the path
sphinx=$(command -v sphinx-build) && $(sed -n '1s/^#! *//p' "$sphinx") -c 'import furo, myst_parser' 2>/dev/null || {
    echo 'Sphinx, MyST or furo is missing (Debian: python3-sphinx, python3-myst-parser, furo)'
    exit 77
}
MAKEFLAGS= "$MAKE" -s -C "$QUIRE_BUILDDIR" html-local manual="$work" SPHINX_BUILD="$sphinx" >build.txt 2>&1 || {
    cat build.txt
    exit 1
}
PYTHONDONTWRITEBYTECODE=1 python3 "$QUIRE_SRCDIR/tests/tools/look-at-manual.py" html >out.txt 2>err.txt || echo "not ok the browser: $(tail -n 1 err.txt)" >>out.txt
cat build.txt measured.txt
grep '^not ok' out.txt && exit 1
echo "$(grep -c '^ok' out.txt) promises"
# a manual of hundreds of files is not worth keeping
rm -rf source doctrees html
grep -q '^ok' out.txt
