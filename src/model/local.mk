# a model after reading: objects, settings, references
libquire_core_la_SOURCES += src/model/kinds_defaults.c
libquire_core_la_SOURCES += src/model/kinds_contact.c src/model/kinds_contact.h
libquire_core_la_SOURCES += src/model/kinds_assembly.c src/model/kinds_assembly.h
libquire_core_la_SOURCES += src/model/kinds_media.c src/model/kinds_media.h
libquire_core_la_SOURCES += src/model/kinds_settings.c src/model/kinds_settings.h
libquire_core_la_SOURCES += src/model/parameter.c src/model/parameter.h
libquire_core_la_SOURCES += src/model/problem.c src/model/problem.h
libquire_core_la_SOURCES += src/model/object.h src/model/rows.h
libquire_core_la_SOURCES += src/model/named_file.h
libquire_core_la_SOURCES += src/model/object.c src/model/order.c src/model/order.h
libquire_core_la_SOURCES += src/model/settings.c src/model/settings.h
libquire_core_la_SOURCES += src/model/quantity.c src/model/quantity.h
