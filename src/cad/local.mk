libquire_core_la_SOURCES += src/cad/chain.c src/cad/chain.h
libquire_core_la_SOURCES += src/cad/drawing.c src/cad/drawing.h
libquire_core_la_SOURCES += src/cad/plan.h
