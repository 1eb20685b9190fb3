# the language of studies: factors, noise, responses, and the designs, each in its file
libquire_core_la_SOURCES += src/kind/design.h src/design/params.h
libquire_core_la_SOURCES += src/design/common.c
libquire_core_la_SOURCES += src/design/study.c
libquire_core_la_SOURCES += src/design/noise.c
libquire_core_la_SOURCES += src/design/full_factorial.c
libquire_core_la_SOURCES += src/design/one_at_a_time.c
libquire_core_la_SOURCES += src/design/table.c
