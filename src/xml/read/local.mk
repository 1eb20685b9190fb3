# reading a model: the steps in their order, and what a file says
libquire_core_la_SOURCES += src/xml/read/identity.c src/xml/read/identity.h
libquire_core_la_SOURCES += src/xml/read/read.c src/xml/read/read.h
libquire_core_la_SOURCES += src/xml/read/prepared.c src/xml/read/prepared.h
libquire_core_la_SOURCES += src/xml/read/reading.h
