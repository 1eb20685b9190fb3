# variables of an evaluation
libquire_kernels_la_SOURCES += src/state/numbers.c src/state/numbers.h
libquire_kernels_la_SOURCES += src/state/room.c src/state/room.h
libquire_kernels_la_SOURCES += src/state/commands.c src/state/commands.h
libquire_kernels_la_SOURCES += src/state/coupling.h
libquire_kernels_la_SOURCES += src/state/gate_pose.c src/state/gate_pose.h
libquire_kernels_la_SOURCES += src/state/places.c src/state/places.h
libquire_kernels_la_SOURCES += src/state/powers.c src/state/powers.h
libquire_kernels_la_SOURCES += src/state/sheet_work.h
libquire_kernels_la_SOURCES += src/state/state.h
libquire_kernels_la_SOURCES += src/state/touch.h
