# distances ahead of sheets and bodies, and the longest step that passes nothing
libquire_kernels_la_SOURCES += src/contact/find/clear.c src/contact/find/clear.h
libquire_kernels_la_SOURCES += src/contact/find/clear_bodies.c
libquire_kernels_la_SOURCES += src/contact/find/clear_fields.c
libquire_kernels_la_SOURCES += src/contact/find/clear_gates.c
libquire_kernels_la_SOURCES += src/contact/find/clear_guides.c
libquire_kernels_la_SOURCES += src/contact/find/clear_parts.h
libquire_kernels_la_SOURCES += src/contact/find/clear_sheets.c
libquire_kernels_la_SOURCES += src/contact/find/clear_springs.c
libquire_kernels_la_SOURCES += src/contact/find/clear_tilted.c
libquire_kernels_la_SOURCES += src/contact/find/flight.h
libquire_kernels_la_SOURCES += src/contact/find/gates_ahead.c src/contact/find/gates_ahead.h
libquire_kernels_la_SOURCES += src/contact/find/near.c src/contact/find/near.h
