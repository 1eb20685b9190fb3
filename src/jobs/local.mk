# runs of a study by many processes
# large: it combines runs from stores and runs from tables
libquire_doe_la_SOURCES += src/jobs/attempt.c
libquire_doe_la_SOURCES += src/jobs/job.c src/jobs/job.h
libquire_doe_la_SOURCES += src/jobs/job_done.c src/jobs/job_done.h
libquire_doe_la_SOURCES += src/jobs/pool.c src/jobs/pool.h
libquire_doe_la_SOURCES += src/jobs/simulate.c src/jobs/simulate.h
libquire_doe_la_SOURCES += src/jobs/mixture.c src/jobs/mixture.h
quire_doe_SOURCES += src/jobs/merge.c src/jobs/merge.h src/jobs/run_columns.c src/jobs/run_columns.h
quire_doe_SOURCES += src/jobs/setting_numbers.c src/jobs/setting_numbers.h
quire_doe_SOURCES += src/jobs/table_draws.c
quire_doe_SOURCES += src/jobs/table_goals.c
quire_doe_SOURCES += src/jobs/table_runs.c src/jobs/table_runs.h src/jobs/table_columns.c src/jobs/table_parts.h
quire_doe_SOURCES += src/jobs/measured.c src/jobs/measured.h src/jobs/measured_table.c src/jobs/settings.c src/jobs/settings.h
