# drawing files of either format
libquire_core_la_SOURCES += src/cad/file/drawing_file.c src/cad/file/drawing_file.h
