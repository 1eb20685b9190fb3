unit_sources += tests/unit/work/test_environment.c
unit_sources += tests/unit/work/test_ipc_frame.c
