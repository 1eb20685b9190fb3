#!/bin/sh
# Writes the generated files of the source tree below $QUIRE_REGEN_DIR: the schema, the reference pages and that of the library, the man
# pages, completion, the rooms of the sources, what search finds in the manual, the lists of test scripts.
set -eu

mkdir -p "$QUIRE_REGEN_DIR/models" "$QUIRE_REGEN_DIR/doc/reference" "$QUIRE_REGEN_DIR/tests"
awk -f "$QUIRE_SRCDIR/tests/tools/scripts.awk" "$QUIRE_SRCDIR/tests/scripts.tsv" >"$QUIRE_REGEN_DIR/tests/scripts.mk"
(cd "$QUIRE_SRCDIR/models" &&
    LC_ALL=C awk -f "$QUIRE_SRCDIR/tests/tools/library-page.awk" papers.xml films.xml cards.xml surfaces.xml nips.xml) >"$QUIRE_REGEN_DIR/doc/reference/library.md"
# elements serve as examples: first those of files written for it, then those of samples, last those that tests have
data=$QUIRE_SRCDIR/tests/data
mkdir -p "$QUIRE_REGEN_DIR/src/catalog"
"$QUIRE_BUILDDIR/tests/tools/regen" "$QUIRE_REGEN_DIR" "$data"/examples/*.xml "$QUIRE_SRCDIR"/samples/a4-turn/a4-turn.xml \
    "$QUIRE_SRCDIR"/samples/*/*.xml "$QUIRE_SRCDIR"/samples/*.xml "$data/models/good-every-element.xml" "$data/models/parts/good-library.xml" \
    "$data/studies/good-every-element.xml" "$data/calibrations/good-every-element.xml"
"$QUIRE_SRCDIR/tests/man.sh"
"$QUIRE_SRCDIR/tests/rooms.sh"
"$QUIRE_SRCDIR/tests/search-pages.sh"
exec "$QUIRE_SRCDIR/tests/completion.sh"
