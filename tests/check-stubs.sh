#!/bin/sh
# A small part of the scan of stubs (tests/scan/stubs; make scan-stubs runs 500 machines): at most so many leading edges stop unwarned, and of so many percent of the machines whose sheet runs in a stub is warned of.
set -u
if test "$QUIRE_SANITIZE" = yes; then machines=8; else machines=60; fi
exec "$QUIRE_BUILDDIR/tests/scan/stubs/stubs" 1 "$machines" 1 6
