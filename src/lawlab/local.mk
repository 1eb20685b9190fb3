# a law by itself: forces, impacts, fits
libquire_core_la_SOURCES += src/lawlab/law.c src/lawlab/law.h
libquire_core_la_SOURCES += src/lawlab/law_fit.c src/lawlab/law_fit.h
libquire_core_la_SOURCES += src/lawlab/law_fit_data.c
libquire_core_la_SOURCES += src/lawlab/law_impact.c
libquire_core_la_SOURCES += src/lawlab/law_points.c
