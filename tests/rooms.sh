#!/bin/sh
# Writes the table of rooms in src/README.md, below the marked line, and the picture doc/rooms.svg, below $QUIRE_REGEN_DIR.
set -eu
LC_ALL=C
export LC_ALL
cd "$QUIRE_SRCDIR"
mkdir -p "$QUIRE_REGEN_DIR/src" "$QUIRE_REGEN_DIR/doc"
page=$QUIRE_REGEN_DIR/src/README.md
{
    sed '/^<!-- from here on/q' src/README.md
    awk -f tests/tools/rooms.awk src/LAYERS
} >"$page.new"
mv "$page.new" "$page"
awk -v picture=1 -f tests/tools/rooms.awk src/LAYERS >"$QUIRE_REGEN_DIR/doc/rooms.svg"
