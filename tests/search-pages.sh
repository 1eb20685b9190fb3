#!/bin/sh
# Writes src/catalog/search_pages.c below $QUIRE_REGEN_DIR: what `quire describe --search` finds beside the tables of the program. These are
# verbs, from their own help; signs and causes of jams, from their tables in the guide; names of the library; titles and headings of the
# manual, with what its index says of a page; and the words of users (src/catalog/search_words.tsv).
set -eu

out=$QUIRE_REGEN_DIR/src/catalog
mkdir -p "$out"
cd "$QUIRE_SRCDIR"
LC_ALL=C
export LC_ALL
{
    "$QUIRE" --help | sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *\(.*\)/verb\t\1\t\t\2\tquire help \1/p'
    "$QUIRE" doe --help | sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *\(.*\)/verb\tdoe \1\t\t\2\tquire help doe \1/p'
    awk -f tests/tools/search-causes.awk doc/guide/jams.md
    (cd models && awk -f "$QUIRE_SRCDIR/tests/tools/search-library.awk" papers.xml films.xml cards.xml surfaces.xml nips.xml)
    awk -v headings=1 -f tests/tools/search-headings.awk doc/guide/index.md $(ls doc/guide/*.md | grep -v /index.md)
    (cd "$QUIRE_REGEN_DIR" && awk -f "$QUIRE_SRCDIR/tests/tools/search-headings.awk" $(ls doc/reference/*.md))
    cat src/catalog/search_words.tsv
} | awk -f tests/tools/search-rows.awk >"$out/search_pages.c"
