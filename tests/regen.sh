#!/bin/sh
# Writes the generated files of the source tree below $QUIRE_REGEN_DIR: the schema, the reference pages and that of the library, the man
# pages, completion, the rooms of the sources.
set -eu

mkdir -p "$QUIRE_REGEN_DIR/models" "$QUIRE_REGEN_DIR/doc/reference"
(cd "$QUIRE_SRCDIR/models" &&
    LC_ALL=C awk -f "$QUIRE_SRCDIR/tests/tools/library-page.awk" papers.xml films.xml cards.xml surfaces.xml nips.xml) >"$QUIRE_REGEN_DIR/doc/reference/library.md"
"$QUIRE_BUILDDIR/tests/tools/regen" "$QUIRE_REGEN_DIR"
"$QUIRE_SRCDIR/tests/man.sh"
"$QUIRE_SRCDIR/tests/rooms.sh"
exec "$QUIRE_SRCDIR/tests/completion.sh"
