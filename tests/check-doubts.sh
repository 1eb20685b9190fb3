#!/bin/sh
# A few sheets driven at walls and a few machines thrown about, drawn at random: no sheet beyond a wall passes, and energy closes or the run is doubtful; see
# tests/scan/doubts.c. make scan-doubts tries three hundred and two hundred.
set -u
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 3,3 6,6 24,20 6,5
exec "$QUIRE_BUILDDIR/tests/scan/doubts" "$seed" "${size%,*}" "${size#*,}"
