# list the tests of src/check in unit_sources
unit_sources += tests/unit/check/stage.h
unit_sources += tests/unit/check/test_checks.c
unit_sources += tests/unit/check/test_skew.c
unit_sources += tests/unit/check/test_windows.c
unit_sources += tests/unit/check/test_tension.c
