# the work of a study: its runs, what they came to, as bytes
libquire_doe_la_SOURCES += src/work/environment.c src/work/environment.h
libquire_doe_la_SOURCES += src/work/ipc_frame.c src/work/ipc_frame.h
libquire_doe_la_SOURCES += src/work/result_row.c src/work/result_row.h
libquire_doe_la_SOURCES += src/work/run_bits.c src/work/run_bits.h
libquire_doe_la_SOURCES += src/work/study_plan.c src/work/study_plan.h
