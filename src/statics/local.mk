# static equilibrium, its stability, small vibrations
libquire_kernels_la_SOURCES += src/statics/space_rest.c src/statics/space_rest.h
libquire_kernels_la_SOURCES += src/statics/stiffness.c src/statics/stiffness.h
libquire_core_la_SOURCES += src/statics/equilibrium.c src/statics/equilibrium.h
libquire_core_la_SOURCES += src/statics/equilibrium_search.c src/statics/equilibrium_search.h
libquire_core_la_SOURCES += src/statics/equilibrium_step.c src/statics/equilibrium_step.h
libquire_core_la_SOURCES += src/statics/other_equilibria.c src/statics/other_equilibria.h
libquire_core_la_SOURCES += src/statics/rest.c src/statics/rest.h
libquire_core_la_SOURCES += src/statics/unstable_states.c src/statics/unstable_states.h
libquire_core_la_SOURCES += src/statics/vibration.c src/statics/vibration.h
