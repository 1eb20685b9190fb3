# unsymmetric matrices with a symmetric pattern, stored as a profile of tiles
libquire_kernels_la_SOURCES += src/math/profile/kernel.h
libquire_kernels_la_SOURCES += src/math/profile/kernel_plain.c src/math/profile/kernel_v3.c src/math/profile/kernel_v4.c
libquire_kernels_la_SOURCES += src/math/profile/profile.c src/math/profile/profile.h
libquire_kernels_la_SOURCES += src/math/profile/tiles.h
