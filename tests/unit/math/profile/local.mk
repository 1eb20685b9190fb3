unit_sources += tests/unit/math/profile/test_profile.c
