# all that is kept of a run
libquire_core_la_SOURCES += src/record/record.c src/record/record.h
