# import of models of other programs, export of drawings
libquire_core_la_SOURCES += src/exchange/export_drawing.c
libquire_core_la_SOURCES += src/exchange/import_mtt.c
libquire_core_la_SOURCES += src/exchange/import_mtt_contact.c src/exchange/import_mtt_contact.h
libquire_core_la_SOURCES += src/exchange/import_mtt_read.c src/exchange/import_mtt_read.h
libquire_core_la_SOURCES += src/exchange/import_mtt_write.c src/exchange/import_mtt_write.h
