unit_sources += tests/unit/contact/place/number.h tests/unit/contact/place/place_oracle.h
unit_sources += tests/unit/contact/place/test_place.c
unit_sources += tests/unit/contact/place/test_space_place.c
unit_sources += tests/unit/contact/place/test_second.c
unit_sources += tests/unit/contact/place/test_alone.c
