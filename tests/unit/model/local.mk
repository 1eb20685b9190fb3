unit_sources += tests/unit/model/test_settings.c
unit_sources += tests/unit/model/test_tables_model.c
