# runs that are advanced in slices and commanded from outside
libquire_core_la_SOURCES += src/sim/sim.c
