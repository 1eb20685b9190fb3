unit_sources += tests/unit/review/test_comparison.c
