unit_sources += tests/unit/batch/test_environment.c
unit_sources += tests/unit/batch/test_ipc_frame.c
