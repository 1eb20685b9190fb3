# what an evaluation works on
libquire_kernels_la_SOURCES += src/state/numbers.c
libquire_kernels_la_SOURCES += src/state/room.c src/state/room.h
