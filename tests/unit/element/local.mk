unit_sources += tests/unit/element/test_tables_sleeve.c
