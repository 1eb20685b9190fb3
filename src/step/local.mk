# control between steps: limits of the next step, errors of the formula
libquire_kernels_la_SOURCES += src/step/clear.c src/step/clear.h
libquire_kernels_la_SOURCES += src/step/flight.c src/step/flight.h
libquire_kernels_la_SOURCES += src/step/gates_ahead.c src/step/gates_ahead.h
libquire_kernels_la_SOURCES += src/step/near.c src/step/near.h
libquire_kernels_la_SOURCES += src/step/wraps.c src/step/wraps.h
libquire_kernels_la_SOURCES += src/step/truncation.c src/step/truncation.h
libquire_kernels_la_SOURCES += src/step/free_gaps.c src/step/free_gaps.h
libquire_kernels_la_SOURCES += src/step/law_history.c src/step/law_history.h
libquire_kernels_la_SOURCES += src/step/sides.c src/step/sides.h
libquire_kernels_la_SOURCES += src/step/stick_history.c src/step/stick_history.h
libquire_kernels_la_SOURCES += src/step/clear_bodies.c
libquire_kernels_la_SOURCES += src/step/clear_fields.c
libquire_kernels_la_SOURCES += src/step/clear_gates.c
libquire_kernels_la_SOURCES += src/step/clear_guides.c
libquire_kernels_la_SOURCES += src/step/clear_parts.h
libquire_kernels_la_SOURCES += src/step/clear_sheets.c
libquire_kernels_la_SOURCES += src/step/clear_tilted.c
