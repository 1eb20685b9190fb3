# non-contact elements that act on sheets
libquire_core_la_SOURCES += src/element/sleeve.c src/element/sleeve.h
libquire_core_la_SOURCES += src/element/spring.c src/element/spring.h src/element/drag.c src/element/drag.h
libquire_core_la_SOURCES += src/element/suction.c src/element/electrostatic.c src/element/brush.c src/element/pressure_fields.c src/element/pressure_fields.h
libquire_core_la_SOURCES += src/element/pressure.h
libquire_core_la_SOURCES += src/element/jet.c src/element/jet.h
