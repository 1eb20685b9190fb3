# what acts on sheets besides contact
libquire_core_la_SOURCES += src/element/sleeve.c
libquire_core_la_SOURCES += src/element/spring.c src/element/drag.c
