# DXF files: reading and writing
libquire_core_la_SOURCES += src/cad/dxf/dxf.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_entity.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_form.c src/cad/dxf/dxf_form.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_index.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_insert.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_names.c src/cad/dxf/dxf_names.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_polyline.c src/cad/dxf/dxf_polyline.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_read.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_scan.c
libquire_core_la_SOURCES += src/cad/dxf/dxf_spline.c src/cad/dxf/dxf_spline.h
libquire_core_la_SOURCES += src/cad/dxf/dxf_unit.c
libquire_core_la_SOURCES += src/cad/dxf/plan_dxf.c src/cad/dxf/plan_dxf.h
