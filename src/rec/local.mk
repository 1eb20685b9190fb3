# What a run leaves behind: series, events, trajectory, pictures, summary.
libquire_core_la_SOURCES += src/rec/csv.c src/rec/csv.h
libquire_core_la_SOURCES += src/rec/figures.c src/rec/figures.h
libquire_core_la_SOURCES += src/rec/folder.c src/rec/folder.h
libquire_core_la_SOURCES += src/rec/frames.c src/rec/frames.h
libquire_core_la_SOURCES += src/rec/machine.c src/rec/machine.h
libquire_core_la_SOURCES += src/rec/result.h
libquire_core_la_SOURCES += src/rec/series.c src/rec/series.h
libquire_core_la_SOURCES += src/rec/trajectory.c src/rec/trajectory.h
# hashes of models and end states
libquire_core_la_SOURCES += src/base/sha256.c src/base/sha256.h
