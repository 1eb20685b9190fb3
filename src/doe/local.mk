# studies: the store, the workers, and the program around them
libquire_doe_la_SOURCES += src/doe/frame.c src/doe/frame.h src/doe/record.c src/doe/record.h
libquire_doe_la_SOURCES += src/doe/work.c src/doe/work.h src/doe/simulate.c
libquire_doe_la_SOURCES += src/doe/place.c src/doe/place.h
libquire_doe_la_SOURCES += src/doe/sql.c src/doe/sql.h src/doe/store.c src/doe/store.h
libquire_doe_la_SOURCES += src/doe/shard.c src/doe/shard.h
libquire_doe_la_SOURCES += src/doe/pool.c src/doe/pool.h src/doe/job.c src/doe/job.h
quire_doe_SOURCES += src/doe/main.c src/doe/verbs.h src/doe/arguments.c src/doe/progress.c
quire_doe_SOURCES += src/doe/run.c src/doe/show.c src/doe/export.c src/doe/export.h src/doe/submit.c src/doe/boundary.c src/doe/windows.c
# of the command: how its verbs read options and show problems
quire_doe_SOURCES += src/cli/cli.h src/cli/options.c src/cli/problems.c
# its own pow and atan2, which the libraries it loads call too: the same bits as the command's
quire_doe_SOURCES += src/num/portable_math.c src/num/detmath.c src/num/dettrig.c src/num/detmath.h
# studies that are interrupted, killed, and spread over shards
sample_tests += tests/check-doe.tap tests/check-margin.tap
