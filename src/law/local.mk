# common parts of contact laws: stiffness, damping, distances, static friction
libquire_core_la_SOURCES += src/law/bounded.h
libquire_core_la_SOURCES += src/law/cover.c src/law/cover.h
libquire_core_la_SOURCES += src/law/dashpot.c src/law/dashpot.h
libquire_core_la_SOURCES += src/law/distance.c src/law/distance.h
libquire_core_la_SOURCES += src/law/given.h
libquire_core_la_SOURCES += src/law/holding.c src/law/holding.h
libquire_core_la_SOURCES += src/law/one_way.c src/law/one_way.h
libquire_core_la_SOURCES += src/law/proportional.h
libquire_core_la_SOURCES += src/law/stiffness.c src/law/stiffness.h
libquire_core_la_SOURCES += src/law/turning.h
