unit_sources += tests/unit/evaluate/test_balance.c
unit_sources += tests/unit/evaluate/test_invariance.c
