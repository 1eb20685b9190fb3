# list the tests of src/model in unit_sources
unit_sources += tests/unit/model/test_tables_model.c
unit_sources += tests/unit/model/test_settings.c
