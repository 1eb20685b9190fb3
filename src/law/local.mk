# contact laws, normal and friction
# large: one file a law
libquire_core_la_SOURCES += src/law/bounded.h src/law/turning.h
libquire_core_la_SOURCES += src/law/dashpot.c src/law/dashpot.h src/law/given.h
libquire_core_la_SOURCES += src/law/impact_damped.c src/law/impact_damped.h
libquire_core_la_SOURCES += src/law/restitution.c src/law/restitution.h
libquire_core_la_SOURCES += src/law/stiffness.c src/law/stiffness.h
libquire_core_la_SOURCES += src/law/friction_mtt.c src/law/friction_mtt.h
libquire_core_la_SOURCES += src/law/friction_mtt_linear.c
libquire_core_la_SOURCES += src/law/friction_mtt_step.c
libquire_core_la_SOURCES += src/law/friction_regularised.c
libquire_core_la_SOURCES += src/law/friction_stick_slip.c
libquire_core_la_SOURCES += src/law/friction_tangential_spring.c
libquire_core_la_SOURCES += src/law/holding.c src/law/holding.h
libquire_core_la_SOURCES += src/law/cover.c src/law/cover.h
libquire_core_la_SOURCES += src/law/distance.c src/law/distance.h
libquire_core_la_SOURCES += src/law/friction_distance_viscous.c
libquire_core_la_SOURCES += src/law/normal_distance_power.c
libquire_core_la_SOURCES += src/law/normal_eepa.c
libquire_core_la_SOURCES += src/law/normal_demlab_hertz.c
libquire_core_la_SOURCES += src/law/normal_flores.c
libquire_core_la_SOURCES += src/law/normal_gonthier_carvalho_martins.c
libquire_core_la_SOURCES += src/law/normal_hooke_scale_invariant.c
libquire_core_la_SOURCES += src/law/normal_hunt_crossley.c
libquire_core_la_SOURCES += src/law/normal_restitution_exact.c
libquire_core_la_SOURCES += src/law/normal_linear.c
libquire_core_la_SOURCES += src/law/normal_mtt_boundary.c
libquire_core_la_SOURCES += src/law/normal_mtt_indentation.c
