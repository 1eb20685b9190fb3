#!/bin/sh
# Free bodies thrown at guides, rollers and each other with every normal law: their energy balances; see tests/scan/bodies.c. make scan-bodies tries two thousand.
set -u
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 42 42 168 42
exec "$QUIRE_BUILDDIR/tests/scan/bodies" "$seed" "$size"
