# statistics: pure functions of arrays
# large: one file per method, with few dependencies
libquire_study_la_SOURCES += src/stat/summary.c src/stat/summary.h
libquire_study_la_SOURCES += src/stat/qr.c src/stat/qr.h
libquire_study_la_SOURCES += src/stat/qr_rows.c src/stat/qr_rows.h
libquire_study_la_SOURCES += src/stat/regressors.c src/stat/regressors.h
libquire_core_la_SOURCES += src/stat/terms.c
libquire_study_la_SOURCES += src/stat/fit.c src/stat/anova.c src/stat/fit.h
libquire_study_la_SOURCES += src/stat/rate.c src/stat/rate.h
libquire_study_la_SOURCES += src/stat/given_sample.c src/stat/given_sample.h
libquire_study_la_SOURCES += src/stat/effects.c src/stat/effects.h
libquire_study_la_SOURCES += src/stat/surface.c src/stat/surface.h
libquire_study_la_SOURCES += src/stat/logistic.c src/stat/logistic.h
libquire_study_la_SOURCES += src/stat/timer.c src/stat/timer.h
libquire_study_la_SOURCES += src/stat/sensitivity.c src/stat/sensitivity.h
libquire_study_la_SOURCES += src/stat/matched.c src/stat/matched.h
