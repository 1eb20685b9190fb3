libquire_core_la_SOURCES += src/run/version.c
libquire_core_la_SOURCES += src/run/logic.c src/run/logic.h
libquire_core_la_SOURCES += src/run/watch.c src/run/watch.h
