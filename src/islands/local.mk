# parts of a machine that nothing couples, each advanced by an integrator of its own
libquire_kernels_la_SOURCES += src/islands/grouping.c src/islands/grouping.h
libquire_kernels_la_SOURCES += src/islands/islands.c src/islands/islands.h
libquire_kernels_la_SOURCES += src/islands/resting.c src/islands/resting.h
libquire_kernels_la_SOURCES += src/islands/resting_judge.c
