unit_sources += tests/unit/num/test_random.c
unit_sources += tests/unit/num/test_corners.c tests/unit/num/test_crossing.c
unit_sources += tests/unit/num/test_outline.c
unit_sources += tests/unit/num/test_spline.c
unit_sources += tests/unit/num/test_detmath.c
unit_sources += tests/unit/num/test_skyline.c
unit_sources += tests/unit/num/test_least_squares.c
unit_sources += tests/unit/num/test_jacobi.c
