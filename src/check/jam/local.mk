# checks of jams, which end a run
libquire_core_la_SOURCES += src/check/jam/blocked_entry.c
libquire_core_la_SOURCES += src/check/jam/buckle.c
libquire_core_la_SOURCES += src/check/jam/dog_ear.c
libquire_core_la_SOURCES += src/check/jam/double_feed.c
libquire_core_la_SOURCES += src/check/jam/lag.c
libquire_core_la_SOURCES += src/check/jam/no_feed.c
libquire_core_la_SOURCES += src/check/jam/out_of_channel.c
libquire_core_la_SOURCES += src/check/jam/push.c src/check/jam/push.h
libquire_core_la_SOURCES += src/check/jam/retention.c
libquire_core_la_SOURCES += src/check/jam/stall.c
libquire_core_la_SOURCES += src/check/jam/stranded.c
libquire_core_la_SOURCES += src/check/jam/stub.c
libquire_core_la_SOURCES += src/check/jam/wrap.c
