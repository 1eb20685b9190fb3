unit_sources += tests/unit/doe/test_frame.c tests/unit/doe/test_pool.c tests/unit/doe/test_place.c tests/unit/doe/test_store.c
