unit_sources += tests/unit/control/test_logic.c
