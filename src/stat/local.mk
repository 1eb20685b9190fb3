# Statistics of studies: pure functions of arrays.
libquire_study_la_SOURCES += src/stat/special.c src/stat/special.h
libquire_study_la_SOURCES += src/stat/distribution.c src/stat/distribution.h
libquire_study_la_SOURCES += src/stat/families.h src/stat/families_normal.c src/stat/families_closed.c src/stat/families_beta.c
