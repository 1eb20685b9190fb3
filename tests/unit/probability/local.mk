unit_sources += tests/unit/probability/test_distribution.c
