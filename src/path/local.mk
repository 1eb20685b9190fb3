# paths, the channels and guides along them, and what lets guides move
libquire_core_la_SOURCES += src/path/guides.c src/path/guides.h
libquire_core_la_SOURCES += src/path/gate.c src/path/gate.h
