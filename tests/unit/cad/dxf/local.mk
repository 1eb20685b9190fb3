unit_sources += tests/unit/cad/dxf/test_dxf.c
