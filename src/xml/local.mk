# list the sources of this folder in libquire_core_la_SOURCES
