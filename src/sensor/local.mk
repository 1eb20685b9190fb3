# sensors and the sheet features that they detect
libquire_core_la_SOURCES += src/sensor/bin.c src/sensor/bin.h
libquire_core_la_SOURCES += src/sensor/distance.c
libquire_core_la_SOURCES += src/sensor/edge.c
libquire_core_la_SOURCES += src/sensor/height_window.c src/sensor/height_window.h
libquire_core_la_SOURCES += src/sensor/presence.c
libquire_core_la_SOURCES += src/sensor/side_edge.c
libquire_core_la_SOURCES += src/sensor/sight.c src/sensor/sight.h
libquire_core_la_SOURCES += src/sensor/speed.c
