unit_sources += tests/unit/islands/test_islands.c
