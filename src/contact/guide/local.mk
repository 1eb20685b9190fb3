# a planar sheet on guides and rollers
libquire_kernels_la_SOURCES += src/contact/guide/contact.c src/contact/guide/contact.h
libquire_kernels_la_SOURCES += src/contact/guide/contact_corners.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_faces.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_ends.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_line.c src/contact/guide/contact_line.h
libquire_kernels_la_SOURCES += src/contact/guide/contact_points.c
libquire_kernels_la_SOURCES += src/contact/guide/piece.h
libquire_kernels_la_SOURCES += src/contact/guide/contact_rollers.c
libquire_kernels_la_SOURCES += src/contact/guide/roller_wraps.c
libquire_kernels_la_SOURCES += src/contact/guide/candidates.c
libquire_kernels_la_SOURCES += src/contact/guide/soft_sheet.c src/contact/guide/soft_sheet.h
libquire_kernels_la_SOURCES += src/contact/guide/behind.h
libquire_kernels_la_SOURCES += src/contact/guide/face_place.h
libquire_kernels_la_SOURCES += src/contact/guide/close_pieces.c src/contact/guide/close_pieces.h
libquire_kernels_la_SOURCES += src/contact/guide/corner_reach.h
libquire_kernels_la_SOURCES += src/contact/guide/piece_hull.h
libquire_kernels_la_SOURCES += src/contact/guide/column_lists.c src/contact/guide/column_lists.h
