# elementary functions with identical bits on all machines, derivatives, small matrices, random numbers
# large: small independent functions
libquire_core_la_SOURCES += src/math/box_minimise.c src/math/box_minimise.h
libquire_core_la_SOURCES += src/math/cholesky.c src/math/cholesky.h
libquire_core_la_SOURCES += src/math/detmath.c src/math/detmath.h
libquire_core_la_SOURCES += src/math/dettrig.c
libquire_core_la_SOURCES += src/math/dual.h
libquire_core_la_SOURCES += src/math/dual_map.h
libquire_core_la_SOURCES += src/math/gauss.h
libquire_core_la_SOURCES += src/math/gradient.h
libquire_core_la_SOURCES += src/math/jacobi.c src/math/jacobi.h
libquire_core_la_SOURCES += src/math/kernel.h
libquire_core_la_SOURCES += src/math/least_squares.c src/math/least_squares.h
libquire_core_la_SOURCES += src/math/random.c src/math/random.h
libquire_core_la_SOURCES += src/math/rods.c src/math/rods.h
libquire_core_la_SOURCES += src/math/sums.h
libquire_core_la_SOURCES += src/math/skyline_symmetric.c src/math/skyline_symmetric.h
libquire_core_la_SOURCES += src/math/smoothstep.h
libquire_kernels_la_SOURCES += src/math/path_work.c src/math/path_work.h
libquire_kernels_la_SOURCES += src/math/small_lu.h
libquire_kernels_la_SOURCES += src/math/wide.h
