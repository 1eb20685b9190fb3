unit_sources += tests/unit/islands/test_islands.c
unit_sources += tests/unit/islands/test_parked.c
unit_sources += tests/unit/islands/test_resting.c
unit_sources += tests/unit/islands/trial.h
