libquire_core_la_SOURCES += src/run/version.c
libquire_core_la_SOURCES += src/run/logic.c src/run/logic.h
libquire_core_la_SOURCES += src/run/watch.c src/run/watch.h
libquire_core_la_SOURCES += src/run/checks.c src/run/checks.h
libquire_core_la_SOURCES += src/run/law.c src/run/law.h src/run/law_impact.c src/run/law_points.c
