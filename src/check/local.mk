# checks of a run: jams, arrivals, limits
# large: one file a kind of check
libquire_core_la_SOURCES += src/check/sentence.c src/check/sentence.h
libquire_core_la_SOURCES += src/check/around.c src/check/around.h
libquire_core_la_SOURCES += src/check/channels.c src/check/channels.h
libquire_core_la_SOURCES += src/check/finding.c src/check/finding.h
libquire_core_la_SOURCES += src/check/arrival.c
libquire_core_la_SOURCES += src/check/stall.c
libquire_core_la_SOURCES += src/check/late.c
libquire_core_la_SOURCES += src/check/wrap.c
libquire_core_la_SOURCES += src/check/buckle.c
libquire_core_la_SOURCES += src/check/out_of_channel.c
libquire_core_la_SOURCES += src/check/inside.c
libquire_core_la_SOURCES += src/check/lateral.c src/check/skew.c src/check/steered.c src/check/steered.h
libquire_core_la_SOURCES += src/check/window.c src/check/window.h
libquire_core_la_SOURCES += src/check/push.c src/check/push.h
libquire_core_la_SOURCES += src/check/beam.c src/check/beam.h
libquire_core_la_SOURCES += src/check/early.c src/check/lag.c src/check/retention.c
libquire_core_la_SOURCES += src/check/stub.c src/check/no_feed.c src/check/double_feed.c src/check/gap.c src/check/residual.c
libquire_core_la_SOURCES += src/check/dog_ear.c
libquire_core_la_SOURCES += src/check/tension.c
