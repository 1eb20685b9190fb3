# checks of limits: times, gaps, positions, tensions
libquire_core_la_SOURCES += src/check/limit/arrival.c
libquire_core_la_SOURCES += src/check/limit/delivery.c
libquire_core_la_SOURCES += src/check/limit/early.c
libquire_core_la_SOURCES += src/check/limit/gap.c
libquire_core_la_SOURCES += src/check/limit/inside.c
libquire_core_la_SOURCES += src/check/limit/late.c
libquire_core_la_SOURCES += src/check/limit/lateral.c
libquire_core_la_SOURCES += src/check/limit/overfull.c
libquire_core_la_SOURCES += src/check/limit/residual.c
libquire_core_la_SOURCES += src/check/limit/skew.c
libquire_core_la_SOURCES += src/check/limit/steered.c src/check/limit/steered.h
libquire_core_la_SOURCES += src/check/limit/tension.c
