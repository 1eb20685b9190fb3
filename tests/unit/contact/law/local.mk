unit_sources += tests/unit/contact/law/test_law_memory.c
unit_sources += tests/unit/contact/law/test_stick.c
