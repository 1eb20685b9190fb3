# all that is kept of a run: its files, the state at its end
libquire_core_la_SOURCES += src/record/record.c src/record/record.h
libquire_core_la_SOURCES += src/record/end_state.c src/record/end_state.h
libquire_core_la_SOURCES += src/record/mode_frames.c src/record/mode_frames.h
