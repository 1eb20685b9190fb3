unit_sources += tests/unit/body/test_tables_body.c
