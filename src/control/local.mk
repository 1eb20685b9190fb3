# rules: triggers, conditions, formulas
libquire_core_la_SOURCES += src/control/logic.c src/control/logic.h
libquire_core_la_SOURCES += src/control/logic_names.c
libquire_core_la_SOURCES += src/control/logic_parts.h
libquire_core_la_SOURCES += src/control/logic_read.c
libquire_core_la_SOURCES += src/control/quantities.c src/control/quantities.h
