# what the parts of compiling share: the machine in the making, memory, names
libquire_kernels_la_SOURCES += src/compile/tools/compile_tools.c src/compile/tools/compile_tools.h
