# contact of spatial solids
libquire_kernels_la_SOURCES += src/contact/solid/ground.h
libquire_kernels_la_SOURCES += src/contact/solid/solid.c src/contact/solid/solid.h
libquire_kernels_la_SOURCES += src/contact/solid/solid_guides.c
libquire_kernels_la_SOURCES += src/contact/solid/solid_pairs.c
libquire_kernels_la_SOURCES += src/contact/solid/solid_parts.h
libquire_kernels_la_SOURCES += src/contact/solid/solid_pose.c
libquire_kernels_la_SOURCES += src/contact/solid/solid_touch.c
libquire_kernels_la_SOURCES += src/contact/solid/solid_view.c
