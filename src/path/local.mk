# paths, their channels and guides, and the motion of guides
libquire_core_la_SOURCES += src/path/channels.c src/path/channels.h
libquire_core_la_SOURCES += src/path/places.c src/path/places.h
libquire_core_la_SOURCES += src/path/bristles.c
libquire_core_la_SOURCES += src/path/gate.c src/path/gate.h
