# the integrator, which uses vectors, index sets and callbacks; the only user of SUNDIALS
# large: stepping, Newton's method and the energy balance share the state of the integrator
libquire_kernels_la_SOURCES += src/integ/constants.h
libquire_kernels_la_SOURCES += src/integ/energy_balance.c src/integ/energy_balance.h
libquire_kernels_la_SOURCES += src/integ/failure.c src/integ/failure.h
libquire_kernels_la_SOURCES += src/integ/generic.c src/integ/generic.h
libquire_kernels_la_SOURCES += src/integ/integrator.c src/integ/integrator.h
libquire_kernels_la_SOURCES += src/integ/newton.c src/integ/newton.h
libquire_kernels_la_SOURCES += src/integ/newton_start.c src/integ/newton_start.h
libquire_kernels_la_SOURCES += src/integ/norm.c src/integ/norm.h
libquire_kernels_la_SOURCES += src/integ/packing.c src/integ/packing.h
libquire_kernels_la_SOURCES += src/integ/problem.h
libquire_kernels_la_SOURCES += src/integ/step_path.c src/integ/step_path.h src/integ/path_kinetic.c src/integ/path_blocks.h
libquire_kernels_la_SOURCES += src/integ/step_rate_limit.c src/integ/step_rate_limit.h
libquire_kernels_la_SOURCES += src/integ/stepper.h
libquire_kernels_la_SOURCES += src/integ/stepping.c
libquire_kernels_la_SOURCES += src/integ/vector.c src/integ/vector.h
libquire_kernels_la_SOURCES += src/integ/workspace.c src/integ/workspace.h
