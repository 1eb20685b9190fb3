unit_sources += tests/unit/draw/test_drawing_names.c
