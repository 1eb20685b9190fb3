# list the tests of src/drive in unit_sources
unit_sources += tests/unit/drive/test_tables_drive.c
