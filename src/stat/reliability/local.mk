# probabilities of rare failures, capability, tolerances at minimum cost
libquire_study_la_SOURCES += src/stat/reliability/draws.c src/stat/reliability/draws.h
libquire_study_la_SOURCES += src/stat/reliability/importance.c src/stat/reliability/failure.h
libquire_study_la_SOURCES += src/stat/reliability/mixture.c src/stat/reliability/mixture.h
libquire_study_la_SOURCES += src/stat/reliability/modes.c src/stat/reliability/modes.h
libquire_study_la_SOURCES += src/stat/reliability/search.c src/stat/reliability/search.h
libquire_study_la_SOURCES += src/stat/reliability/subset.c
libquire_study_la_SOURCES += src/stat/reliability/allocation.c src/stat/reliability/allocation.h
libquire_study_la_SOURCES += src/stat/reliability/capability.c src/stat/reliability/capability.h
libquire_study_la_SOURCES += src/stat/reliability/fits.c src/stat/reliability/fits.h
