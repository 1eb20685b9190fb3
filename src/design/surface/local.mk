# response surface designs, and augmentation of designs
libquire_core_la_SOURCES += src/design/surface/central_composite.c
libquire_core_la_SOURCES += src/design/surface/centre.c
libquire_core_la_SOURCES += src/design/surface/optimal.c
libquire_core_la_SOURCES += src/design/surface/optimal_region.c src/design/surface/optimal_region.h
libquire_core_la_SOURCES += src/design/surface/optimal_terms.c src/design/surface/optimal_terms.h
libquire_core_la_SOURCES += src/design/surface/star.c
