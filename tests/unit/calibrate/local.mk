unit_sources += tests/unit/calibrate/test_covariance.c
unit_sources += tests/unit/calibrate/test_search.c

EXTRA_DIST += tests/data/stat/calibrate.csv tests/tools/stat-calibrate.py tests/data/calibrations/good-every-element.xml
EXTRA_DIST += tests/tools/elastica-points.py tests/bench/calibrate-coverage.sh
EXTRA_DIST += tests/data/calibrate
