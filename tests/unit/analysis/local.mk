unit_sources += tests/unit/analysis/coefficient.c tests/unit/analysis/coefficient.h
unit_sources += tests/unit/analysis/test_analysis.c
unit_sources += tests/unit/analysis/test_draws.c
unit_sources += tests/unit/analysis/test_prediction.c
EXTRA_DIST += tests/data/stat/predict.csv tests/tools/stat-predict.R tests/data/stat/optimum.csv tests/tools/stat-optimum.py
