#!/bin/sh
# Writes the generated files of the source tree below $QUIRE_REGEN_DIR: the schema and the reference pages.
set -eu

mkdir -p "$QUIRE_REGEN_DIR/models" "$QUIRE_REGEN_DIR/doc/reference"
exec "$QUIRE_BUILDDIR/tests/tools/regen" "$QUIRE_REGEN_DIR"
