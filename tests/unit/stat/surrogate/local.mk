unit_sources += tests/unit/stat/surrogate/test_improvement.c
unit_sources += tests/unit/stat/surrogate/test_process.c
EXTRA_DIST += tests/data/stat/surrogate.csv tests/tools/stat-surrogate.py
