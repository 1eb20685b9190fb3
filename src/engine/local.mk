# the machine as a problem for the integrator: callbacks to evaluate, solve and step
libquire_kernels_la_SOURCES += src/engine/blocks.c src/engine/blocks.h
libquire_kernels_la_SOURCES += src/engine/energy.c src/engine/energy.h
libquire_kernels_la_SOURCES += src/engine/engine.c src/engine/engine.h
libquire_kernels_la_SOURCES += src/engine/equations.c src/engine/equations.h
libquire_kernels_la_SOURCES += src/engine/history.c src/engine/history.h
libquire_kernels_la_SOURCES += src/engine/parked.c src/engine/parked.h
libquire_kernels_la_SOURCES += src/engine/parked_motion.c src/engine/parked_motion.h
libquire_kernels_la_SOURCES += src/engine/parked_parts.c src/engine/parked_parts.h
libquire_kernels_la_SOURCES += src/engine/self.h
