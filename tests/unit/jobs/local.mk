unit_sources += tests/unit/jobs/test_pool.c
