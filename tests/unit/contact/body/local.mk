unit_sources += tests/unit/contact/body/test_fading_shares.c
unit_sources += tests/unit/contact/body/test_free_bodies.c
unit_sources += tests/unit/contact/body/test_soft.c
unit_sources += tests/unit/contact/body/test_touching_bodies.c
