unit_sources += tests/unit/solve/test_sheets_order.c
unit_sources += tests/unit/solve/test_solve.c
unit_sources += tests/unit/solve/test_space_engine.c
