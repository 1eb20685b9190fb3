# normal laws: force from penetration and its rate
libquire_core_la_SOURCES += src/law/normal/impact_damped.c src/law/normal/impact_damped.h
libquire_core_la_SOURCES += src/law/normal/impact_damped_laws.c
libquire_core_la_SOURCES += src/law/normal/normal_fibre_bed.c
libquire_core_la_SOURCES += src/law/normal/normal_demlab_hertz.c
libquire_core_la_SOURCES += src/law/normal/normal_distance_power.c
libquire_core_la_SOURCES += src/law/normal/normal_eepa.c
libquire_core_la_SOURCES += src/law/normal/normal_hooke_scale_invariant.c
libquire_core_la_SOURCES += src/law/normal/normal_linear.c
libquire_core_la_SOURCES += src/law/normal/normal_mtt_boundary.c
libquire_core_la_SOURCES += src/law/normal/normal_mtt_indentation.c
libquire_core_la_SOURCES += src/law/normal/normal_rough_surface.c
libquire_core_la_SOURCES += src/law/normal/restitution.c src/law/normal/restitution.h
