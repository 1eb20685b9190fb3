libquire_core_la_SOURCES += src/xml/version.h
