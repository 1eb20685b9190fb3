# friction laws: force from normal force and slip
libquire_core_la_SOURCES += src/law/friction/friction_directional.c
libquire_core_la_SOURCES += src/law/friction/friction_distance_viscous.c
libquire_core_la_SOURCES += src/law/friction/friction_mtt.c src/law/friction/friction_mtt.h
libquire_core_la_SOURCES += src/law/friction/friction_mtt_linear.c
libquire_core_la_SOURCES += src/law/friction/friction_mtt_step.c
libquire_core_la_SOURCES += src/law/friction/friction_regularised.c
libquire_core_la_SOURCES += src/law/friction/friction_stick_slip.c
libquire_core_la_SOURCES += src/law/friction/friction_tangential_spring.c
