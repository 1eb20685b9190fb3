/* The contact laws, for the catalog. */
#ifndef QUIRE_LAW_KINDS_H
#define QUIRE_LAW_KINDS_H

#include "kind/law.h"

extern const struct quire_kind quire_kind_normal_mtt_indentation;
extern const struct quire_kind quire_kind_normal_mtt_boundary;
extern const struct quire_kind quire_kind_normal_linear;
extern const struct quire_kind quire_kind_normal_eepa;
extern const struct quire_kind quire_kind_normal_distance_power;
extern const struct quire_kind quire_kind_friction_distance_viscous;
extern const struct quire_kind quire_kind_normal_demlab_hertz;
extern const struct quire_kind quire_kind_normal_hooke_scale_invariant;
extern const struct quire_kind quire_kind_normal_hunt_crossley;
extern const struct quire_kind quire_kind_normal_gonthier_carvalho_martins;
extern const struct quire_kind quire_kind_normal_restitution_exact;
extern const struct quire_kind quire_kind_friction_mtt_step;
extern const struct quire_kind quire_kind_friction_mtt_linear;
extern const struct quire_kind quire_kind_friction_stick_slip;
extern const struct quire_kind quire_kind_friction_tangential_spring;
extern const struct quire_kind quire_kind_friction_regularised;

#endif
