unit_sources += tests/unit/step/test_clear.c
