# diagnostics with their codes, numbers, files, memory, JSON
libquire_core_la_SOURCES += src/base/arena.c src/base/arena.h
libquire_core_la_SOURCES += src/base/clock.c src/base/clock.h
libquire_core_la_SOURCES += src/base/codes.c src/base/codes.h
libquire_core_la_SOURCES += src/base/diag.c src/base/diag.h
libquire_core_la_SOURCES += src/base/file.c src/base/file.h
libquire_core_la_SOURCES += src/base/memory.c src/base/memory.h
libquire_core_la_SOURCES += src/base/status.c
libquire_core_la_SOURCES += src/base/worker.c src/base/worker.h
libquire_core_la_SOURCES += src/base/json.c src/base/json.h
libquire_core_la_SOURCES += src/base/json_read.c src/base/json_read.h
# hashes of models and end states
libquire_core_la_SOURCES += src/base/sha256.c src/base/sha256.h
