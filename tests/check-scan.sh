#!/bin/sh
# A few models drawn at random: each comes to an end or a jam, none at a cost far above the others'. Counts alone are judged; see
# tests/scan/scan.c. make scan runs a thousand, and two hundred
# in space.
set -u
work=$QUIRE_WORK/check-scan
mkdir -p "$work" || exit 99
if test "$QUIRE_SANITIZE" = yes; then models=4 skewed=1; elif test "${QUIRE_AGAIN:-}" = yes; then models=8 skewed=2; else models=20 skewed=6; fi
exec "$QUIRE_BUILDDIR/tests/scan/scan" "$work/scan.json" 1 "$models" "$skewed" 0
