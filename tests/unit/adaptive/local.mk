unit_sources += tests/unit/adaptive/test_surrogate.c
