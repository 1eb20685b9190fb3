# rewriting of files: formatting, upgrades, resolved models
libquire_core_la_SOURCES += src/xml/rewrite/addresses.c src/xml/rewrite/addresses.h
libquire_core_la_SOURCES += src/xml/rewrite/format.c
libquire_core_la_SOURCES += src/xml/rewrite/parameters.c src/xml/rewrite/parameters.h
libquire_core_la_SOURCES += src/xml/rewrite/resolve.c src/xml/rewrite/resolve.h
libquire_core_la_SOURCES += src/xml/rewrite/resolve_json.c src/xml/rewrite/resolve_json.h
libquire_core_la_SOURCES += src/xml/rewrite/rewrite.c src/xml/rewrite/rewrite.h
libquire_core_la_SOURCES += src/xml/rewrite/understood.c src/xml/rewrite/understood.h
libquire_core_la_SOURCES += src/xml/rewrite/upgrade.c src/xml/rewrite/upgrade.h
libquire_core_la_SOURCES += src/xml/rewrite/upgrade_steps.c src/xml/rewrite/upgrade_steps.h
