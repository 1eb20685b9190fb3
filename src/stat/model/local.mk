# linear models: selection of terms, diagnostics, power, efficiency, random factors
libquire_study_la_SOURCES += src/stat/model/status.c src/stat/model/status.h
libquire_study_la_SOURCES += src/stat/model/response.c src/stat/model/response.h
libquire_study_la_SOURCES += src/stat/model/select.c src/stat/model/select.h
libquire_study_la_SOURCES += src/stat/model/diagnose.c src/stat/model/diagnose.h
libquire_study_la_SOURCES += src/stat/model/boxcox.c src/stat/model/boxcox.h
libquire_study_la_SOURCES += src/stat/model/power.c src/stat/model/power.h
libquire_study_la_SOURCES += src/stat/model/efficiency.c src/stat/model/efficiency.h
libquire_study_la_SOURCES += src/stat/model/dense.c src/stat/model/dense.h
libquire_study_la_SOURCES += src/stat/model/mixed.c src/stat/model/mixed.h
libquire_study_la_SOURCES += src/stat/model/mixed_data.c src/stat/model/mixed_inference.c
libquire_study_la_SOURCES += src/stat/model/mixed_parts.h
libquire_study_la_SOURCES += src/stat/model/mixed_state.c src/stat/model/mixed_test.c
