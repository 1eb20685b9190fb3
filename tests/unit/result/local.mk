unit_sources += tests/unit/result/test_figures.c
unit_sources += tests/unit/result/test_verdict.c
unit_sources += tests/unit/result/test_version.c
