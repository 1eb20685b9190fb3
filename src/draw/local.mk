# pictures in SVG
libquire_core_la_SOURCES += src/draw/drawing.c src/draw/drawing.h
libquire_core_la_SOURCES += src/draw/drawing_names.c
libquire_core_la_SOURCES += src/draw/drawing_solid.c src/draw/drawing_solid.h
libquire_core_la_SOURCES += src/draw/drawing_space.c src/draw/drawing_space.h
libquire_core_la_SOURCES += src/draw/filmstrip.c src/draw/filmstrip.h
libquire_core_la_SOURCES += src/draw/frame_picture.c src/draw/frame_picture.h
libquire_core_la_SOURCES += src/draw/projection.c src/draw/projection.h
libquire_core_la_SOURCES += src/draw/space_points.c src/draw/space_points.h
