# written by make gallery
EXTRA_DIST += doc/guide/gallery.md \
    doc/guide/gallery/a4-turn.svg \
    doc/guide/gallery/adf-feed.svg \
    doc/guide/gallery/blocks-on-slope.svg \
    doc/guide/gallery/branch-flap.svg \
    doc/guide/gallery/buckle-deskew.svg \
    doc/guide/gallery/c-path.svg \
    doc/guide/gallery/card-stock.svg \
    doc/guide/gallery/card-u-turn.svg \
    doc/guide/gallery/crowned-roller.svg \
    doc/guide/gallery/dog-ear.svg \
    doc/guide/gallery/droop.svg \
    doc/guide/gallery/duplex.svg \
    doc/guide/gallery/film-strip.svg \
    doc/guide/gallery/gap-control.svg \
    doc/guide/gallery/hop-and-roll.svg \
    doc/guide/gallery/lip-jam.svg \
    doc/guide/gallery/note-path.svg \
    doc/guide/gallery/oblique-discs.svg \
    doc/guide/gallery/registration-stop.svg \
    doc/guide/gallery/released-nip.svg \
    doc/guide/gallery/roller-set.svg \
    doc/guide/gallery/separation-roller.svg \
    doc/guide/gallery/shift-carriage.svg \
    doc/guide/gallery/side-guide-deskew.svg \
    doc/guide/gallery/soft-ball.svg \
    doc/guide/gallery/soft-disc.svg \
    doc/guide/gallery/soft-roller.svg \
    doc/guide/gallery/speed-deskew.svg \
    doc/guide/gallery/spinning-top.svg \
    doc/guide/gallery/sprung-flap.svg \
    doc/guide/gallery/sticky-discs.svg \
    doc/guide/gallery/stop-deskew.svg \
    doc/guide/gallery/stopped-nip.svg \
    doc/guide/gallery/thrown-dice.svg \
    doc/guide/gallery/two-nips-skew.svg \
    doc/guide/gallery/vacuum-belt.svg
