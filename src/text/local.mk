# numbers and words as text, identical in every locale
libquire_core_la_SOURCES += src/text/amount.c src/text/amount.h
libquire_core_la_SOURCES += src/text/decimal.c src/text/decimal.h
libquire_core_la_SOURCES += src/text/decompositions.h
libquire_core_la_SOURCES += src/text/digits.h
libquire_core_la_SOURCES += src/text/number.c src/text/number.h
libquire_core_la_SOURCES += src/text/number_list.c src/text/number_list.h
libquire_core_la_SOURCES += src/text/suggest.c src/text/suggest.h
libquire_core_la_SOURCES += src/text/text.c src/text/text.h
libquire_core_la_SOURCES += src/text/utf8.c src/text/utf8.h
libquire_core_la_SOURCES += src/text/unicode.c src/text/unicode.h
