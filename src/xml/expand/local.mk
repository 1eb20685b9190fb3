# expansion of elements: includes, instances, parameters, defaults, likes
libquire_core_la_SOURCES += src/xml/expand/assemblies.c src/xml/expand/assemblies.h
libquire_core_la_SOURCES += src/xml/expand/defaults.c src/xml/expand/defaults.h
libquire_core_la_SOURCES += src/xml/expand/include.c
libquire_core_la_SOURCES += src/xml/expand/instance_path.c src/xml/expand/instance_path.h
libquire_core_la_SOURCES += src/xml/expand/instances.c
libquire_core_la_SOURCES += src/xml/expand/library.c src/xml/expand/library.h
libquire_core_la_SOURCES += src/xml/expand/like.c src/xml/expand/like.h
libquire_core_la_SOURCES += src/xml/expand/parameter_table.c src/xml/expand/parameter_table.h
libquire_core_la_SOURCES += src/xml/expand/parameters.c
libquire_core_la_SOURCES += src/xml/expand/steps.h
