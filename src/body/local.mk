# rollers, nips, sheets and what holds and loads them
libquire_core_la_SOURCES += src/body/hold.c
libquire_core_la_SOURCES += src/body/load.c
libquire_core_la_SOURCES += src/body/nip.c
libquire_core_la_SOURCES += src/body/roller.c src/body/roller_fields.h
libquire_core_la_SOURCES += src/body/tyre.c
libquire_core_la_SOURCES += src/body/sheet.c
libquire_core_la_SOURCES += src/body/disc.c src/body/block.c src/body/free_fields.h
libquire_core_la_SOURCES += src/body/solid.c
libquire_core_la_SOURCES += src/body/affine.c src/body/soft_children.h
libquire_core_la_SOURCES += src/body/clutch.c
