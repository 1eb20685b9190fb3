/* Friction that holds on, from step to step: the ways slid at its end, and what the laws
 * commit then. doc/theory/contact-kernel.md, 13 */
#ifndef QUIRE_STEP_STICK_HISTORY_H
#define QUIRE_STEP_STICK_HISTORY_H

#include "state/state.h"

/* The end of a step: `since` is the change of [V | Z] since the last evaluation with the matrix,
 * whose cv was gamma. Fills z, laid out as Z, with the ways slid there (fixed + gamma slip), and
 * state->slide with all places that touch. */
void quire_stick_follow(struct quire_state *state, const double *since, double gamma,
                        const double *fixed, double *z);

/* How far friction at the end of a step is from what the last iteration has solved for, where it
 * holds on: the largest difference over the limit there. 0 where each place still slides or sticks
 * as it did in the last evaluation with the matrix. */
double quire_stick_mismatch(const struct quire_state *state, const double *since, double gamma,
                            const double *fixed);

/* Sums over the places where a sheet touches, after a small change of the velocities: by the forms
 * of the last evaluation with the matrix, as if friction never gave way. */
struct quire_stick_strain {
    double limit;   /* what friction can hold [N] */
    double pressed; /* the laws' normal forces [N]; */
    double lifted;  /* with which they would have to pull [N] */
    bool loose;     /* friction does not hold on at all places */
    /* what moving sheets press with [N], and what they no longer do then */
    double given, eased;
};
/* The same of two sheets, or of one and all guides (second is -1), which give way as a whole. */
/* In space friction also balances a moment about the normal: it is summed over each quarter of the
 * sheet; in the plane all of it is in the first. */
#define QUIRE_STICK_QUARTERS 4
struct quire_stick_between {
    int first, second;
    double pull[QUIRE_STICK_QUARTERS]
               [2]; /* what friction would have to hold, along and across [N] */
    double limit;   /* and can [N] */
};
/* Adds up what `since` does, the ways following by gamma: to strain (n_sheet), and to a list of
 * pairs without sheets that move, which has room for `most`. Returns how many there are; negative:
 * there was no room. */
int quire_stick_strains(const struct quire_state *state, const double *since, double gamma,
                        const double *fixed, const bool *moves, struct quire_stick_strain *strain,
                        struct quire_stick_between *between, int most);

/* Before a new step of a part: the laws commit their memory where things touch at the end of the
 * last one; elsewhere they forget. */
void quire_stick_commit(struct quire_state *state, const struct quire_part *part,
                        const struct quire_slide *slide, int n, double elapsed);

/* Then puts the ways of what touches nothing where its spring is slack. */
void quire_stick_rest(const struct quire_state *state, const struct quire_part *part, double *z);

/* The longest step in which sheets that roll through two nips, and are held in both, keep their
 * tension: what is strained by a few parts in a million between nips is stretched by less than a
 * position need be right to, and a segment that passes a nip with few steps loses a part of that.
 * Planar sheets. [s] */
double quire_stick_longest_step(const struct quire_state *state, const struct quire_part *part);

#endif
