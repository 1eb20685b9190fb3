# list the tests of src/space in unit_sources
unit_sources += tests/unit/space/strip.c tests/unit/space/strip.h
unit_sources += tests/unit/space/test_ladder.c
unit_sources += tests/unit/space/test_slabs.c
unit_sources += tests/unit/space/test_strip.c
unit_sources += tests/unit/space/test_symmetry.c
