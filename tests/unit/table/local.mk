unit_sources += tests/unit/table/test_dialect.c
unit_sources += tests/unit/table/test_table.c
unit_sources += tests/unit/table/table_fixture.c tests/unit/table/table_fixture.h
