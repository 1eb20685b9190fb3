# rules of a control, and their actions
libquire_core_la_SOURCES += src/rule/rule.c src/rule/rule.h
libquire_core_la_SOURCES += src/rule/action_set.c
libquire_core_la_SOURCES += src/rule/action_stop.c
libquire_core_la_SOURCES += src/rule/action_assign.c
libquire_core_la_SOURCES += src/rule/action_go.c
libquire_core_la_SOURCES += src/rule/action_cancel.c
libquire_core_la_SOURCES += src/rule/action_say.c
libquire_core_la_SOURCES += src/rule/action_drive.c
libquire_core_la_SOURCES += src/rule/action_switch.c
libquire_core_la_SOURCES += src/rule/action_release.c
