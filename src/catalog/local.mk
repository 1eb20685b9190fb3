# the list of all kinds, and what is made from their tables for readers
libquire_core_la_SOURCES += src/catalog/catalog.c src/catalog/catalog.h src/catalog/kinds.h
libquire_core_la_SOURCES += src/catalog/describe.c
libquire_core_la_SOURCES += src/catalog/page.c src/catalog/page.h
libquire_core_la_SOURCES += src/catalog/words.c src/catalog/words.h
