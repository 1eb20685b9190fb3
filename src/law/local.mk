# list the sources of this folder in libquire_core_la_SOURCES
libquire_core_la_SOURCES += src/law/bounded.h src/law/kinds.h src/law/turning.h
libquire_core_la_SOURCES += src/law/stiffness.c src/law/stiffness.h
libquire_core_la_SOURCES += src/law/friction_mtt.c src/law/friction_mtt.h
libquire_core_la_SOURCES += src/law/friction_mtt_linear.c
libquire_core_la_SOURCES += src/law/friction_mtt_step.c
libquire_core_la_SOURCES += src/law/friction_regularised.c
libquire_core_la_SOURCES += src/law/friction_stick_slip.c
libquire_core_la_SOURCES += src/law/friction_tangential_spring.c
libquire_core_la_SOURCES += src/law/holding.c src/law/holding.h
libquire_core_la_SOURCES += src/law/normal_eepa.c
libquire_core_la_SOURCES += src/law/normal_linear.c
libquire_core_la_SOURCES += src/law/normal_mtt_boundary.c
libquire_core_la_SOURCES += src/law/normal_mtt_indentation.c
