# runs of a study and their results, as records and as messages between processes
libquire_doe_la_SOURCES += src/batch/environment.c src/batch/environment.h
libquire_doe_la_SOURCES += src/batch/ipc_frame.c src/batch/ipc_frame.h
libquire_doe_la_SOURCES += src/batch/result_row.c src/batch/result_row.h
libquire_doe_la_SOURCES += src/batch/run_bits.c src/batch/run_bits.h
libquire_doe_la_SOURCES += src/batch/study_plan.c src/batch/study_plan.h
