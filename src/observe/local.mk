# observed quantities from the state
libquire_kernels_la_SOURCES += src/observe/error_source.c src/observe/error_source.h
libquire_kernels_la_SOURCES += src/observe/observe.c src/observe/observe.h
libquire_kernels_la_SOURCES += src/observe/observe_energy.c src/observe/observe_energy.h
libquire_kernels_la_SOURCES += src/observe/observe_front.c src/observe/observe_front.h
libquire_kernels_la_SOURCES += src/observe/observe_space.c src/observe/observe_space.h
libquire_kernels_la_SOURCES += src/observe/slips.c src/observe/slips.h
libquire_kernels_la_SOURCES += src/observe/space_shape.c src/observe/space_shape.h
libquire_kernels_la_SOURCES += src/observe/observe_machine.c
libquire_kernels_la_SOURCES += src/observe/observer_parts.h
