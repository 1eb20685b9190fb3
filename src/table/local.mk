# tables of measurements: one reader of what spreadsheets and statistics programs write
libquire_core_la_SOURCES += src/table/columns.c src/table/columns.h
libquire_core_la_SOURCES += src/table/decode.c src/table/decode.h
libquire_core_la_SOURCES += src/table/dialect.c src/table/dialect.h
libquire_core_la_SOURCES += src/table/table.c src/table/table.h
