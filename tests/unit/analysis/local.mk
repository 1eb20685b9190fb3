unit_sources += tests/unit/analysis/coefficient.c tests/unit/analysis/coefficient.h
unit_sources += tests/unit/analysis/test_analysis.c
unit_sources += tests/unit/analysis/test_draws.c
unit_sources += tests/unit/analysis/test_agreement.c
EXTRA_DIST += tests/data/stat/agreement.csv tests/tools/stat-agreement.R tests/data/stat/agreement-drawn.csv \
    tests/data/stat/agreement-flow.csv tests/data/stat/agreement-flows.csv tests/data/stat/agreement-unequal.csv
unit_sources += tests/unit/analysis/test_mixed.c
