# outlines of lines and arcs: points, gaps, bounding boxes
# large: small independent functions
libquire_core_la_SOURCES += src/geometry/affine.c src/geometry/affine.h
libquire_core_la_SOURCES += src/geometry/box_edges.c src/geometry/box_edges.h
libquire_core_la_SOURCES += src/geometry/box_index.c src/geometry/box_index.h
libquire_core_la_SOURCES += src/geometry/corners.c src/geometry/corners.h
libquire_core_la_SOURCES += src/geometry/curve.c src/geometry/curve.h
libquire_core_la_SOURCES += src/geometry/curves.c src/geometry/curves.h
libquire_core_la_SOURCES += src/geometry/loops.c src/geometry/loops.h
libquire_core_la_SOURCES += src/geometry/nearest.c src/geometry/nearest.h
libquire_core_la_SOURCES += src/geometry/outline.c src/geometry/outline.h
libquire_core_la_SOURCES += src/geometry/outline_bounds.c
libquire_core_la_SOURCES += src/geometry/outline_gap.c
libquire_core_la_SOURCES += src/geometry/outline_move.c
libquire_core_la_SOURCES += src/geometry/outline_parallel.c
libquire_core_la_SOURCES += src/geometry/outline_place.c
libquire_core_la_SOURCES += src/geometry/piece.c src/geometry/piece.h
libquire_core_la_SOURCES += src/geometry/spline.c src/geometry/spline.h
EXTRA_DIST += doc/theory/geometry.md
