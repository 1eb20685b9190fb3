#!/bin/sh
# A few sheets driven at walls and a few machines thrown about, drawn at random: no sheet beyond a wall passes, and energy closes or the run is doubtful; see
# tests/scan/doubts.c. make scan-doubts tries three hundred and two hundred.
set -u
if test "$QUIRE_SANITIZE" = yes; then walls=3 machines=3; elif test "${QUIRE_AGAIN:-}" = yes; then walls=6 machines=6; else walls=24 machines=20; fi
exec "$QUIRE_BUILDDIR/tests/scan/doubts" 1 $walls $machines
