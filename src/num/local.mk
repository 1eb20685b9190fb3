# list the sources of this folder in libquire_core_la_SOURCES
libquire_core_la_SOURCES += src/num/detmath.c src/num/dettrig.c src/num/detmath.h src/num/step.h
