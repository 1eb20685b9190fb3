#!/bin/sh
# Free bodies thrown at guides, rollers and each other with every normal law: their energy balances; see tests/scan/bodies.c. make scan-bodies tries two thousand.
set -u
if test "${QUIRE_AGAIN:-}" = yes; then machines=42; else machines=168; fi
exec "$QUIRE_BUILDDIR/tests/scan/bodies" 1 $machines
