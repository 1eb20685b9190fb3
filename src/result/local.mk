# results of a run, in memory and in its folder: figures, events, checks, the verdict and its causes
libquire_core_la_SOURCES += src/result/causes.c src/result/causes.h
libquire_core_la_SOURCES += src/result/failure.c src/result/failure.h
libquire_core_la_SOURCES += src/result/figures.c src/result/figures.h
libquire_core_la_SOURCES += src/result/folder.c src/result/folder.h
libquire_core_la_SOURCES += src/result/manifest.c src/result/manifest.h
libquire_core_la_SOURCES += src/result/result.h
libquire_core_la_SOURCES += src/result/verdict.c src/result/verdict.h
libquire_core_la_SOURCES += src/result/version.c
