# the machine as it was compiled: constant
libquire_kernels_la_SOURCES += src/machine/course.c
libquire_kernels_la_SOURCES += src/machine/layout.h
libquire_kernels_la_SOURCES += src/machine/spatial.h
libquire_kernels_la_SOURCES += src/machine/subsystem.c src/machine/subsystem.h
libquire_kernels_la_SOURCES += src/machine/system.h
