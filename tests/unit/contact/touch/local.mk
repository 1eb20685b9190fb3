unit_sources += tests/unit/contact/touch/test_nearest.c
