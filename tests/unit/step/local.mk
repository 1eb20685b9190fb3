unit_sources += tests/unit/step/test_wraps.c
unit_sources += tests/unit/step/test_sides.c
