unit_sources += tests/unit/cause/test_curled.c
unit_sources += tests/unit/cause/test_diagnosis.c
unit_sources += tests/unit/cause/test_signs.c
unit_sources += tests/unit/cause/test_streams.c
unit_sources += tests/unit/cause/test_turning.c
unit_sources += tests/unit/cause/test_ways.c
unit_sources += tests/unit/cause/test_drives.c
