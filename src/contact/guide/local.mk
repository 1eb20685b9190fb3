# contact of a planar sheet with guides and rollers
# large: rollers, stretches, points, ends and corners meet a sheet in the same lists
libquire_kernels_la_SOURCES += src/contact/guide/contact.c src/contact/guide/contact.h
libquire_kernels_la_SOURCES += src/contact/guide/contact_bristles.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_corners.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_faces.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_ends.c
libquire_kernels_la_SOURCES += src/contact/guide/contact_line.c src/contact/guide/contact_line.h
libquire_kernels_la_SOURCES += src/contact/guide/stretches.c src/contact/guide/stretches.h
libquire_kernels_la_SOURCES += src/contact/guide/stretch_places.h src/contact/guide/stretch_forces.h
libquire_kernels_la_SOURCES += src/contact/guide/stretch_touch.h src/contact/guide/stretch_book.h
libquire_kernels_la_SOURCES += src/contact/guide/stretch_plane.h
libquire_kernels_la_SOURCES += src/contact/guide/space_stretches.c
libquire_kernels_la_SOURCES += src/contact/guide/stretch_space.h src/contact/guide/stretch_line.h
libquire_kernels_la_SOURCES += src/contact/guide/point_gap.c
libquire_kernels_la_SOURCES += src/contact/guide/piece.h
libquire_kernels_la_SOURCES += src/contact/guide/contact_rollers.c
libquire_kernels_la_SOURCES += src/contact/guide/roller_book.c src/contact/guide/roller_book.h
libquire_kernels_la_SOURCES += src/contact/guide/roller_places.h
libquire_kernels_la_SOURCES += src/contact/guide/roller_wraps.c
libquire_kernels_la_SOURCES += src/contact/guide/candidates.c
libquire_kernels_la_SOURCES += src/contact/guide/soft_sheet.c src/contact/guide/soft_sheet.h
libquire_kernels_la_SOURCES += src/contact/guide/behind.h
libquire_kernels_la_SOURCES += src/contact/guide/face_place.h
libquire_kernels_la_SOURCES += src/contact/guide/close_pieces.c src/contact/guide/close_pieces.h
libquire_kernels_la_SOURCES += src/contact/guide/corner_reach.h
libquire_kernels_la_SOURCES += src/contact/guide/piece_hull.h
libquire_kernels_la_SOURCES += src/contact/guide/column_lists.c src/contact/guide/column_lists.h
