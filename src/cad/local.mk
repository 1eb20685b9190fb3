libquire_core_la_SOURCES += src/cad/chain.c src/cad/chain.h
libquire_core_la_SOURCES += src/cad/curves.c src/cad/curves.h
libquire_core_la_SOURCES += src/cad/drawing.c src/cad/drawing.h
libquire_core_la_SOURCES += src/cad/dxf_entity.c
libquire_core_la_SOURCES += src/cad/dxf_read.c src/cad/dxf.h
libquire_core_la_SOURCES += src/cad/dxf_scan.c
libquire_core_la_SOURCES += src/cad/svg_path.c
libquire_core_la_SOURCES += src/cad/svg_read.c src/cad/svg.h
