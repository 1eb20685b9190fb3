# the sheet in spatial models: a strip with columns of nodes
libquire_kernels_la_SOURCES += src/strip/across.h
libquire_kernels_la_SOURCES += src/strip/constant.c src/strip/constant.h
libquire_kernels_la_SOURCES += src/strip/curl.c src/strip/curl.h
libquire_kernels_la_SOURCES += src/strip/damping.h
libquire_kernels_la_SOURCES += src/strip/damping_kernel.h
libquire_kernels_la_SOURCES += src/strip/energy.c
libquire_kernels_la_SOURCES += src/strip/forces_kernel.h
libquire_kernels_la_SOURCES += src/strip/kernel.c src/strip/kernel.h
libquire_kernels_la_SOURCES += src/strip/kernel_columns.h
libquire_kernels_la_SOURCES += src/strip/ladder.c src/strip/ladder.h
libquire_kernels_la_SOURCES += src/strip/matrix_kernel.h
libquire_kernels_la_SOURCES += src/strip/residual_kernel.h
libquire_kernels_la_SOURCES += src/strip/slab_kernel.h
libquire_kernels_la_SOURCES += src/strip/slabs.c src/strip/slabs.h
libquire_kernels_la_SOURCES += src/strip/wide.h

# The loops over stations, for each number of columns and each instruction set one object: all would be one that compiles for a minute.
# Without -fno-var-tracking a third of the time goes to where a debugger would find variables; the instructions are the same.
columns_sources = src/strip/kernel_plain.c src/strip/kernel_v3.c src/strip/kernel_v4.c
library_columns = libquire_columns_2.la libquire_columns_3.la libquire_columns_5.la libquire_columns_9.la
columns_objects = $(libquire_columns_2_la_OBJECTS) $(libquire_columns_3_la_OBJECTS) $(libquire_columns_5_la_OBJECTS) $(libquire_columns_9_la_OBJECTS)
noinst_LTLIBRARIES += $(library_columns)
libquire_columns_2_la_SOURCES = $(columns_sources)
libquire_columns_2_la_CPPFLAGS = $(libquire_kernels_la_CPPFLAGS) -DQUIRE_KERNEL_COLUMNS=2
libquire_columns_2_la_CFLAGS = $(libquire_kernels_la_CFLAGS) -fno-var-tracking
libquire_columns_2_la_LIBTOOLFLAGS = $(QUIRE_ONE_OBJECT)
libquire_columns_3_la_SOURCES = $(columns_sources)
libquire_columns_3_la_CPPFLAGS = $(libquire_kernels_la_CPPFLAGS) -DQUIRE_KERNEL_COLUMNS=3
libquire_columns_3_la_CFLAGS = $(libquire_kernels_la_CFLAGS) -fno-var-tracking
libquire_columns_3_la_LIBTOOLFLAGS = $(QUIRE_ONE_OBJECT)
libquire_columns_5_la_SOURCES = $(columns_sources)
libquire_columns_5_la_CPPFLAGS = $(libquire_kernels_la_CPPFLAGS) -DQUIRE_KERNEL_COLUMNS=5
libquire_columns_5_la_CFLAGS = $(libquire_kernels_la_CFLAGS) -fno-var-tracking
libquire_columns_5_la_LIBTOOLFLAGS = $(QUIRE_ONE_OBJECT)
libquire_columns_9_la_SOURCES = $(columns_sources)
libquire_columns_9_la_CPPFLAGS = $(libquire_kernels_la_CPPFLAGS) -DQUIRE_KERNEL_COLUMNS=9
libquire_columns_9_la_CFLAGS = $(libquire_kernels_la_CFLAGS) -fno-var-tracking
libquire_columns_9_la_LIBTOOLFLAGS = $(QUIRE_ONE_OBJECT)
