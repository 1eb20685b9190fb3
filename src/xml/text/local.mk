# parser and writer of XML with source locations
libquire_core_la_SOURCES += src/xml/text/limits.h
libquire_core_la_SOURCES += src/xml/text/node.h
libquire_core_la_SOURCES += src/xml/text/parse.c src/xml/text/parse.h
libquire_core_la_SOURCES += src/xml/text/prologue.c src/xml/text/prologue.h
libquire_core_la_SOURCES += src/xml/text/scan.c src/xml/text/scan.h
libquire_core_la_SOURCES += src/xml/text/tokens.c src/xml/text/tokens.h
libquire_core_la_SOURCES += src/xml/text/version.h
libquire_core_la_SOURCES += src/xml/text/write.c src/xml/text/write.h
