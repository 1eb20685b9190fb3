unit_sources += tests/unit/check/test_checks.c
unit_sources += tests/unit/check/test_skew.c
unit_sources += tests/unit/check/test_tension.c
unit_sources += tests/unit/check/test_windows.c
