# causes of failed checks: symptoms, drives, delays, rotation, other sheets
libquire_core_la_SOURCES += src/cause/astray.c src/cause/astray.h
libquire_core_la_SOURCES += src/cause/coasting.c src/cause/coasting.h
libquire_core_la_SOURCES += src/cause/curled.c src/cause/curled.h
libquire_core_la_SOURCES += src/cause/delays.c src/cause/delays.h
libquire_core_la_SOURCES += src/cause/diagnosis.c src/cause/diagnosis.h
libquire_core_la_SOURCES += src/cause/drives.c src/cause/drives.h
libquire_core_la_SOURCES += src/cause/lag.c src/cause/lag.h
libquire_core_la_SOURCES += src/cause/limits.h
libquire_core_la_SOURCES += src/cause/pull.c src/cause/pull.h
libquire_core_la_SOURCES += src/cause/rolling.c src/cause/rolling.h
libquire_core_la_SOURCES += src/cause/streams.c src/cause/streams.h
libquire_core_la_SOURCES += src/cause/symptoms.c src/cause/symptoms.h
libquire_core_la_SOURCES += src/cause/turning.c src/cause/turning.h
