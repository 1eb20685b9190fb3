unit_sources += tests/unit/stat/reliability/test_capability.c
unit_sources += tests/unit/stat/reliability/test_failure.c
unit_sources += tests/unit/stat/reliability/test_reliability_shortage.c
unit_sources += tests/unit/stat/reliability/test_tolerances.c
unit_sources += tests/unit/stat/reliability/limit_states.c tests/unit/stat/reliability/limit_states.h
EXTRA_DIST += tests/data/stat/reliability.csv tests/tools/stat-reliability.R tests/data/stat/tolerances.csv tests/tools/stat-tolerances.py
