# the integrator: the only user of SUNDIALS
libquire_kernels_la_SOURCES += src/integ/budget.c src/integ/budget.h
libquire_kernels_la_SOURCES += src/integ/generic.c src/integ/generic.h
libquire_kernels_la_SOURCES += src/integ/integrator.c src/integ/integrator.h
libquire_kernels_la_SOURCES += src/integ/islands.c src/integ/islands.h
libquire_kernels_la_SOURCES += src/integ/ledger.c src/integ/ledger.h
libquire_kernels_la_SOURCES += src/integ/newton.c src/integ/newton.h
libquire_kernels_la_SOURCES += src/integ/packing.c src/integ/packing.h
libquire_kernels_la_SOURCES += src/integ/vector.c src/integ/vector.h
libquire_kernels_la_SOURCES += src/integ/version.h
