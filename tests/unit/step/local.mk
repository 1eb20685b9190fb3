unit_sources += tests/unit/step/test_clear.c
unit_sources += tests/unit/step/test_wraps.c
