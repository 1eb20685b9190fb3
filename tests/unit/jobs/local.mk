unit_sources += tests/unit/jobs/test_pool.c
unit_sources += tests/unit/jobs/test_mixture.c
