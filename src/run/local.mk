libquire_core_la_SOURCES += src/run/version.c
