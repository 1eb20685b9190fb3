# elements become objects with values and references
libquire_core_la_SOURCES += src/xml/read/build.c
libquire_core_la_SOURCES += src/xml/read/files.c
libquire_core_la_SOURCES += src/xml/read/identity.c src/xml/read/identity.h
libquire_core_la_SOURCES += src/xml/read/look_alikes.c
libquire_core_la_SOURCES += src/xml/read/missing.c
libquire_core_la_SOURCES += src/xml/read/names.c
libquire_core_la_SOURCES += src/xml/read/placing.c
libquire_core_la_SOURCES += src/xml/read/read.c src/xml/read/read.h
libquire_core_la_SOURCES += src/xml/read/reader.h
