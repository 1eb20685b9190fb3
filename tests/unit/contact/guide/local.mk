unit_sources += tests/unit/contact/guide/test_contact_jacobian.c
unit_sources += tests/unit/contact/guide/test_corner_jumps.c
unit_sources += tests/unit/contact/guide/test_distance_contact.c
unit_sources += tests/unit/contact/guide/test_fading_corners.c
unit_sources += tests/unit/contact/guide/test_round_guides.c
unit_sources += tests/unit/contact/guide/test_fold.c
unit_sources += tests/unit/contact/guide/test_side_by_side.c
unit_sources += tests/unit/contact/guide/test_wrap.c
