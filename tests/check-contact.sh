#!/bin/sh
# A few models of each net of contact (tests/scan/contact; make scan-contact tries all). Kinds in `holds` must reach all figures; the others only have to run.
set -u
# a kind is added to the first line, and taken from the second, when all its figures are reached
holds=
runs='walls gates space-walls space-gates lips thresholds glide rest rope'
contact=$QUIRE_BUILDDIR/tests/scan/contact/contact
mkdir -p "$QUIRE_WORK"
if test "$QUIRE_SANITIZE" = yes; then models=1; else models=6; fi
bad=0
for kind in $holds; do
    "$contact" --only="$kind" --models=$models || { echo "$kind: a figure is not reached"; bad=1; }
done
for kind in $runs; do
    "$contact" --only="$kind" --models=1 >"$QUIRE_WORK/contact.txt" 2>&1
    if test $? -gt 1 || ! grep -q '^runs that break off | 0 | 0 |' "$QUIRE_WORK/contact.txt"; then
        cat "$QUIRE_WORK/contact.txt"
        echo "$kind: does not run"
        bad=1
    fi
done
exit $bad
