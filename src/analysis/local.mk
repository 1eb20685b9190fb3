# what the runs of a study say: rates, effects, surfaces, margins
libquire_study_la_SOURCES += src/analysis/analysis.c src/analysis/analysis.h
libquire_study_la_SOURCES += src/analysis/analysis_confidence.c
libquire_study_la_SOURCES += src/analysis/analysis_json.c src/analysis/analysis_json.h
libquire_study_la_SOURCES += src/analysis/analysis_json_jams.c
libquire_study_la_SOURCES += src/analysis/analysis_json_optimum.c
libquire_study_la_SOURCES += src/analysis/analysis_json_values.c
libquire_study_la_SOURCES += src/analysis/analysis_model.c
libquire_study_la_SOURCES += src/analysis/analysis_parts.h
libquire_study_la_SOURCES += src/analysis/analysis_rates.c
libquire_study_la_SOURCES += src/analysis/analysis_scatter.c
libquire_study_la_SOURCES += src/analysis/analysis_sensitivity.c
libquire_study_la_SOURCES += src/analysis/analysis_signal.c
libquire_study_la_SOURCES += src/analysis/analysis_text.c
libquire_study_la_SOURCES += src/analysis/prediction.c src/analysis/prediction.h
libquire_study_la_SOURCES += src/analysis/optimum.c src/analysis/optimum.h
libquire_study_la_SOURCES += src/analysis/optimum_front.c src/analysis/optimum_parts.h
