unit_sources += tests/unit/vtk/test_convert.c
