unit_sources += tests/unit/review/test_comparison.c
unit_sources += tests/unit/review/test_cures.c
unit_sources += tests/unit/review/test_error_bars.c
