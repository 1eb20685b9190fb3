unit_sources += tests/unit/record/test_record.c
unit_sources += tests/unit/record/test_space_record.c
