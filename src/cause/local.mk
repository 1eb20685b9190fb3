# causes of failed checks: symptoms, drives, delays, rotation, other sheets
# large: one file per kind of cause, which share the view and the drives that hold a sheet
libquire_core_la_SOURCES += src/cause/astray.c src/cause/astray.h
libquire_core_la_SOURCES += src/cause/backward.c src/cause/backward.h
libquire_core_la_SOURCES += src/cause/coasting.c src/cause/coasting.h
libquire_core_la_SOURCES += src/cause/commands.c src/cause/commands.h
libquire_core_la_SOURCES += src/cause/conclusion.c src/cause/conclusion.h
libquire_core_la_SOURCES += src/cause/curled.c src/cause/curled.h
libquire_core_la_SOURCES += src/cause/delays.c src/cause/delays.h
libquire_core_la_SOURCES += src/cause/diagnosis.c src/cause/diagnosis.h
libquire_core_la_SOURCES += src/cause/drives.c src/cause/drives.h
libquire_core_la_SOURCES += src/cause/earlier.c src/cause/earlier.h
libquire_core_la_SOURCES += src/cause/figures.c src/cause/figures.h
libquire_core_la_SOURCES += src/cause/gates.c src/cause/gates.h
libquire_core_la_SOURCES += src/cause/lag.c src/cause/lag.h
libquire_core_la_SOURCES += src/cause/limits.h
libquire_core_la_SOURCES += src/cause/parts.c src/cause/parts.h
libquire_core_la_SOURCES += src/cause/pull.c src/cause/pull.h
libquire_core_la_SOURCES += src/cause/rolling.c src/cause/rolling.h
libquire_core_la_SOURCES += src/cause/streams.c src/cause/streams.h
libquire_core_la_SOURCES += src/cause/symptoms.c src/cause/symptoms.h
libquire_core_la_SOURCES += src/cause/turning.c src/cause/turning.h
libquire_core_la_SOURCES += src/cause/weakness.c src/cause/weakness.h
