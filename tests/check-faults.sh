#!/bin/sh
# Whole machines with a fault, and healthy ones: verdicts agree with the record and name place, cause and first sign in the part of cases that the
# bounds say [%], healthy machines raise no alarm. tests/scan/faults/faults.h says what is judged; make scan-faults runs 200 and 100, to other bounds.
set -u
work=$QUIRE_WORK/check-faults
mkdir -p "$work" || exit 99
if test "$QUIRE_SANITIZE" = yes; then faults=3 good=2; else faults=30 good=10; fi # of some ten failures one alone is 10 %
exec "$QUIRE_BUILDDIR/tests/scan/faults/faults" "$work/faults.json" 1 "$faults" "$good" 90 75 75 60 0
