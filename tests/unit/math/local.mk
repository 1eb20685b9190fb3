unit_sources += tests/unit/math/test_box_minimise.c
unit_sources += tests/unit/math/test_cholesky.c
unit_sources += tests/unit/math/test_detmath.c
unit_sources += tests/unit/math/test_jacobi.c
unit_sources += tests/unit/math/test_least_squares.c
unit_sources += tests/unit/math/test_path_work.c
unit_sources += tests/unit/math/test_random.c
unit_sources += tests/unit/math/test_skyline.c
