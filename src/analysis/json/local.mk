# an analysis and its predictions as JSON
libquire_study_la_SOURCES += src/analysis/json/analysis_json.c src/analysis/json/analysis_json.h
libquire_study_la_SOURCES += src/analysis/json/analysis_json_jams.c
libquire_study_la_SOURCES += src/analysis/json/analysis_json_measured.c
libquire_study_la_SOURCES += src/analysis/json/analysis_json_mixed.c
libquire_study_la_SOURCES += src/analysis/json/analysis_json_optimum.c
libquire_study_la_SOURCES += src/analysis/json/analysis_json_sensitivity.c
libquire_study_la_SOURCES += src/analysis/json/analysis_json_values.c
