unit_sources += tests/unit/trace/test_frames.c
