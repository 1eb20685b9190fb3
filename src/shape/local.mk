# parts of outlines and paths: lines, arcs, circles, curves, drawings
libquire_core_la_SOURCES += src/shape/path_arc.c
libquire_core_la_SOURCES += src/shape/drawn.c src/shape/drawn.h
libquire_core_la_SOURCES += src/shape/path_drawing.c
libquire_core_la_SOURCES += src/shape/path_line.c
libquire_core_la_SOURCES += src/shape/shape_arc.c
libquire_core_la_SOURCES += src/shape/shape_circle.c
libquire_core_la_SOURCES += src/shape/shape_drawing.c
libquire_core_la_SOURCES += src/shape/shape_line.c
libquire_core_la_SOURCES += src/shape/shape_polyline.c
libquire_core_la_SOURCES += src/shape/shape_spline.c
libquire_core_la_SOURCES += src/shape/shapes.c src/shape/shapes.h
libquire_core_la_SOURCES += src/shape/trace.c src/shape/trace.h
libquire_core_la_SOURCES += src/shape/trace_channel.c
