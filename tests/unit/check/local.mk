unit_sources += tests/unit/check/test_branch.c
unit_sources += tests/unit/check/test_checks.c
unit_sources += tests/unit/check/test_scope.c
unit_sources += tests/unit/check/test_windows.c
