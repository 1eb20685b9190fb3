unit_sources += tests/unit/study/study_fixture.c tests/unit/study/study_fixture.h
unit_sources += tests/unit/study/test_augment.c
unit_sources += tests/unit/study/test_boundary.c
unit_sources += tests/unit/study/test_indices.c
unit_sources += tests/unit/study/test_left.c
unit_sources += tests/unit/study/test_regions.c
unit_sources += tests/unit/study/test_space.c
unit_sources += tests/unit/study/test_split_plot.c
unit_sources += tests/unit/study/test_study.c

EXTRA_DIST += tests/data/studies/good-every-element.xml tests/data/studies/machine.xml
