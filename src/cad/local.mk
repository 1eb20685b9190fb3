# drawings: lines and arcs, joined to outlines
libquire_core_la_SOURCES += src/cad/chain.c src/cad/chain.h
libquire_core_la_SOURCES += src/cad/chain_joints.c src/cad/chain_joints.h
libquire_core_la_SOURCES += src/cad/chain_options.h
libquire_core_la_SOURCES += src/cad/chain_site.c src/cad/chain_site.h
libquire_core_la_SOURCES += src/cad/drawing.c src/cad/drawing.h
libquire_core_la_SOURCES += src/cad/plan.h
