unit_sources += tests/unit/design/plans.c tests/unit/design/plans.h
unit_sources += tests/unit/design/test_designs.c
unit_sources += tests/unit/design/test_arrays.c
unit_sources += tests/unit/design/test_i_optimal.c
unit_sources += tests/unit/design/test_mixtures.c
unit_sources += tests/unit/design/test_nested.c
unit_sources += tests/unit/design/test_screening.c
unit_sources += tests/unit/design/test_second_order.c

EXTRA_DIST += tests/data/design/sobol-scipy.csv tests/tools/sobol-points.py tests/data/design/arrays.csv
EXTRA_DIST += tests/data/design/sobol-second.csv tests/tools/stat-sobol-second.py
