unit_sources += tests/unit/rec/rec_stage.c tests/unit/rec/rec_stage.h
unit_sources += tests/unit/rec/test_drawing_names.c
unit_sources += tests/unit/rec/test_figures.c
unit_sources += tests/unit/rec/test_frames.c
unit_sources += tests/unit/rec/test_record.c
unit_sources += tests/unit/rec/test_space.c
unit_sources += tests/unit/rec/test_verdict.c
unit_sources += tests/unit/rec/test_convert.c
