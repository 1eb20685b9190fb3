# what is said about linear models: choice of terms, diagnostics, power, efficiency, random factors
libquire_study_la_SOURCES += src/stat/model/status.c src/stat/model/status.h
libquire_study_la_SOURCES += src/stat/model/response.c src/stat/model/response.h
libquire_study_la_SOURCES += src/stat/model/select.c src/stat/model/select.h
libquire_study_la_SOURCES += src/stat/model/diagnose.c src/stat/model/diagnose.h
libquire_study_la_SOURCES += src/stat/model/boxcox.c src/stat/model/boxcox.h
libquire_study_la_SOURCES += src/stat/model/power.c src/stat/model/power.h
libquire_study_la_SOURCES += src/stat/model/efficiency.c src/stat/model/efficiency.h
