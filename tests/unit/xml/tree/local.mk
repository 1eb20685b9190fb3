unit_sources += tests/unit/xml/tree/test_causes.c
