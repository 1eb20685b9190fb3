# list the sources of this folder in libquire_core_la_SOURCES
libquire_core_la_SOURCES += src/num/detmath.c src/num/dettrig.c src/num/detmath.h src/num/kernel.h src/num/step.h src/num/dual.h src/num/dual_map.h src/num/gradient.h
libquire_core_la_SOURCES += src/num/corners.c src/num/corners.h
libquire_core_la_SOURCES += src/num/jacobi.c src/num/jacobi.h
libquire_core_la_SOURCES += src/num/crossing.c src/num/crossing.h
libquire_core_la_SOURCES += src/num/least_squares.c src/num/least_squares.h
libquire_core_la_SOURCES += src/num/outline.c src/num/outline.h
libquire_core_la_SOURCES += src/num/outline_bounds.c
libquire_core_la_SOURCES += src/num/outline_gap.c
libquire_core_la_SOURCES += src/num/outline_parallel.c
libquire_core_la_SOURCES += src/num/outline_place.c
libquire_core_la_SOURCES += src/num/outline_svg.c src/num/outline_svg.h
libquire_core_la_SOURCES += src/num/piece.c src/num/piece.h
libquire_kernels_la_SOURCES += src/num/profile.c src/num/profile.h
libquire_core_la_SOURCES += src/num/random.c src/num/random.h
libquire_core_la_SOURCES += src/num/skyline.c src/num/skyline.h
libquire_core_la_SOURCES += src/num/spline.c src/num/spline.h
EXTRA_DIST += doc/theory/geometry.md
