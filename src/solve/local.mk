# the linear system of a step
libquire_kernels_la_SOURCES += src/solve/sheets_order.c
libquire_kernels_la_SOURCES += src/solve/solve.c src/solve/solve.h
libquire_kernels_la_SOURCES += src/solve/solve_border.c
libquire_kernels_la_SOURCES += src/solve/solve_sheets.c
libquire_kernels_la_SOURCES += src/solve/space_solve.c
libquire_kernels_la_SOURCES += src/solve/linear_system.h
libquire_kernels_la_SOURCES += src/solve/solve_sheet.c
