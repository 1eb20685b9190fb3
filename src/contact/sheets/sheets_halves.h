/* The matrix of many sheets that touch each other falls into two halves, which two threads can do
 * at once: the touching places of the first sheets, and those of the others. Sums are the same with
 * one thread, to the last bit: each half adds to its own sheets in the order of places, and apart
 * from them to the other's, which is added at the end. doc/theory/stacks.md, 5. */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_HALVES_H
#define QUIRE_CONTACT_SHEETS_SHEETS_HALVES_H

#include "contact/sheets/sheets.h"

/* What sheets of one half do to a sheet of the other. */
struct quire_near_visit {
    double *force;          /* as the sheet's in state->force; NULL before the first time */
    struct quire_band band; /* as the sheet's */
    bool used;              /* it has to be added */
};

struct quire_sheets_half {
    /* what it writes to: lists, powers and failures. The second half has a copy of the state. */
    struct quire_state *state;
    int which;
    int first, last; /* of part->meeting: first, ..., last - 1 */
};

/* Halves with about as many stations each; false: there is one sheet, or laws remember in ways that
 * two threads may not share. */
bool quire_sheets_halve(struct quire_state *state, struct quire_sheets_half half[2]);

/* Calls of(context, half) for both, each with a state of its own, and adds up what they did. */
void quire_sheets_do_halves(struct quire_state *state, struct quire_sheets_half half[2],
                            void (*of)(void *context, const struct quire_sheets_half *half),
                            void *context);

/* Whether a sheet belongs to the other half. */
static inline bool
quire_sheets_is_visited(const struct quire_sheets_half *half, int sheet)
{
    const struct quire_part *part = half->state->part;

    return half->which == 0 ? sheet > part->meeting[half->last - 1]
                            : sheet < part->meeting[half->first];
}

/* Where that half adds to a sheet of the other one; NULL when memory runs out. */
struct quire_near_visit *quire_sheets_visit(const struct quire_sheets_half *half, int sheet);

void quire_near_visits_destroy(struct quire_sheets_near *near);

#endif
