/* Friction that holds on: the ways slid, and what laws with settle() (kind/law.h) remember at their
 * places. Each place has its way slid in Z, from grip_z on. While a step is solved the ways follow
 * the slip; after it each law settles. Theory: doc/theory/contact-kernel.md, 13. */
#ifndef QUIRE_CONTACT_LAW_STICK_H
#define QUIRE_CONTACT_LAW_STICK_H

#include "machine/system.h"

static inline bool
quire_law_holds(const struct quire_contact_law *law)
{
    return law->friction != NULL && law->friction->settle != NULL;
}

/* Friction that holds on in space is one vector: the law is asked along and across with a limit out
 * of reach, which tells the pull, and then along the pull. `ratio` and `more` tell the force's
 * derivative by the slip, the ways following it by gamma: ratio (1 - u u) + (ratio + more) u u. */
struct quire_stick_vector {
    double u[2], f[2];  /* direction of the pull; force of the law [N] */
    double ratio, more; /* [N s/m] */
};
/* The law at s->in and its component across; `out` is the law's along the pull. */
void quire_stick_eval(const struct quire_slide *s, double gamma, struct quire_stick_vector *vector,
                      struct quire_friction_out *out);
/* The same while a step is solved: the ways follow the slips in s->in and s->slip_across, and
 * state->rate is told of them. Without the matrix the slide is listed in state->slide. */
void quire_stick_hold(struct quire_state *state, bool matrix, struct quire_slide *s,
                      struct quire_stick_vector *vector, struct quire_friction_out *out);
/* Energy of the spring [J]. */
double quire_stick_stored(const struct quire_slide *s);
/* What elastic creep gives way is added to the ways slid, which go to z, laid out as Z. */
void quire_stick_give_way(const struct quire_state *state, struct quire_slide *s, double *z);

/* The end of a step: `since` is the change of [V | Z] since the last evaluation with the matrix,
 * whose cv was gamma. Fills z, laid out as Z, with the ways slid there (fixed + gamma slip), and
 * state->slide with all places that touch. */
void quire_stick_follow(struct quire_state *state, const double *since, double gamma,
                        const double *fixed, double *z);

/* Before a new step of a part: the laws settle where things touch at the end of the last one;
 * elsewhere they forget. */
void quire_stick_settle(struct quire_state *state, const struct quire_part *part,
                        const struct quire_slide *slide, int n);
/* Then puts the ways of what touches nothing where its spring is slack. */
void quire_stick_rest(const struct quire_state *state, const struct quire_part *part, double *z);

/* The least of the root functions of what was listed last in state->slide; infinity if there is
 * none. */
double quire_stick_margin(const struct quire_state *state);
/* Breaks away what has next to none left; one of them goes to state->switched. */
void quire_stick_break(struct quire_state *state);

#endif
