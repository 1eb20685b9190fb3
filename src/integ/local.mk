# -O3: the sources of this folder go to libquire_kernels_la_SOURCES
libquire_kernels_la_SOURCES += src/integ/version.h
