unit_sources += tests/unit/contact/find/test_clear.c
