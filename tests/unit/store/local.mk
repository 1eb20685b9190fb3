unit_sources += tests/unit/store/kept.c tests/unit/store/kept.h
unit_sources += tests/unit/store/test_collect.c
unit_sources += tests/unit/store/test_shard.c
unit_sources += tests/unit/store/test_store.c
unit_sources += tests/unit/store/test_store_damage.c
