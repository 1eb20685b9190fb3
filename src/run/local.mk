# a run from start to end
# large: one file per thing that happens in a run
libquire_core_la_SOURCES += src/run/advance.c src/run/advance.h
libquire_core_la_SOURCES += src/run/commands.c src/run/commands.h
libquire_core_la_SOURCES += src/run/delivery.c src/run/delivery.h
libquire_core_la_SOURCES += src/run/event_handling.c src/run/event_handling.h
libquire_core_la_SOURCES += src/run/figure_names.c src/run/figure_names.h
libquire_core_la_SOURCES += src/run/log_events.c src/run/log_events.h
libquire_core_la_SOURCES += src/run/results.c
libquire_core_la_SOURCES += src/run/review.c
libquire_core_la_SOURCES += src/run/rule_actions.c src/run/rule_actions.h
libquire_core_la_SOURCES += src/run/run.c src/run/run.h src/run/running.h
libquire_core_la_SOURCES += src/run/sampling.c src/run/sampling.h
libquire_core_la_SOURCES += src/run/setup.c src/run/setup.h
libquire_core_la_SOURCES += src/run/step.c src/run/step.h
libquire_core_la_SOURCES += src/run/streams.c src/run/streams.h
