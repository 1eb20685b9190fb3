# -O3: list the sources of this folder in libquire_kernels_la_SOURCES
