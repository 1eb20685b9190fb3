#!/bin/sh
# A small part of the scan of stubs (tests/scan/stubs; make scan-stubs runs 500 machines): at most so many leading edges stop unwarned, and of so many percent of the machines whose sheet runs in a stub is warned of.
set -u
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 8 8 60 15
test "$size" -ge 60 && warned=6 || warned=14 # of fifteen two
exec "$QUIRE_BUILDDIR/tests/scan/stubs/stubs" "$seed" "$size" 1 $warned
