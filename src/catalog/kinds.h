/* Every kind there is, in the order of the reference. A new kind is one line here. */
#ifndef QUIRE_CATALOG_KINDS_H
#define QUIRE_CATALOG_KINDS_H

#include "kind/kind.h"

/* clang-format off */
#define QUIRE_KINDS(X)                                                                            \
    /* the model and its settings */                                                              \
    X(model) X(library) X(include) X(attached) X(user_data) X(defaults) X(parameters)             \
    X(parameter) X(assembly) X(instance) X(instance_set) X(settings) X(gravity) X(run) X(solver)  \
    X(control)                                                                                    \
    /* media and contacts */                                                                      \
    X(media) X(contact) X(overdrive) X(vertex) X(cover) X(surface) X(pair)                        \
    /* laws */                                                                                    \
    X(normal_mtt_indentation) X(normal_mtt_boundary) X(normal_linear)                             \
    X(normal_eepa) X(normal_distance_power)                                                       \
    X(normal_hunt_crossley) X(normal_gonthier_carvalho_martins) X(normal_restitution_exact)       \
    X(normal_flores)                                                                              \
    X(normal_demlab_hertz) X(normal_hooke_scale_invariant) X(normal_fibre_bed)                    \
    X(normal_rough_surface)                                                                       \
    X(friction_mtt_step) X(friction_mtt_linear) X(friction_stick_slip)                            \
    X(friction_tangential_spring) X(friction_regularised) X(friction_distance_viscous)            \
    X(friction_directional)                                                                       \
    /* places */                                                                                  \
    X(path) X(channel) X(guide) X(bristles) X(side_guide)                                         \
    X(path_line) X(path_arc) X(path_drawing)                                                      \
    X(shape_line) X(shape_arc) X(shape_circle) X(shape_polyline) X(shape_spline)                  \
    X(shape_drawing)                                                                              \
    X(gate_pivot) X(gate_slide)                                                                   \
    /* drives */                                                                                  \
    X(drive) X(drive_to)                                                                          \
    /* bodies */                                                                                  \
    X(roller) X(nip) X(driver) X(idler) X(tyre) X(clutch)                                         \
    X(sheet) X(start) X(clamp) X(clamp_to) X(pin) X(pin_to) X(load) X(moment) X(load_to)          \
    X(disc) X(block) X(affine) X(contractile) X(solid) X(ball) X(cuboid)                          \
    /* elements */                                                                                \
    X(sleeve) X(spring) X(drag) X(suction) X(electrostatic) X(brush) X(jet)                       \
    /* sensors, rules, checks */                                                                  \
    X(sensor_edge) X(sensor_presence) X(sensor_side_edge) X(sensor_speed) X(sensor_distance)      \
    X(bin)                                                                                        \
    X(variable) X(state) X(rule) X(action_set) X(action_reverse) X(action_brake) X(action_open)   \
    X(action_close) X(action_engage) X(action_disengage) X(action_release) X(action_assign)       \
    X(action_go) X(action_cancel) X(action_say) X(action_stop)                                    \
    X(check_arrival) X(check_stall) X(check_late) X(check_wrap) X(check_buckle)                   \
    X(check_out_of_channel) X(check_inside) X(check_blocked_entry) X(check_skew)                  \
    X(check_lateral) X(check_early) X(check_lag) X(check_retention) X(check_stub)                 \
    X(check_no_feed) X(check_stranded) X(check_delivery) X(check_overfull)                        \
    X(check_double_feed) X(check_gap) X(check_residual) X(check_dog_ear) X(check_tension)         \
    /* studies */                                                                                 \
    X(study) X(factor)                                                                            \
    X(noise_normal) X(noise_truncated) X(noise_uniform) X(noise_lognormal) X(noise_triangular)    \
    X(noise_weibull) X(noise_discrete)                                                            \
    X(correlation) X(exclude) X(response)                                                         \
    X(design_full_factorial) X(design_one_at_a_time) X(design_table)                              \
    X(design_fractional_factorial) X(design_plackett_burman) X(design_taguchi)                    \
    X(design_definitive_screening) X(design_split_plot) X(design_i_optimal)                       \
    X(design_central_composite) X(design_box_behnken) X(design_d_optimal)                         \
    X(design_latin_hypercube) X(design_nested_latin_hypercube) X(design_sobol)                    \
    X(design_morris) X(design_saltelli)                                                           \
    X(design_simplex_lattice) X(design_simplex_centroid) X(design_extreme_vertices)               \
    X(design_centre) X(design_star) X(design_fold_over)                                           \
    /* calibrations */                                                                            \
    X(calibration) X(unknown)                                                                     \
    X(measured_times) X(measured_figure) X(measured_trace) X(measured_shape)
/* clang-format on */

#define QUIRE_KIND_DECLARE(name) extern const struct quire_kind quire_kind_##name;
QUIRE_KINDS(QUIRE_KIND_DECLARE)
#undef QUIRE_KIND_DECLARE

#endif
