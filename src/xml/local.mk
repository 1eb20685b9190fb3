# From the bytes of a model file to a checked tree of objects; the only user of libxml2 (in parse.c).
libquire_core_la_SOURCES += src/xml/build.c
libquire_core_la_SOURCES += src/xml/copies.c
libquire_core_la_SOURCES += src/xml/files.c
libquire_core_la_SOURCES += src/xml/identity.c src/xml/identity.h
libquire_core_la_SOURCES += src/xml/defaults.c
libquire_core_la_SOURCES += src/xml/include.c
libquire_core_la_SOURCES += src/xml/library.c src/xml/library.h
libquire_core_la_SOURCES += src/xml/instances.c src/xml/instances.h src/xml/placing.c
libquire_core_la_SOURCES += src/xml/like.c
libquire_core_la_SOURCES += src/xml/look_alikes.c
libquire_core_la_SOURCES += src/xml/limits.h src/xml/node.h src/xml/reader.h
libquire_core_la_SOURCES += src/xml/missing.c
libquire_core_la_SOURCES += src/xml/names.c
libquire_core_la_SOURCES += src/xml/parameters.c src/xml/parameter_table.c src/xml/parameter_table.h
libquire_core_la_SOURCES += src/xml/parse.c src/xml/parse.h
libquire_core_la_SOURCES += src/xml/read.c src/xml/read.h
libquire_core_la_SOURCES += src/xml/resolve.c src/xml/resolve.h
libquire_core_la_SOURCES += src/xml/scan.c src/xml/scan.h
libquire_core_la_SOURCES += src/xml/version.h
libquire_core_la_SOURCES += src/xml/write.c src/xml/write.h
# rewriting: a file's parts as they are written, the house form, older versions
libquire_core_la_SOURCES += src/xml/format.c src/xml/rewrite.c src/xml/rewrite.h src/xml/tokens.c src/xml/tokens.h
libquire_core_la_SOURCES += src/xml/upgrade.c src/xml/upgrade.h src/xml/upgrade_steps.c
