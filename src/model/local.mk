# a model as it was read: objects, settings, references
libquire_core_la_SOURCES += src/model/kinds_defaults.c
libquire_core_la_SOURCES += src/model/kinds_contact.c
libquire_core_la_SOURCES += src/model/kinds_assembly.c
libquire_core_la_SOURCES += src/model/kinds_media.c
libquire_core_la_SOURCES += src/model/kinds_gate.c
libquire_core_la_SOURCES += src/model/kinds_place.c
libquire_core_la_SOURCES += src/model/kinds_settings.c
libquire_core_la_SOURCES += src/model/parameter.c src/model/parameter.h
libquire_core_la_SOURCES += src/model/problem.c src/model/problem.h
libquire_core_la_SOURCES += src/model/object.h src/model/params.h src/model/rows.h
libquire_core_la_SOURCES += src/model/named_file.h
libquire_core_la_SOURCES += src/model/object.c src/model/order.c src/model/order.h
libquire_core_la_SOURCES += src/model/settings.c src/model/settings.h
libquire_core_la_SOURCES += src/model/quantity.c src/model/quantity.h
