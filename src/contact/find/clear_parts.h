/* What the files that bound a step by contact ahead share (contact/find/clear.h): the paths of
 * nodes. */
#ifndef QUIRE_CONTACT_FIND_CLEAR_PARTS_H
#define QUIRE_CONTACT_FIND_CLEAR_PARTS_H

#include "contact/find/flight.h"
#include "integ/constants.h"
#include "state/state.h"

/* what every node of a sheet does in a step: its velocity, and part of what the rate of that adds
 */
struct sheet_flight {
    int index;
    const double *x, *v, *a;
    double h, later; /* the step; when the velocity counts */
    int first, last; /* the nodes that matter */
    /* the tilted guide for which all is moved such that it stands level; -1: all others matter */
    int tilted;
    /* the gate for which all is moved as if it stood still; -1: those that do not move matter */
    int gate;
};

/* around all that its nodes sweep */
struct swept {
    double low[2], high[2];
};

static inline struct quire_flight
quire_clear_flight(const struct quire_system *sys, const struct sheet_flight *s, int i)
{
    const struct quire_sheet *sheet = sys->sheet + s->index;
    const int j = i + sheet->chain.stride;

    return (struct quire_flight){sheet->half,
                                 sheet->chain.h,
                                 {s->x[i], s->x[j]},
                                 {s->v[i] + s->later * s->a[i], s->v[j] + s->later * s->a[j]},
                                 s->h};
}

static inline struct swept
quire_clear_swept(const struct quire_system *sys, const struct sheet_flight *s)
{
    struct swept b = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

    for (int i = s->first; i <= s->last; i++) {
        const struct quire_flight f = quire_clear_flight(sys, s, i);
        for (int c = 0; c < 2; c++) {
            const double to = f.at[c] + s->h * f.velocity[c];
            b.low[c] = fmin(b.low[c], fmin(f.at[c], to));
            b.high[c] = fmax(b.high[c], fmax(f.at[c], to));
        }
    }
    return b;
}

static inline bool
quire_clear_meet(const struct swept *b, const double low[2], const double high[2], double wide)
{
    return b->low[0] <= high[0] + wide && b->high[0] >= low[0] - wide &&
           b->low[1] <= high[1] + wide && b->high[1] >= low[1] - wide;
}

/* The largest speed of its nodes across the sheet [m/s]. */
static inline double
quire_clear_across(const struct quire_system *sys, const struct sheet_flight *s)
{
    const struct quire_chain *c = &sys->sheet[s->index].chain;
    double most = 0;

    for (int i = 0; i < c->n; i++) {
        const int j = i + c->stride;
        const double x = s->x[i + 1] - s->x[i], y = s->x[j + 1] - s->x[j];
        const double across =
            (s->v[i] + s->later * s->a[i]) * y - (s->v[j] + s->later * s->a[j]) * x;
        most = across * across > most ? across * across : most;
    }
    return sqrt(most) / c->h;
}

/* all nodes of a sheet in space: places, velocities and their rates, laid out as its blocks of Q
 * and V; as a gate sees them, or as they are (-1) */
struct blocks {
    const double *q, *v, *a;
    int gate;
};

/* The time at which a node first penetrates a fixed guide by QUIRE_CLEAR_DEEP, or the step if none
 * does [s]. */
double quire_clear_of_guides(const struct quire_state *st, const struct sheet_flight *s);
/* The same for guides, rollers and the ends that pass a roller in contact with the sheet, which may
 * move by `way` [m]. */
double quire_clear_along(const struct quire_state *st, const struct quire_part *part,
                         const double *y, struct sheet_flight *s, double way);
/* The largest displacement of a sheet in a step [m]. */
double quire_clear_way(const struct quire_state *st, const double *y, int sheet, double h);
/* Whether an end may pass a roller in contact with the sheet in a step; at constant velocity. */
bool quire_clear_may_pass(const struct quire_state *st, const struct quire_part *part,
                          const double *y, int sheet, double h);

/* contact/find/clear_sheets.c: the longest step of at most h that takes no sheet through another;
 * whether any may move so far. */
double quire_clear_of_sheets(const struct quire_state *st, const struct quire_part *part,
                             const double *y, const double *rate, double h, double later);
bool quire_clear_sheets_may_pass(const struct quire_state *st, const struct quire_part *part,
                                 const double *y, double h);

/* contact/find/clear_bodies.c: the longest step of at most h that takes no free body or solid
 * through what it may touch; whether any may move so far. Without rates (NULL) velocities stay. */
double quire_clear_of_bodies(const struct quire_state *st, const struct quire_part *part, double t,
                             const double *y, const double *rate, double h, double later);
bool quire_clear_bodies_may_pass(const struct quire_state *st, const struct quire_part *part,
                                 const double *y, double h);

/* contact/find/clear_fields.c: the longest step that takes no line of nodes through a field of
 * force, or an edge into one or out of it, unseen; whether a sheet that moves by `way` [m] may do
 * so. */
double quire_clear_of_fields(const struct quire_state *st, const struct sheet_flight *s);
bool quire_clear_fields_may_pass(const struct quire_state *st, double way);

/* contact/find/clear_springs.c: the longest step of at most h that stretches no string, and
 * compresses no buffer, that is slack again at its end; whether any may be. */
double quire_clear_of_springs(const struct quire_state *st, const struct quire_part *part,
                              const double *y, const double *rate, double h, double later);
bool quire_clear_springs_may_pass(const struct quire_state *st, const struct quire_part *part,
                                  const double *y, double h);

/* contact/find/clear_tilted.c: walls beside sheets, and guides that are tilted. */
double quire_clear_of_walls(const struct quire_state *st, const double *y, const double *rate,
                            int index, double h, double later);
double quire_clear_of_tilted(const struct quire_state *st, const struct blocks *b, int index,
                             double h, double later);

/* contact/find/clear_gates.c: gates as they go on in the step. */
double quire_clear_of_gates(const struct quire_state *st, double t, const double *y,
                            const double *rate, int index, double h, double later);

#endif
