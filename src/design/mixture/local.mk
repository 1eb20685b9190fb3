# mixture designs: components with a fixed total
libquire_core_la_SOURCES += src/design/mixture/blends.c src/design/mixture/blends.h
libquire_core_la_SOURCES += src/design/mixture/extreme_vertices.c
libquire_core_la_SOURCES += src/design/mixture/simplex.c
