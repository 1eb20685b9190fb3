/* Power flows at the end of a step, from the last evaluation with the matrix. doc/theory/energy.md
 */
#ifndef QUIRE_EVALUATE_POWERS_H
#define QUIRE_EVALUATE_POWERS_H

#include "state/state.h"

/* Power flows after the step `dv` [V | Z] from the state of the last evaluation with the matrix,
 * whose cv was gamma. */
struct quire_powers quire_state_powers_after(const struct quire_state *state, const double *dv,
                                             double gamma);

/* The same where the forces were evaluated once more after that: the last step alone counts,
 * `since` is all of it since the matrix. */
struct quire_powers quire_state_powers_corrected(const struct quire_state *state,
                                                 const double *since, const double *last,
                                                 double gamma);

/* The k-th place of the last evaluation with the matrix at which friction holds on
 * (quire_places_hold()), after the step `dv` from there: slips and the law's normal force. `last`:
 * of the place before, all 0 at first. */
struct quire_slide quire_state_slide_after(const struct quire_state *state, int k, const double *dv,
                                           double gamma, struct quire_place_slides *last);

/* Whether there is friction that does not hold on: calls mark(user, sheet) for the sheets. */
void quire_state_mark_rubbed(const struct quire_state *state, void (*mark)(void *user, int sheet),
                             void *user);

/* Adds to forces [V] friction and the lost part of normal forces, as they were at the last
 * evaluation with the matrix, whose cv was gamma. */
void quire_state_add_touch_forces(const struct quire_state *state, double gamma, double *force);

/* Puts into flows what contacts gave at the last evaluation with the matrix. */
void quire_powers_give(const struct quire_state *state, struct quire_powers *p);

/* Power that holds put in at (t, y), with y' [W]. Spoils the forces. */
double quire_state_hold_power(struct quire_state *state, double t, const double *y,
                              const double *rate);

#endif
