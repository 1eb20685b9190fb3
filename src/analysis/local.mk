# analysis of studies: rates, effects, response surfaces, margins
# large: one struct, and a file for each part of it
libquire_study_la_SOURCES += src/analysis/agreement.c src/analysis/agreement.h
libquire_study_la_SOURCES += src/analysis/analysis.c src/analysis/analysis.h
libquire_study_la_SOURCES += src/analysis/analysis_agreement.c
libquire_study_la_SOURCES += src/analysis/analysis_choice.c
libquire_study_la_SOURCES += src/analysis/analysis_confidence.c
libquire_study_la_SOURCES += src/analysis/analysis_contrasts.c
libquire_study_la_SOURCES += src/analysis/analysis_given.c
libquire_study_la_SOURCES += src/analysis/analysis_lack.c
libquire_study_la_SOURCES += src/analysis/analysis_mixed.c
libquire_study_la_SOURCES += src/analysis/analysis_model.c
libquire_study_la_SOURCES += src/analysis/analysis_parts.h
libquire_study_la_SOURCES += src/analysis/analysis_rates.c
libquire_study_la_SOURCES += src/analysis/analysis_scatter.c
libquire_study_la_SOURCES += src/analysis/analysis_sensitivity.c
libquire_study_la_SOURCES += src/analysis/analysis_signal.c
libquire_study_la_SOURCES += src/analysis/analysis_terms.c
libquire_study_la_SOURCES += src/analysis/analysis_text.c
