unit_sources += tests/unit/study/study_fixture.c tests/unit/study/study_fixture.h
unit_sources += tests/unit/study/test_study.c tests/unit/study/test_augment.c
unit_sources += tests/unit/study/test_boundary.c tests/unit/study/test_indices.c tests/unit/study/test_left.c
unit_sources += tests/unit/study/test_space.c
EXTRA_DIST += tests/data/studies/good-every-element.xml tests/data/studies/machine.xml
sample_tests += tests/check-bad-studies.tap tests/check-augment.tap
include tests/data/bad-studies/local.mk
