# records of a run: its files and its final state
libquire_core_la_SOURCES += src/record/record.c src/record/record.h
libquire_core_la_SOURCES += src/record/end_state.c src/record/end_state.h
libquire_core_la_SOURCES += src/record/mode_frames.c src/record/mode_frames.h
