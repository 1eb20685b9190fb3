# sheets in three dimensions: energies of the ladder of nodes, and the solver of its matrix
libquire_kernels_la_SOURCES += src/space/ladder.c src/space/ladder.h
libquire_kernels_la_SOURCES += src/space/slabs.c src/space/slabs.h
