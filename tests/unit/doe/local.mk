unit_sources += tests/unit/doe/test_frame.c tests/unit/doe/test_pool.c tests/unit/doe/test_place.c tests/unit/doe/test_store.c
unit_sources += tests/unit/doe/kept.c tests/unit/doe/kept.h tests/unit/doe/test_store_damage.c tests/unit/doe/test_shard.c
