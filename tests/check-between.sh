#!/bin/sh
# Sheets, formulas, fields and bodies of which much comes and goes within a step: nothing is missed; see tests/scan/between.c. make scan-between tries 504.
set -u
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 24 24 120 60
exec "$QUIRE_BUILDDIR/tests/scan/between" "$seed" "$size"
