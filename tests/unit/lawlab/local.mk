unit_sources += tests/unit/lawlab/test_fit.c
unit_sources += tests/unit/lawlab/test_law.c
