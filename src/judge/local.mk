# checks, walls, penetration, energy balance
libquire_core_la_SOURCES += src/judge/balance.c src/judge/balance.h
libquire_core_la_SOURCES += src/judge/checks.c src/judge/checks.h
libquire_core_la_SOURCES += src/judge/column_check.c src/judge/column_check.h
libquire_core_la_SOURCES += src/judge/depth.c src/judge/depth.h
libquire_core_la_SOURCES += src/judge/divergence.c src/judge/divergence.h
libquire_core_la_SOURCES += src/judge/penetration.c src/judge/penetration.h
libquire_core_la_SOURCES += src/judge/segment_check.c src/judge/segment_check.h
libquire_core_la_SOURCES += src/judge/start_across.c src/judge/start_across.h
libquire_core_la_SOURCES += src/judge/start_overlap.c src/judge/start_overlap.h
libquire_core_la_SOURCES += src/judge/step_histogram.c src/judge/step_histogram.h
libquire_core_la_SOURCES += src/judge/walls.c src/judge/walls.h
libquire_core_la_SOURCES += src/judge/walls_parts.h
libquire_core_la_SOURCES += src/judge/walls_seen.c
