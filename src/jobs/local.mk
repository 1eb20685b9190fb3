# runs of a study by many processes
libquire_doe_la_SOURCES += src/jobs/attempt.c
libquire_doe_la_SOURCES += src/jobs/job.c src/jobs/job.h
libquire_doe_la_SOURCES += src/jobs/job_done.c
libquire_doe_la_SOURCES += src/jobs/job_parts.h
libquire_doe_la_SOURCES += src/jobs/pool.c src/jobs/pool.h
libquire_doe_la_SOURCES += src/jobs/simulate.c
quire_doe_SOURCES += src/jobs/merge.c src/jobs/merge.h
