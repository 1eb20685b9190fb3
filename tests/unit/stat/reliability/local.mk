unit_sources += tests/unit/stat/reliability/test_failure.c
unit_sources += tests/unit/stat/reliability/limit_states.c tests/unit/stat/reliability/limit_states.h
