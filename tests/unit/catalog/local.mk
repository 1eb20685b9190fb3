unit_sources += tests/unit/catalog/test_roles.c
unit_sources += tests/unit/catalog/test_examples.c
unit_sources += tests/unit/catalog/test_search.c
unit_sources += tests/unit/catalog/test_shelf.c
unit_sources += tests/unit/catalog/test_tables_contract.c
unit_sources += tests/unit/catalog/test_tables_describe.c
unit_sources += tests/unit/catalog/test_tables_every_element.c

# writes the files that are made from the tables; see tests/regen.sh
noinst_PROGRAMS += tests/tools/regen
tests_tools_regen_SOURCES = tests/tools/regen.c tests/tools/regen_examples.c tests/tools/regen_examples.h
tests_tools_regen_LDADD = $(inside)
EXTRA_DIST += tests/data/examples/attached.xml tests/data/examples/calibration.xml tests/data/examples/library.xml tests/data/examples/model.xml tests/data/examples/study.xml
EXTRA_DIST += tests/search-pages.sh tests/tools/search-causes.awk tests/tools/search-library.awk tests/tools/search-headings.awk tests/tools/search-rows.awk
EXTRA_DIST += tests/regen.sh tests/data/models/good-every-element.xml tests/data/models/parts/more.xml tests/data/models/parts/good-library.xml

