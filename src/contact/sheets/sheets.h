/* Contact of sheets with each other: each station of one against the curve of the other, and the
 * other way round, with half of the law each. Theory: doc/theory/stacks.md. */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_H
#define QUIRE_CONTACT_SHEETS_SHEETS_H

#include "contact/law/constants.h"
#include "contact/place/book.h"
#include "contact/sheets/boxes.h"
#include "state/state.h"

/* Where a sheet meets others: at its stations 0, ..., n, and half-way between nodes 1 and 2, ..., n
 * - 2 and n - 1. */
static inline int
quire_sheet_stations(const struct quire_sheet *sheet)
{
    return 2 * sheet->chain.n - 1;
}

/* A station that may touch another sheet between these nodes of it (first, ..., last - 1). */
struct quire_near_station {
    int station, first, last;
};

/* Which stations of one sheet may touch another, until both together have gone so far. */
struct quire_near_pair {
    /* what both sheets have gone together when they are looked at again; 0 at first [m] */
    double until;
    struct quire_near_station *station; /* by station */
    int n, cap;
    /* in space, where all places were found to be apart: until both have turned and bent so far,
     * with what lies between their centres having changed from `shift`; 0: they were not [m] */
    double apart, shift[3];
};

/* What is known of a sheet for all others that it is held against. */
struct quire_near_way {
    /* around its nodes in the plane, as it was at look number `looked` */
    struct quire_node_box box;
    long looked;
    double across, speed; /* scratch of contact/find/clear_sheets.c [m/s] */
    /* in space: how far its nodes have gone (x is the sheet's block); where they were at the last
     * look, their mean, and how far they went from look to look beside it, in all [m] */
    struct quire_gone gone;
    double *seen, centre[3], path;
};

/* Sides that a curve is near to. */
struct quire_near_outline {
    double *x, *y, *ex, *ey, *inverse; /* from where, along what, 1 / length^2 */
    double *off;                       /* how far from it the curve is at most [m] */
    double *steady;                    /* how far nodes may move while it moves by 1 */
    int n;
};

struct quire_sheets_near {
    struct quire_near_way *way; /* (n_sheet) */
    /* stations of the first on the second (n_sheet, n_sheet); rows of sheets that were never in the
     * machine are NULL */
    struct quire_near_pair **pair;
    int n_sheet;
    long look;                         /* its number: see quire_sheets_look() */
    struct quire_near_outline outline; /* scratch */
    double *station_x, *station_y;     /* scratch: where stations are [m], */
    double *clear;                     /* and what each is clear of [m]; */
    double *at;                        /* in space, where each is [m], */
    int *first, *last;                 /* and which of the other's rows are about it */
    struct quire_near_visit *visit;    /* (n_sheet): contact/sheets/sheets_halves.h */
};

/* How many stations of one sheet may touch another. */
static inline int
quire_near_count(const struct quire_sheets_near *near, int one, int other)
{
    return near->pair[one] != NULL ? near->pair[one][other].n : 0;
}

/* 0, or -1 when memory runs out. Nothing is made where no sheets meet. */
int quire_sheets_create(struct quire_state *state);
void quire_sheets_destroy(struct quire_state *state);

/* Begins a search at another y: boxes around the nodes of planar sheets are computed anew, each
 * when quire_sheet_box() is called for the sheet first. */
/* Whether what two sheets do to each other changes with their places: else it is a load. */
static inline bool
quire_sheets_yield(const struct quire_state *state, int a, int b)
{
    return state->loads == NULL || (!state->loads[a] && !state->loads[b]);
}

void quire_sheets_look(const struct quire_state *state);
const struct quire_node_box *quire_sheet_box(const struct quire_state *state, int sheet,
                                             const double *y);

/* Where a station is, once quire_station_points() is done. */
static inline void
quire_sheet_station(const struct quire_state *st, int sheet, int station, const double *y,
                    double at[2])
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const double *x = quire_state_motion(st, sheet, y) + s->x0, *z = x + s->chain.stride;
    const int j = station - s->chain.n;

    at[0] = j > 0 ? 0.5 * (x[j] + x[j + 1]) : st->sheet[sheet].cx[station];
    at[1] = j > 0 ? 0.5 * (z[j] + z[j + 1]) : st->sheet[sheet].cy[station];
}

/* How far stations of `a` may be from the nodes of `b` that they touch [m]. */
double quire_sheets_reach(const struct quire_sheet *a, const struct quire_sheet *b);

/* Stations and lists as they are at y; which stations are listed too many of changes nothing
 * (contact/sheets/sheets_near.c). */
bool quire_sheets_follow(struct quire_state *state, const double *y);

/* Which pairs of sheets: all, those that both rest, or the others. */
enum quire_sheet_pairs { QUIRE_ALL_PAIRS, QUIRE_RESTING_PAIRS, QUIRE_OTHER_PAIRS };

static inline bool
quire_sheets_are_among(const struct quire_state *st, int a, int b, enum quire_sheet_pairs which)
{
    return which == QUIRE_ALL_PAIRS ||
           (st->kept.rests[a] && st->kept.rests[b]) == (which == QUIRE_RESTING_PAIRS);
}

/* of planar sheets: the families QUIRE_PLACES_SHEETS and ..._SECOND */
extern const struct quire_place_book quire_sheets_book;

/* Adds forces and, with `matrix`, derivatives: once all forces on single sheets are there. `only`:
 * those that touch this sheet; -1: all. */
void quire_sheets_forces(struct quire_state *state, double t, const double *y, double cq, double cv,
                         bool matrix, int only);

/* The distance between the mid-lines of two sheets at y, drawn from node to node, unless they
 * cross; less than it where it is above 20 mm, infinite where they pass through each other [m]. */
double quire_sheets_distance(const struct quire_system *system, const double *y, int a, int b,
                             const struct quire_node_box *around_a,
                             const struct quire_node_box *around_b);

/* Points of a curve. */
struct quire_line {
    const double *x, *y;
    int n; /* the last one */
};

/* The distance between two curves, drawn from point to point, unless they cross; less than it where
 * it is above 20 mm [m]. */
double quire_lines_distance(const struct quire_line *a, const struct quire_line *b);

/* Whether two curves cross, drawn from point to point, and where. */
bool quire_lines_cross(const struct quire_line *a, const struct quire_line *b, double where[2]);

/* How deep two curves that cross, drawn from point to point, have gone into each other: how far the
 * points of that which is less deep lie beyond the other, on the side where that is less; what lies
 * past the ends of the other does not count [m]. */
double quire_lines_depth(const struct quire_line *a, const struct quire_line *b);

#endif
