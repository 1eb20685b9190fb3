unit_sources += tests/unit/probability/test_distribution.c
unit_sources += tests/unit/probability/test_noncentral.c
