#!/bin/sh
# The gallery shows what the samples do today: the same page, and pictures whose lines lie within a pixel.
set -u
QUIRE_REGEN_DIR=$QUIRE_WORK/check-gallery
export QUIRE_REGEN_DIR
rm -rf "$QUIRE_REGEN_DIR" && mkdir -p "$QUIRE_REGEN_DIR" || exit 99
sh "$QUIRE_SRCDIR/tests/gallery.sh" || { echo 'tests/gallery.sh failed'; exit 1; }

cd "$QUIRE_REGEN_DIR" || exit 99
bad=0
for file in doc/guide/gallery.md doc/guide/gallery/local.mk; do
    diff -u "$QUIRE_SRCDIR/$file" "$file" || bad=1
done
for file in doc/guide/gallery/*.svg; do
    awk -v other="$QUIRE_SRCDIR/$file" -f "$QUIRE_SRCDIR/tests/tools/same-picture.awk" "$file" || bad=1
done
test "$bad" -eq 0 || echo 'the gallery is out of date: run make gallery'
exit $bad
