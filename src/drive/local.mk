# what turns rollers
libquire_core_la_SOURCES += src/drive/drive.c
libquire_core_la_SOURCES += src/drive/to.c
