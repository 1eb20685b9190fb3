# the right-hand side and its matrix, power flows, mass
libquire_kernels_la_SOURCES += src/evaluate/evaluate.c
libquire_kernels_la_SOURCES += src/evaluate/mass.c
libquire_kernels_la_SOURCES += src/evaluate/powers.c
libquire_kernels_la_SOURCES += src/evaluate/space_powers.c
libquire_kernels_la_SOURCES += src/evaluate/state.c
