# list the tests of src/element in unit_sources
unit_sources += tests/unit/element/test_tables_sleeve.c
