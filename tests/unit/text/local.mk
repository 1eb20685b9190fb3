unit_sources += tests/unit/text/test_amount.c
unit_sources += tests/unit/text/test_decimal.c
unit_sources += tests/unit/text/test_number.c
unit_sources += tests/unit/text/test_number_list.c
unit_sources += tests/unit/text/test_text.c
unit_sources += tests/unit/text/test_unicode.c
