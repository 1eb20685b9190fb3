/* Friction that holds on: the ways slid, and what laws with commit() (kind/law.h) remember at their
 * places. Each place has its way slid in Z, from grip_z on. While a step is solved the ways follow
 * the slip; after it each law settles. Theory: doc/theory/contact-kernel.md, 13. */
#ifndef QUIRE_CONTACT_LAW_STICK_H
#define QUIRE_CONTACT_LAW_STICK_H

#include "state/state.h"

/* Friction that holds on in space is one vector: the law is asked along and across with a limit out
 * of reach, which tells the pull, and then along the pull. `ratio` and `more` tell the force's
 * derivative by the slip, the ways following it by gamma: ratio (1 - u u) + (ratio + more) u u. */
struct quire_stick_vector {
    double u[2], f[2];  /* direction of the pull; force of the law [N] */
    double ratio, more; /* [N s/m] */
};
/* What the law sees along u: its memory goes to `memory`. */
struct quire_friction_in quire_stick_along(const struct quire_slide *s, const double u[2],
                                           struct quire_law_memory *memory);
/* Direction u of the pull, 0 where there is none; *by_slip is what the pull changes by with the
 * slip, the ways following by gamma [N s/m]. Returns its size [N]. */
double quire_stick_pull(const struct quire_slide *s, double gamma, double u[2], double *by_slip);
/* The law at s->in and its component across; `out` is the law's along the pull. */
void quire_stick_eval(const struct quire_slide *s, double gamma, struct quire_stick_vector *vector,
                      struct quire_friction_out *out);
/* The same while a step is solved: the ways follow the slips in s->in and s->slip_across, and
 * they set state->rate. Without the matrix the slide is listed in state->slide. */
void quire_stick_hold(struct quire_state *state, bool matrix, struct quire_slide *s,
                      struct quire_stick_vector *vector, struct quire_friction_out *out);
/* The same in the plane, where friction is along the surface alone. */
void quire_stick_hold_along(struct quire_state *state, bool matrix, struct quire_slide *s,
                            struct quire_friction_out *out);
/* An iteration begins: nothing has slid yet. */
void quire_stick_begin(struct quire_state *state);
/* What the law saw in the matrix: where the slide has turned round, a limit out of reach. */
struct quire_slide quire_stick_as_solved(const struct quire_slide *s);
/* Lists a slide in state->slide; of places with one grip, as where a span of a sheet touches two
 * pieces of a guide, the one with most force. False: it is not listed. */
bool quire_stick_list(struct quire_state *state, const struct quire_slide *s);
/* Energy of the spring [J]. */
double quire_stick_stored(const struct quire_slide *s);
/* What elastic creep gives way is added to the ways slid, which go to z, laid out as Z. */
void quire_stick_give_way(const struct quire_state *state, struct quire_slide *s, double *z);

#endif
