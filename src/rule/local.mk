libquire_core_la_SOURCES += src/rule/rule.c src/rule/rule.h
libquire_core_la_SOURCES += src/rule/action_set.c
libquire_core_la_SOURCES += src/rule/action_stop.c
