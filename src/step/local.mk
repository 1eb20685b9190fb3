# control between steps: errors of the formula, memories, sides, wraps
libquire_kernels_la_SOURCES += src/step/wraps.c src/step/wraps.h
libquire_kernels_la_SOURCES += src/step/truncation.c src/step/truncation.h
libquire_kernels_la_SOURCES += src/step/free_gaps.c src/step/free_gaps.h
libquire_kernels_la_SOURCES += src/step/law_history.c src/step/law_history.h
libquire_kernels_la_SOURCES += src/step/sides.c src/step/sides.h
libquire_kernels_la_SOURCES += src/step/stick_history.c src/step/stick_history.h
