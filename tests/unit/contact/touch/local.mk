unit_sources += tests/unit/contact/touch/test_nearest.c
unit_sources += tests/unit/contact/touch/test_pad_strip.c
