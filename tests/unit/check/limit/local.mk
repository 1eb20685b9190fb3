unit_sources += tests/unit/check/limit/test_skew.c
unit_sources += tests/unit/check/limit/test_tension.c
