# models that can be run but hardly mean what they say; each file says itself which warning it must raise
EXTRA_DIST += tests/data/trouble/channel-narrower-than-sheet.xml
EXTRA_DIST += tests/data/trouble/contact-softer-than-its-law.xml
EXTRA_DIST += tests/data/trouble/damping-that-pulls.xml
EXTRA_DIST += tests/data/trouble/drive-turns-nothing.xml
EXTRA_DIST += tests/data/trouble/guide-goes-back.xml
EXTRA_DIST += tests/data/trouble/lane-narrower-than-sheet.xml
EXTRA_DIST += tests/data/trouble/none.xml
EXTRA_DIST += tests/data/trouble/pair-of-no-surface.xml
EXTRA_DIST += tests/data/trouble/roller-in-guide.xml
EXTRA_DIST += tests/data/trouble/segments-too-long.xml
EXTRA_DIST += tests/data/trouble/sensor-behind-all-sheets.xml
EXTRA_DIST += tests/data/trouble/sensor-beyond-the-path.xml
EXTRA_DIST += tests/data/trouble/sheet-after-the-end.xml
EXTRA_DIST += tests/data/trouble/sheets-in-one-place.xml
EXTRA_DIST += tests/data/trouble/start-beyond-the-path.xml
EXTRA_DIST += tests/data/trouble/sheet-wider-than-the-machine.xml
EXTRA_DIST += tests/data/trouble/rollers-inside-each-other.xml
