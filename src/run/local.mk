libquire_core_la_SOURCES += src/run/quantity.c
libquire_core_la_SOURCES += src/run/figure_names.c src/run/figure_names.h
libquire_core_la_SOURCES += src/run/failure.c src/run/run.c src/run/running.h
libquire_core_la_SOURCES += src/run/rest.c src/run/streams.c
libquire_core_la_SOURCES += src/run/setup.c
libquire_core_la_SOURCES += src/run/event_handling.c
libquire_core_la_SOURCES += src/run/log_events.c
libquire_core_la_SOURCES += src/run/sampling.c
