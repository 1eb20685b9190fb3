unit_sources += tests/unit/drive/test_tables_drive.c
