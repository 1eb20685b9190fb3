# between two steps: how far the next may go, errors of the formula
libquire_kernels_la_SOURCES += src/step/clear.c src/step/clear.h
libquire_kernels_la_SOURCES += src/step/gates_ahead.c src/step/gates_ahead.h
libquire_kernels_la_SOURCES += src/step/near.c src/step/near.h
libquire_kernels_la_SOURCES += src/step/truncation.c
