# rollers, nips, sheets, and their supports and loads
libquire_core_la_SOURCES += src/body/hold.c src/body/hold.h
libquire_core_la_SOURCES += src/body/load.c src/body/load.h
libquire_core_la_SOURCES += src/body/nip.c src/body/nip.h
libquire_core_la_SOURCES += src/body/roller.c src/body/roller.h src/body/roller_fields.h
libquire_core_la_SOURCES += src/body/tyre.c
libquire_core_la_SOURCES += src/body/sheet.c src/body/sheet.h
libquire_core_la_SOURCES += src/body/disc.c src/body/block.c src/body/free_fields.h
libquire_core_la_SOURCES += src/body/solid.c src/body/solid.h
libquire_core_la_SOURCES += src/body/affine.c src/body/affine.h src/body/soft_children.h
libquire_core_la_SOURCES += src/body/clutch.c src/body/clutch.h
libquire_core_la_SOURCES += src/body/free.h
