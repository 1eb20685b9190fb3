# results looked at again: compare, explain, verify, margin
libquire_core_la_SOURCES += src/review/comparison.c src/review/comparison.h
libquire_core_la_SOURCES += src/review/comparison_sides.c
libquire_core_la_SOURCES += src/review/comparison_text.c
libquire_core_la_SOURCES += src/review/explain.c
libquire_core_la_SOURCES += src/review/margin.c
libquire_core_la_SOURCES += src/review/rerun.c src/review/rerun.h
libquire_core_la_SOURCES += src/review/verify.c
