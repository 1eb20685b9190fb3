unit_sources += tests/unit/strip/strip.c tests/unit/strip/strip.h
unit_sources += tests/unit/strip/test_ladder.c
unit_sources += tests/unit/strip/test_slabs.c
unit_sources += tests/unit/strip/test_strip.c
unit_sources += tests/unit/strip/test_symmetry.c
