# Problems, text, numbers, files, memory.
libquire_core_la_SOURCES += src/base/arena.c src/base/arena.h
libquire_core_la_SOURCES += src/base/clock.c src/base/clock.h
libquire_core_la_SOURCES += src/base/codes.c src/base/codes.h
libquire_core_la_SOURCES += src/base/decimal.c src/base/decimal.h
libquire_core_la_SOURCES += src/base/diag.c src/base/diag.h
libquire_core_la_SOURCES += src/base/file.c src/base/file.h
libquire_core_la_SOURCES += src/base/number.c src/base/number.h
libquire_core_la_SOURCES += src/base/status.c
libquire_core_la_SOURCES += src/base/suggest.c src/base/suggest.h
libquire_core_la_SOURCES += src/base/table.c src/base/table.h
libquire_core_la_SOURCES += src/base/text.c src/base/text.h
libquire_core_la_SOURCES += src/base/unicode.c src/base/unicode.h src/base/decompositions.h
