# drives, and breakpoints of their profiles over time
libquire_core_la_SOURCES += src/drive/drive.c src/drive/drive.h
libquire_core_la_SOURCES += src/drive/to.c src/drive/to.h
