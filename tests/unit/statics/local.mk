unit_sources += tests/unit/statics/test_other_rests.c
unit_sources += tests/unit/statics/test_rest.c
unit_sources += tests/unit/statics/test_rest_space.c
unit_sources += tests/unit/statics/test_stiffness.c
