# contact laws of the model, and of each pair of surfaces
libquire_kernels_la_SOURCES += src/compile/law/compile_constants.c
libquire_kernels_la_SOURCES += src/compile/law/compile_contact.c src/compile/law/compile_law.h
libquire_kernels_la_SOURCES += src/compile/law/compile_pair.c
