# the element tree during reading: data shared by its steps, names of parts, missing attributes
libquire_core_la_SOURCES += src/xml/tree/built.c src/xml/tree/built.h
libquire_core_la_SOURCES += src/xml/tree/instance.c src/xml/tree/instance.h
libquire_core_la_SOURCES += src/xml/tree/kinds.c src/xml/tree/kinds.h
libquire_core_la_SOURCES += src/xml/tree/missing.c src/xml/tree/missing.h
libquire_core_la_SOURCES += src/xml/tree/reader.c src/xml/tree/reader.h
