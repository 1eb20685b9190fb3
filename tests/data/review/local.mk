# a path that the review finds ok, doubtful and wrong
EXTRA_DIST += tests/data/review/path.xml
