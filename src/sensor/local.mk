libquire_core_la_SOURCES += src/sensor/edge.c
libquire_core_la_SOURCES += src/sensor/side_edge.c
libquire_core_la_SOURCES += src/sensor/speed.c
libquire_core_la_SOURCES += src/sensor/distance.c
