#!/bin/sh
# What must come out the same when a model is said otherwise, moved, turned, mirrored or made heavier, of a few models drawn at random; see
# tests/scan/relations.c. make check-relations tries two hundred.
set -u
if test "$QUIRE_SANITIZE" = yes; then models=1; elif test "${QUIRE_AGAIN:-}" = yes; then models=2; else models=4; fi
exec "$QUIRE_BUILDDIR/tests/scan/relations" 1 $models
