unit_sources += tests/unit/table/test_table.c
