# study files: the study, its factors and noise, tables of points
libquire_core_la_SOURCES += src/design/common.c src/design/common.h
libquire_core_la_SOURCES += src/design/noise.c
libquire_core_la_SOURCES += src/design/params.h
libquire_core_la_SOURCES += src/design/study.c
libquire_core_la_SOURCES += src/design/table.c
libquire_core_la_SOURCES += src/design/shuffle.c src/design/shuffle.h
