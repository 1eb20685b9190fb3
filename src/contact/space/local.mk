# contact of a spatial sheet with guides, rollers and side guides
libquire_kernels_la_SOURCES += src/contact/space/space_blocks.c src/contact/space/space_blocks.h
libquire_kernels_la_SOURCES += src/contact/space/space_contact.c src/contact/space/space_contact.h
libquire_kernels_la_SOURCES += src/contact/space/soft_pads.c src/contact/space/soft_pads.h
libquire_kernels_la_SOURCES += src/contact/space/space_pads.c src/contact/space/space_pads.h
libquire_kernels_la_SOURCES += src/contact/space/pad_places.h src/contact/space/space_pad_wraps.c
libquire_kernels_la_SOURCES += src/contact/space/space_walls.c src/contact/space/space_walls.h
libquire_kernels_la_SOURCES += src/contact/space/space_wraps.h
