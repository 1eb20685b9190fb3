# the sheet in planar models: a chain of rigid segments
libquire_kernels_la_SOURCES += src/chain/band.c src/chain/band.h
libquire_kernels_la_SOURCES += src/chain/chain.c src/chain/chain.h
