unit_sources += tests/unit/calibrate/test_covariance.c
unit_sources += tests/unit/calibrate/test_search.c

EXTRA_DIST += tests/data/stat/calibrate.csv tests/tools/stat-calibrate.py tests/tools/stat-calibrate.R tests/data/calibrations/good-every-element.xml
EXTRA_DIST += tests/tools/elastica-points.py tests/bench/calibrate-coverage.sh
EXTRA_DIST += tests/data/calibrate
EXTRA_DIST += tests/data/calibrate/apart.xml tests/data/calibrate/edge.csv tests/data/calibrate/elastica.csv tests/data/calibrate/elastica.xml tests/data/calibrate/flight-times.csv tests/data/calibrate/flight.xml tests/data/calibrate/spar.xml tests/data/calibrate/strip.xml tests/data/calibrate/times.xml tests/data/calibrate/trace.xml tests/data/calibrate/wing.xml
