#!/bin/sh
# Whole machines with a fault, and healthy ones: verdicts agree with the record and name place, cause and first sign in the part of cases that the
# bounds say [%], healthy machines raise no alarm. tests/scan/faults/faults.h says what is judged; make scan-faults runs 200 and 100, to other bounds.
set -u
work=$QUIRE_WORK/check-faults
mkdir -p "$work" || exit 99
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 3,2 8,3 30,10 8,3
# Of few failures one alone is much. Where two, five, eight and ten of a hundred are wrong, more than these are in a day of a thousand.
case $size in 30,*) bounds='90 75 75 60' ;; *) bounds='70 50 50 50' ;; esac
exec "$QUIRE_BUILDDIR/tests/scan/faults/faults" "$work/faults.json" "$seed" "${size%,*}" "${size#*,}" $bounds 0
