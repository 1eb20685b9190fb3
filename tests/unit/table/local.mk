unit_sources += tests/unit/table/test_dialect.c
unit_sources += tests/unit/table/test_table.c
