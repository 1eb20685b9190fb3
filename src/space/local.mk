# sheets in three dimensions: energies of the ladder of nodes, and the solver of its matrix
libquire_kernels_la_SOURCES += src/space/ladder.c src/space/ladder.h src/space/across.h
libquire_kernels_la_SOURCES += src/space/constant.c src/space/constant.h
libquire_kernels_la_SOURCES += src/space/curl.c src/space/curl.h
libquire_kernels_la_SOURCES += src/space/energy.c src/space/damping.h
libquire_kernels_la_SOURCES += src/space/slabs.c src/space/slabs.h
libquire_kernels_la_SOURCES += src/space/kernel.c src/space/kernel.h
libquire_kernels_la_SOURCES += src/space/kernel_plain.c src/space/kernel_v3.c src/space/kernel_v4.c src/space/kernel_sizes.h src/space/wide.h \
    src/space/forces_kernel.h src/space/damping_kernel.h src/space/matrix_kernel.h src/space/residual_kernel.h src/space/slab_kernel.h
