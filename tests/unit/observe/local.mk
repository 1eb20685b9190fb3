unit_sources += tests/unit/observe/test_space_view.c
