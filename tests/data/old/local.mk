# files of older format versions, old-VERSION-WHAT.xml, and what `quire upgrade` makes of them, new-VERSION-WHAT.xml
EXTRA_DIST += tests/data/old/old-0-model.xml tests/data/old/new-0-model.xml
EXTRA_DIST += tests/data/old/old-0-no-version.xml tests/data/old/new-0-no-version.xml
