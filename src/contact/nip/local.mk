# contact of the two rollers of a nip, and their separation
libquire_kernels_la_SOURCES += src/contact/nip/between.c src/contact/nip/between.h
libquire_kernels_la_SOURCES += src/contact/nip/nip.c src/contact/nip/nip.h
