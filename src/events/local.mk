# events within a step: sensors, switching laws, end stops, nip crossings
libquire_core_la_SOURCES += src/events/breakpoints.c src/events/breakpoints.h
libquire_core_la_SOURCES += src/events/end_stops.c src/events/end_stops.h
libquire_core_la_SOURCES += src/events/event_log.c src/events/event_log.h
libquire_core_la_SOURCES += src/events/event_queue.c src/events/event_queue.h
libquire_core_la_SOURCES += src/events/law_switching.c src/events/law_switching.h
libquire_core_la_SOURCES += src/events/looks.c src/events/looks.h
libquire_core_la_SOURCES += src/events/nip_crossings.c src/events/nip_crossings.h
libquire_core_la_SOURCES += src/events/sensor_roots.c src/events/sensor_roots.h
