# single laws: forces, impacts, fits
libquire_core_la_SOURCES += src/lawlab/law.c src/lawlab/law.h
libquire_core_la_SOURCES += src/lawlab/law_fit.c
libquire_core_la_SOURCES += src/lawlab/law_fit_data.c src/lawlab/law_fit_data.h
libquire_core_la_SOURCES += src/lawlab/law_fit_search.c src/lawlab/law_fit_search.h
libquire_core_la_SOURCES += src/lawlab/law_impact.c
libquire_core_la_SOURCES += src/lawlab/law_points.c
