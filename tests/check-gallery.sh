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
    awk -v other="$QUIRE_SRCDIR/$file" '
        function complain(why) { print other ":" NR ": " why; failed = 1; exit }
        function same(a, b,    n, i, x, y) {
            n = split(a, x, /[^-0-9.]+/)
            if (split(b, y, /[^-0-9.]+/) != n) { return 0 }
            for (i = 1; i <= n; i++) { if (x[i] - y[i] > 1 || y[i] - x[i] > 1) { return 0 } }
            gsub(/[-0-9.]+/, "", a)
            gsub(/[-0-9.]+/, "", b)
            return a == b
        }
        {
            if ((getline line <other) <= 0) { complain("ends too early") }
            if (!same($0, line)) { complain("shows something else") }
        }
        END { if (!failed && (getline line <other) > 0) { complain("goes on") } exit failed }
    ' "$file" || bad=1
done
test "$bad" -eq 0 || echo 'the gallery is out of date: run make gallery'
exit $bad
