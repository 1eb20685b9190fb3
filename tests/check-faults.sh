#!/bin/sh
# Machines with a fault, and good ones: verdicts name kind and place of the cause, and good machines raise no alarm. tests/scan/faults.c says what
# is judged; make scan-faults runs a hundred of each.
set -u
work=$QUIRE_WORK/check-faults
mkdir -p "$work" || exit 99
if test "$QUIRE_SANITIZE" = yes; then faults=2 good=1; else faults=60 good=20; fi # of 17 jams one alone would be 6 %
exec "$QUIRE_BUILDDIR/tests/scan/faults" "$work/faults.json" 1 "$faults" "$good"
