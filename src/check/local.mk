# common parts of checks: findings, time windows, the surroundings of a sheet
libquire_core_la_SOURCES += src/check/around.c src/check/around.h
libquire_core_la_SOURCES += src/check/beam.c src/check/beam.h
libquire_core_la_SOURCES += src/check/branch.c src/check/branch.h
libquire_core_la_SOURCES += src/check/finding.c src/check/finding.h
libquire_core_la_SOURCES += src/check/scope.c src/check/scope.h
libquire_core_la_SOURCES += src/check/sentence.c src/check/sentence.h
libquire_core_la_SOURCES += src/check/under_way.h
libquire_core_la_SOURCES += src/check/window.c src/check/window.h
