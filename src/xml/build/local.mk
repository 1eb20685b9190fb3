# construction of objects from elements: values, positions, references
libquire_core_la_SOURCES += src/xml/build/build.c
libquire_core_la_SOURCES += src/xml/build/checks.c
libquire_core_la_SOURCES += src/xml/build/copies.c
libquire_core_la_SOURCES += src/xml/build/files.c
libquire_core_la_SOURCES += src/xml/build/look_alikes.c src/xml/build/look_alikes.h
libquire_core_la_SOURCES += src/xml/build/names.c
libquire_core_la_SOURCES += src/xml/build/placing.c src/xml/build/placing.h
libquire_core_la_SOURCES += src/xml/build/steps.h
