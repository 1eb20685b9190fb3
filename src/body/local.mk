# rollers, nips, sheets and what holds and loads them
libquire_core_la_SOURCES += src/body/hold.c
libquire_core_la_SOURCES += src/body/load.c
libquire_core_la_SOURCES += src/body/nip.c
libquire_core_la_SOURCES += src/body/roller.c src/body/roller_fields.h
libquire_core_la_SOURCES += src/body/sheet.c
libquire_core_la_SOURCES += src/body/roller_motion.c src/body/roller_motion.h
