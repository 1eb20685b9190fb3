unit_sources += tests/unit/stat/references.c tests/unit/stat/references.h
unit_sources += tests/unit/stat/test_distribution.c
EXTRA_DIST += tests/data/stat/README.md tests/data/stat/distributions.csv tests/tools/stat-distributions.py
