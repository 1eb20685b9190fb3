# studies: the file, checked against its model, and its runs
libquire_study_la_SOURCES += src/study/about.c
libquire_study_la_SOURCES += src/study/boundary.c src/study/boundary.h
libquire_study_la_SOURCES += src/study/describe.c
libquire_study_la_SOURCES += src/study/joined.c
libquire_study_la_SOURCES += src/study/left.c
libquire_study_la_SOURCES += src/study/levels.c
libquire_study_la_SOURCES += src/study/load.c
libquire_study_la_SOURCES += src/study/noise.c src/study/noise_sample.c
libquire_study_la_SOURCES += src/study/parts.h
libquire_study_la_SOURCES += src/study/plan.c
libquire_study_la_SOURCES += src/study/run.c
libquire_study_la_SOURCES += src/study/space.c src/study/space.h
libquire_study_la_SOURCES += src/study/study.h
libquire_study_la_SOURCES += src/study/trial.c src/study/response.c
libquire_study_la_SOURCES += src/study/value.c
libquire_study_la_SOURCES += src/study/variable.c
