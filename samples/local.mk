# each sample is a folder with its model, a README and what must come out
sample_files =
sample_files += samples/five-stations/five-stations.xml samples/five-stations/README.md samples/five-stations/expected.txt
sample_files += samples/shared-parts/shared-parts.xml samples/shared-parts/README.md samples/shared-parts/expected.txt
sample_files += samples/shared-parts/parts/papers.xml samples/shared-parts/parts/contacts.xml
sample_files += samples/brush-table/brush-table.xml samples/brush-table/README.md samples/brush-table/expected.txt
sample_files += \
    samples/a4-turn/a4-turn.xml samples/a4-turn/README.md samples/a4-turn/expected.txt \
    samples/tolerances/tolerances.xml samples/tolerances/README.md samples/tolerances/expected.txt \
    samples/registration-stop/registration-stop.xml samples/registration-stop/README.md samples/registration-stop/expected.txt \
    samples/sprung-flap/sprung-flap.xml samples/sprung-flap/README.md samples/sprung-flap/expected.txt \
    samples/note-path/note-path.xml samples/note-path/README.md samples/note-path/expected.txt \
    samples/released-nip/released-nip.xml samples/released-nip/README.md samples/released-nip/expected.txt \
    samples/branch-flap/branch-flap.xml samples/branch-flap/README.md samples/branch-flap/expected.txt \
    samples/blocks-on-slope/blocks-on-slope.xml samples/blocks-on-slope/README.md samples/blocks-on-slope/expected.txt \
    samples/hop-and-roll/hop-and-roll.xml samples/hop-and-roll/README.md samples/hop-and-roll/expected.txt \
    samples/side-guide-deskew/side-guide-deskew.xml samples/side-guide-deskew/README.md samples/side-guide-deskew/expected.txt \
    samples/two-nips-skew/two-nips-skew.xml samples/two-nips-skew/README.md samples/two-nips-skew/expected.txt \
    samples/speed-deskew/speed-deskew.xml samples/speed-deskew/README.md samples/speed-deskew/expected.txt \
    samples/stop-deskew/stop-deskew.xml samples/stop-deskew/README.md samples/stop-deskew/expected.txt \
    samples/buckle-deskew/buckle-deskew.xml samples/buckle-deskew/README.md samples/buckle-deskew/expected.txt \
    samples/shift-carriage/shift-carriage.xml samples/shift-carriage/README.md samples/shift-carriage/expected.txt \
    samples/spinning-top/spinning-top.xml samples/spinning-top/README.md samples/spinning-top/expected.txt \
    samples/thrown-dice/thrown-dice.xml samples/thrown-dice/README.md samples/thrown-dice/expected.txt \
    samples/oblique-discs/oblique-discs.xml samples/oblique-discs/README.md samples/oblique-discs/expected.txt \
    samples/sticky-discs/sticky-discs.xml samples/sticky-discs/README.md samples/sticky-discs/expected.txt \
    samples/c-path/c-path.xml samples/c-path/README.md samples/c-path/expected.txt \
    samples/drawn-path/drawn-path.xml samples/drawn-path/frame.dxf samples/drawn-path/README.md samples/drawn-path/expected.txt \
    samples/card-stock/card-stock.xml samples/card-stock/README.md samples/card-stock/expected.txt \
    samples/contact-data/README.md samples/contact-data/cover.csv samples/contact-data/bonded.csv samples/contact-data/stack.csv samples/contact-data/drops.csv \
    samples/droop/droop.xml samples/droop/README.md samples/droop/expected.txt \
    samples/lip-jam/lip-jam.xml samples/lip-jam/README.md samples/lip-jam/expected.txt \
    samples/stopped-nip/stopped-nip.xml samples/stopped-nip/README.md samples/stopped-nip/expected.txt
sample_files += \
    samples/roller-set/roller-set.xml samples/roller-set/README.md samples/roller-set/expected.txt \
    samples/soft-ball/soft-ball.xml samples/soft-ball/README.md samples/soft-ball/expected.txt \
    samples/soft-disc/soft-disc.xml samples/soft-disc/README.md samples/soft-disc/expected.txt \
    samples/soft-roller/soft-roller.xml samples/soft-roller/README.md samples/soft-roller/expected.txt \
    samples/soft-roller/plot.sh samples/soft-roller/feed-speed.svg
sample_files += \
    samples/crowned-roller/crowned-roller.xml samples/crowned-roller/README.md samples/crowned-roller/expected.txt \
    samples/dog-ear/dog-ear.xml samples/dog-ear/README.md samples/dog-ear/expected.txt
sample_files += samples/air-jet/air-jet.xml samples/air-jet/README.md samples/air-jet/expected.txt
sample_files += samples/vacuum-belt/vacuum-belt.xml samples/vacuum-belt/README.md samples/vacuum-belt/expected.txt
sample_files += samples/card-u-turn/card-u-turn.xml samples/card-u-turn/README.md samples/card-u-turn/expected.txt
sample_files += samples/library-path/library-path.xml samples/library-path/README.md samples/library-path/expected.txt
sample_files += samples/printer/printer.xml samples/printer/README.md samples/printer/expected.txt
sample_files += samples/document-feeder/document-feeder.xml samples/document-feeder/README.md samples/document-feeder/expected.txt
sample_files += samples/adf-feed/adf-feed.xml samples/adf-feed/README.md samples/adf-feed/expected.txt
# studies of them
sample_files += samples/friction-and-load.xml samples/screening.xml samples/robust-turn.xml samples/skew-causes.xml
sample_files += \
    samples/duplex/duplex.xml samples/duplex/README.md samples/duplex/expected.txt \
    samples/gap-control/gap-control.xml samples/gap-control/README.md samples/gap-control/expected.txt \
    samples/film-strip/film-strip.xml samples/film-strip/README.md samples/film-strip/expected.txt \
    samples/separation-roller/separation-roller.xml samples/separation-roller/README.md samples/separation-roller/expected.txt \
    samples/skewed-pile/skewed-pile.xml samples/skewed-pile/README.md samples/skewed-pile/expected.txt
sample_files += samples/from-mtt/feeder.csv samples/from-mtt/points.csv samples/from-mtt/README.md
sample_files += samples/calibrate-a4/calibrate-a4.xml samples/calibrate-drives.xml samples/calibrate-a4/times.csv samples/calibrate-a4/README.md samples/calibrate-a4/expected.txt
sample_files += samples/filtration.csv
EXTRA_DIST += $(sample_files)
