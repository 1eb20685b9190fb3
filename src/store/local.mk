# database of the results of a study
libquire_doe_la_SOURCES += src/store/shard.c src/store/shard.h
libquire_doe_la_SOURCES += src/store/sql.c src/store/sql.h
libquire_doe_la_SOURCES += src/store/store.h
libquire_doe_la_SOURCES += src/store/store_add.c
libquire_doe_la_SOURCES += src/store/store_anew.c
libquire_doe_la_SOURCES += src/store/store_base.c
libquire_doe_la_SOURCES += src/store/store_check.c
libquire_doe_la_SOURCES += src/store/store_collect.c
libquire_doe_la_SOURCES += src/store/store_damage.c
libquire_doe_la_SOURCES += src/store/store_open.c
libquire_doe_la_SOURCES += src/store/store_parts.h
libquire_doe_la_SOURCES += src/store/store_plan.c
libquire_doe_la_SOURCES += src/store/store_read.c
libquire_doe_la_SOURCES += src/store/store_rows.c
libquire_doe_la_SOURCES += src/store/store_tally.c
