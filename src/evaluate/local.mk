# the right-hand side and its Jacobian, power flows, mass
libquire_kernels_la_SOURCES += src/evaluate/evaluate.c src/evaluate/evaluate.h
libquire_kernels_la_SOURCES += src/evaluate/mass.c src/evaluate/mass.h
libquire_kernels_la_SOURCES += src/evaluate/powers.c src/evaluate/powers.h
libquire_kernels_la_SOURCES += src/evaluate/law_probe.c src/evaluate/law_probe.h
libquire_kernels_la_SOURCES += src/evaluate/create_state.c src/evaluate/create_state.h
