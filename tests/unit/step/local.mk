unit_sources += tests/unit/step/test_wraps.c
