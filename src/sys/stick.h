/* Friction that holds on: the ways slid, and what laws with settle() (kind/law.h) remember at their places. Each place has its way slid in Z,
 * from grip_z on. While a step is solved the ways follow the slip; after it each law settles. Theory: doc/theory/contact-kernel.md, 13. */
#ifndef QUIRE_SYS_STICK_H
#define QUIRE_SYS_STICK_H

#include "sys/system.h"

/* The end of a step: `since` is the change of [V | Z] since the last evaluation with the matrix, whose cv was gamma. Fills z, laid out as Z, with
 * the ways slid there (fixed + gamma slip), and state->slide with all places that touch. */
void quire_stick_follow(struct quire_state *state, const double *since, double gamma, const double *fixed, double *z);

/* Before a new step of a part: the laws settle where things touch at the end of the last one; elsewhere they forget. */
void quire_stick_settle(struct quire_state *state, const struct quire_part *part, const struct quire_slide *slide, int n);
/* Then puts the ways of what touches nothing where its spring is slack. */
void quire_stick_rest(const struct quire_state *state, const struct quire_part *part, double *z);

/* The least of the root functions of what was listed last in state->slide; infinity if there is none. */
double quire_stick_margin(const struct quire_state *state);
/* Breaks away what has next to none left; one of them goes to state->switched. */
void quire_stick_break(struct quire_state *state);

#endif
