#!/bin/sh
# A few models of each net of contact (tests/scan/contact; make scan-contact tries all). Kinds in `holds` must reach all figures; those of `runs` only have to run; `bends`, `flat` and `crowned` take too long for this.
set -u
# a kind is added to the first line, with how many models, and taken from the second, when all its figures are reached
holds='walls:6 gates:6 space-walls:6 space-gates:6 slopes:400 space-slopes:160 joints:10 behind:10 glide:20 rest:20 press:10 slot:10 flat:3'
runs='lips sticky-lips impact-lips thresholds rope energy space-energy'
contact=$QUIRE_BUILDDIR/tests/scan/contact/contact
mkdir -p "$QUIRE_WORK"
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size one full full quarter
if test "$size" = one; then runs=impact-lips; fi
count() { # of those in the list
    case $size in one) echo 1 ;; quarter) echo $((($1 + 3) / 4)) ;; *) echo "$1" ;; esac
}
bad=0
for entry in $holds; do
    kind=${entry%:*}
    "$contact" --only="$kind" --seed="$seed" --models="$(count "${entry#*:}")" || { echo "$kind: a figure is not reached"; bad=1; }
done
for kind in $runs; do
    "$contact" --only="$kind" --seed="$seed" --models=1 >"$QUIRE_WORK/contact.txt" 2>&1
    if test $? -gt 1 || ! grep -q '^runs that break off | 0 | 0 |' "$QUIRE_WORK/contact.txt"; then
        cat "$QUIRE_WORK/contact.txt"
        echo "$kind: does not run"
        bad=1
    fi
done
exit $bad
