unit_sources += tests/unit/contact/solid/test_solids.c
