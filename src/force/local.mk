# non-contact forces: springs, drag, pressure, loads, constraints, clutches
libquire_kernels_la_SOURCES += src/force/across_cells.c src/force/across_cells.h
libquire_kernels_la_SOURCES += src/force/elements.h
libquire_kernels_la_SOURCES += src/force/jets.c
libquire_kernels_la_SOURCES += src/force/loads.c src/force/loads.h
libquire_kernels_la_SOURCES += src/force/pressures.c src/force/pressures.h
libquire_kernels_la_SOURCES += src/force/space_elements.c
libquire_kernels_la_SOURCES += src/force/space_holds.c
libquire_kernels_la_SOURCES += src/force/space_pressures.c
libquire_kernels_la_SOURCES += src/force/space_sheet.c src/force/space_sheet.h
libquire_kernels_la_SOURCES += src/force/spring.c
libquire_kernels_la_SOURCES += src/force/switches.c src/force/switches.h
libquire_kernels_la_SOURCES += src/force/terms.c src/force/terms.h
libquire_kernels_la_SOURCES += src/force/holds.h
