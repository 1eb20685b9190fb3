# solids in space and what they touch
libquire_kernels_la_SOURCES += src/contact/solid/ground.h
libquire_kernels_la_SOURCES += src/contact/solid/solid.c src/contact/solid/solid.h
