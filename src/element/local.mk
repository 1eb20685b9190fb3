# what acts on sheets besides contact
libquire_core_la_SOURCES += src/element/sleeve.c
libquire_core_la_SOURCES += src/element/spring.c src/element/drag.c
libquire_core_la_SOURCES += src/element/suction.c src/element/electrostatic.c src/element/brush.c src/element/pressure_fields.c src/element/pressure_fields.h
