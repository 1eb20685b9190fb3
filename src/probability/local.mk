# distributions and special functions
libquire_study_la_SOURCES += src/probability/distribution.c src/probability/distribution.h
libquire_study_la_SOURCES += src/probability/families.c src/probability/families.h
libquire_study_la_SOURCES += src/probability/family_parts.h
libquire_study_la_SOURCES += src/probability/families_beta.c
libquire_study_la_SOURCES += src/probability/families_closed.c
libquire_study_la_SOURCES += src/probability/families_gamma.c
libquire_study_la_SOURCES += src/probability/families_noncentral.c src/probability/families_noncentral.h
libquire_study_la_SOURCES += src/probability/families_normal.c
libquire_study_la_SOURCES += src/probability/special.c src/probability/special.h
