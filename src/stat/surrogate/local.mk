# surrogates of expensive responses: Gaussian processes and expected improvement
libquire_study_la_SOURCES += src/stat/surrogate/improvement.c src/stat/surrogate/improvement.h
libquire_study_la_SOURCES += src/stat/surrogate/process.c src/stat/surrogate/process.h
libquire_study_la_SOURCES += src/stat/surrogate/process_fit.c src/stat/surrogate/process_fit.h
libquire_study_la_SOURCES += src/stat/surrogate/spread.c src/stat/surrogate/spread.h
