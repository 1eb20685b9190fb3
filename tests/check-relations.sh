#!/bin/sh
# What must come out the same when a model is said otherwise, moved, turned, mirrored or made heavier, of a few models drawn at random; see
# tests/scan/relations.c. make check-relations tries two hundred.
set -u
. "$QUIRE_SRCDIR/tests/scan/size.sh"
size 1 2 4 1
exec "$QUIRE_BUILDDIR/tests/scan/relations" "$seed" "$size"
