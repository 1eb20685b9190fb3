# common parts of the compiler: the machine under construction, memory, names
libquire_kernels_la_SOURCES += src/compile/tools/compile_tools.c src/compile/tools/compile_tools.h
