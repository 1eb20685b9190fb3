#!/bin/sh
# Cases with known answers: prints a table, writes validate.json and the page into the build folder, and looks whether the manual's page
# still says the same. With $QUIRE_PAGE_DIR the page goes there.
set -u
page=${QUIRE_PAGE_DIR-$QUIRE_BUILDDIR/validation}
mkdir -p "$page" || exit 1
"$QUIRE_BUILDDIR/tests/validate/validate" "$QUIRE_BUILDDIR/validate.json" "$page" "$@" || exit
test $# -gt 0 || "$QUIRE_SRCDIR/tests/validate/same-page.sh" "$QUIRE_SRCDIR/doc/validation" "$page"
