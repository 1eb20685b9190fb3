unit_sources += tests/unit/kind/test_value.c
