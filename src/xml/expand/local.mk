# elements that stand for others: includes, defaults, likes, parameters, instances, copies
libquire_core_la_SOURCES += src/xml/expand/copies.c
libquire_core_la_SOURCES += src/xml/expand/defaults.c
libquire_core_la_SOURCES += src/xml/expand/include.c
libquire_core_la_SOURCES += src/xml/expand/instances.c src/xml/expand/instances.h
libquire_core_la_SOURCES += src/xml/expand/library.c src/xml/expand/library.h
libquire_core_la_SOURCES += src/xml/expand/like.c
libquire_core_la_SOURCES += src/xml/expand/parameter_table.c src/xml/expand/parameter_table.h
libquire_core_la_SOURCES += src/xml/expand/parameters.c
