unit_sources += tests/unit/base/test_clock.c
unit_sources += tests/unit/base/test_decimal.c
unit_sources += tests/unit/base/test_diag.c
unit_sources += tests/unit/base/test_file.c
unit_sources += tests/unit/base/test_number.c
unit_sources += tests/unit/base/test_table.c
unit_sources += tests/unit/base/test_text.c
unit_sources += tests/unit/base/test_unicode.c
