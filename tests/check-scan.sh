#!/bin/sh
# A few models drawn at random: each comes to an end or a jam, none at a cost far above the others'. Counts alone are judged; see
# tests/scan/scan.c. make scan runs a thousand, and two hundred
# in space.
set -u
work=$QUIRE_WORK/check-scan
mkdir -p "$work" || exit 99
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 4,1 8,2 20,6 5,2
exec "$QUIRE_BUILDDIR/tests/scan/scan" "$work/scan.json" "$seed" "${size%,*}" "${size#*,}" 0
