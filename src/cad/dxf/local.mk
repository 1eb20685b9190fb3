# DXF files, read and written
libquire_core_la_SOURCES += src/cad/dxf/dxf.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_entity.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_index.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_read.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_scan.c
libquire_core_la_SOURCES += src/cad/dxf/plan_dxf.c
