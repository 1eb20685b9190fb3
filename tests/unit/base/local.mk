unit_sources += tests/unit/base/test_arena.c
unit_sources += tests/unit/base/test_clock.c
unit_sources += tests/unit/base/test_diag.c
unit_sources += tests/unit/base/test_file.c
unit_sources += tests/unit/base/test_memory.c
unit_sources += tests/unit/base/test_sha256.c
unit_sources += tests/unit/base/test_worker.c
