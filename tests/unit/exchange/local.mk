unit_sources += tests/unit/exchange/test_import.c
