unit_sources += tests/unit/design/plans.c tests/unit/design/plans.h
unit_sources += tests/unit/design/test_designs.c

EXTRA_DIST += tests/data/design/sobol-scipy.csv tests/tools/sobol-points.py tests/data/design/arrays.csv tests/tools/design-arrays.py
