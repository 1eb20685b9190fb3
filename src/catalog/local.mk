# list of all kinds; help, schema and reference pages made from their tables
libquire_core_la_SOURCES += src/catalog/catalog.c src/catalog/catalog.h src/catalog/kinds.h
libquire_core_la_SOURCES += src/catalog/describe.c
libquire_core_la_SOURCES += src/catalog/parameters.c
libquire_core_la_SOURCES += src/catalog/examples.c src/catalog/examples.h
libquire_core_la_SOURCES += src/catalog/page.c src/catalog/page.h
libquire_core_la_SOURCES += src/catalog/reference.c src/catalog/reference.h
libquire_core_la_SOURCES += src/catalog/review_rules.c src/catalog/review_rules.h
libquire_core_la_SOURCES += src/catalog/schema.c
libquire_core_la_SOURCES += src/catalog/search.c src/catalog/search.h src/catalog/search_pages.c
EXTRA_DIST += src/catalog/search_words.tsv
libquire_core_la_SOURCES += src/catalog/shelf.c src/catalog/shelf.h
libquire_core_la_SOURCES += src/catalog/words.c src/catalog/words.h

# made from the tables by `make regen`
EXTRA_DIST += doc/reference/index.md doc/reference/model.md doc/reference/contacts.md
EXTRA_DIST += doc/reference/normal-laws.md doc/reference/friction-laws.md doc/reference/paths.md
EXTRA_DIST += doc/reference/shapes.md doc/reference/drives.md doc/reference/bodies.md
EXTRA_DIST += doc/reference/elements.md doc/reference/sensors.md doc/reference/rules.md doc/reference/gates.md
EXTRA_DIST += doc/reference/checks.md doc/reference/studies.md doc/reference/calibrations.md doc/reference/designs.md doc/reference/units.md doc/reference/review.md doc/reference/problems.md
libquire_core_la_SOURCES += src/catalog/load.c
