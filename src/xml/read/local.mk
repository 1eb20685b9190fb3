# reading of a model: order of the steps
libquire_core_la_SOURCES += src/xml/read/identity.c src/xml/read/identity.h
libquire_core_la_SOURCES += src/xml/read/read.c src/xml/read/read.h
libquire_core_la_SOURCES += src/xml/read/prepared.c src/xml/read/prepared.h
libquire_core_la_SOURCES += src/xml/read/reading.h
