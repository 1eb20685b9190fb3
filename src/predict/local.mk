# predictions from the models of a study: means, scatter, share of jams, best settings
libquire_study_la_SOURCES += src/predict/prediction.c src/predict/prediction.h
libquire_study_la_SOURCES += src/predict/conclusion.c src/predict/conclusion.h
libquire_study_la_SOURCES += src/predict/optimum.c src/predict/optimum.h
libquire_study_la_SOURCES += src/predict/optimum_search.c src/predict/optimum_front.c src/predict/optimum_parts.h
