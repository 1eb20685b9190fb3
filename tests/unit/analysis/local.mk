unit_sources += tests/unit/analysis/coefficient.c tests/unit/analysis/coefficient.h
unit_sources += tests/unit/analysis/test_analysis.c
unit_sources += tests/unit/analysis/test_draws.c
