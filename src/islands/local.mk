# uncoupled parts of a machine, each with its own integrator
libquire_kernels_la_SOURCES += src/islands/grouping.c src/islands/grouping.h
libquire_kernels_la_SOURCES += src/islands/islands.c src/islands/islands.h
libquire_kernels_la_SOURCES += src/islands/resting.c src/islands/resting.h
libquire_kernels_la_SOURCES += src/islands/resting_judge.c
