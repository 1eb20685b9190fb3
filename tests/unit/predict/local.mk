unit_sources += tests/unit/predict/test_conclusion.c tests/unit/predict/test_coverage.c tests/unit/predict/test_prediction.c
EXTRA_DIST += tests/data/stat/predict.csv tests/tools/stat-predict.R tests/data/stat/optimum.csv tests/tools/stat-optimum.py
