unit_sources += tests/unit/judge/test_balance_run.c
unit_sources += tests/unit/judge/test_checks.c
unit_sources += tests/unit/judge/test_column_check.c
unit_sources += tests/unit/judge/test_divergence.c
unit_sources += tests/unit/judge/test_segment_check.c
unit_sources += tests/unit/judge/test_step_histogram.c
unit_sources += tests/unit/judge/test_walls_run.c
