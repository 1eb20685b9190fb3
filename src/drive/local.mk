# what turns rollers
libquire_core_la_SOURCES += src/drive/drive.c src/drive/drive.h
libquire_core_la_SOURCES += src/drive/to.c
