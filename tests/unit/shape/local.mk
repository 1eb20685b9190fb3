unit_sources += tests/unit/shape/shape_object.h
unit_sources += tests/unit/shape/test_shapes.c
unit_sources += tests/unit/shape/test_trace.c
