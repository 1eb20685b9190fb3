# the list of all kinds
libquire_core_la_SOURCES += src/catalog/catalog.c src/catalog/catalog.h src/catalog/kinds.h
