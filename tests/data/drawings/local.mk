# small drawings of the forms that programs write, for unit tests
EXTRA_DIST += tests/data/drawings/dxf.txt
EXTRA_DIST += tests/data/drawings/svg.txt
