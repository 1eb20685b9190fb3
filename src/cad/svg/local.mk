# SVG files: reading and writing
libquire_core_la_SOURCES += src/cad/svg/outline_svg.c src/cad/svg/outline_svg.h
libquire_core_la_SOURCES += src/cad/svg/plan_svg.c src/cad/svg/plan_svg.h
libquire_core_la_SOURCES += src/cad/svg/svg.h
libquire_core_la_SOURCES += src/cad/svg/svg_path.c
libquire_core_la_SOURCES += src/cad/svg/svg_place.c
libquire_core_la_SOURCES += src/cad/svg/svg_read.c
libquire_core_la_SOURCES += src/cad/svg/svg_shape.c
libquire_core_la_SOURCES += src/cad/svg/svg_style.c
