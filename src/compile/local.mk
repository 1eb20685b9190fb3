# compilation of a model to a machine
# large: one file per kind of part
libquire_kernels_la_SOURCES += src/compile/compile.c src/compile/compile.h
libquire_kernels_la_SOURCES += src/compile/compile_bristles.c
libquire_kernels_la_SOURCES += src/compile/compile_edges.c
libquire_kernels_la_SOURCES += src/compile/compile_elements.c
libquire_kernels_la_SOURCES += src/compile/compile_faces.c
libquire_kernels_la_SOURCES += src/compile/compile_features.c
libquire_kernels_la_SOURCES += src/compile/compile_free.c
libquire_kernels_la_SOURCES += src/compile/compile_gates.c
libquire_kernels_la_SOURCES += src/compile/compile_guides.c
libquire_kernels_la_SOURCES += src/compile/compile_joints.c
libquire_kernels_la_SOURCES += src/compile/compile_ladder.c
libquire_kernels_la_SOURCES += src/compile/compile_limits.c
libquire_kernels_la_SOURCES += src/compile/compile_memory.c
libquire_kernels_la_SOURCES += src/compile/compile_order.c
libquire_kernels_la_SOURCES += src/compile/compile_places.c
libquire_kernels_la_SOURCES += src/compile/compile_rollers.c
libquire_kernels_la_SOURCES += src/compile/compile_sheet.c
libquire_kernels_la_SOURCES += src/compile/compile_sheets.c
libquire_kernels_la_SOURCES += src/compile/compile_soft.c
libquire_kernels_la_SOURCES += src/compile/compile_solid.c
libquire_kernels_la_SOURCES += src/compile/compile_space.c
libquire_kernels_la_SOURCES += src/compile/compile_unknowns.c
libquire_kernels_la_SOURCES += src/compile/compile_walls.c
libquire_kernels_la_SOURCES += src/compile/compile_switches.c
libquire_kernels_la_SOURCES += src/compile/machine.h
libquire_kernels_la_SOURCES += src/compile/compile_start.c
