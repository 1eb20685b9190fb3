/* A sheet in space as contact sees it: its columns, each a curve in the plane for what is extruded
 * across. Theory: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_COLUMNS_H
#define QUIRE_CONTACT_TOUCH_COLUMNS_H

#include "contact/place/book.h"
#include "contact/touch/lines_across.h"

/* The stations that feel something, both included; none: high < low. */
struct quire_stations {
    int low, high;
};

/* A line along the sheet: one column of nodes, or between two. */
struct quire_column {
    struct quire_sheet_work work;     /* lists and curve points; nothing else of it is there */
    double *x, *y, *z, *vx, *vy, *vz; /* of its nodes [m], [m/s] (stride), zero padded */
    int index;                        /* the column of nodes, or the first of two */
    /* how many columns it is made of, and how much their nodes count to its own */
    int columns;
    double c[2];
    int line; /* of a line between columns: which, from 1 on; else 0 */
    /* what it stands for, by each rule (QUIRE_RULES_ACROSS; blocks go by the first, ribs have no
     * other); and by which rule on each guide (n_guide) */
    struct quire_strip strip[QUIRE_RULES_ACROSS];
    const unsigned char *rule;
    /* places and velocities are turned back with this guide, as if it stood level; NULL: they are
     * as they are */
    const struct quire_guide *tilted;
    /* this one alone, which is narrow, meets the column: it has the places where the sheet is cut
     * by the plane */
    const struct quire_guide *rib;
    /* z = rib_z, one of the rib's lines, which stands for so much on either side; NULL: the column
     * is one of nodes */
    double rib_z, rib_half;
    const double *q, *v;             /* of a rib: the whole sheet's places and velocities */
    double *force;                   /* of the sheet, while it is evaluated: its block in V, */
    const struct quire_slabs *slabs; /* its matrix; NULL: forces only */
    double spin;                     /* of the gate that it is seen from [rad/s] */
    /* as `force`, with the matrix alone, of a gate that a spring holds: what velocities do that
     * turn back against it as it turns (doc/theory/gates.md, 6); NULL: of others */
    double *swing;
    struct quire_stations *felt; /* NULL: nobody asks */
};

/* Something acts on three stations. */
static inline void
quire_stations_feel(struct quire_stations *felt, int first)
{
    if (felt != NULL) {
        felt->low = first < felt->low ? first : felt->low;
        felt->high = first + 2 > felt->high ? first + 2 : felt->high;
    }
}

struct quire_space_work {
    struct quire_column *column; /* (m) */
    /* as each tilted guide sees them, one guide's after the other's (n_tilted); then lines between
     * columns (n_between); then one for each line of a rib (n_apart
     * in all) */
    struct quire_column *apart;
    int n_tilted, n_between, n_apart;
    unsigned char *rule; /* on each guide (n_guide) */
    /* candidate stations of each pad that is near; target is the pad */
    struct quire_candidates *pad;
    int n_pad;
    /* shift of each roller by its carriage when pads were listed (n_roller) */
    double *listed;
    /* scratch: bounds of each station's nodes along x and y (stride) */
    double *low[2], *high[2];
    double *square; /* scratch (stride) */
    /* scratch: a strip of the sheet as a curve in the plane, x, y, and zeros in the place of
     * velocities (stride) */
    double *strip[3];
    /* the sheet as gates see it: contact/gate/space_gates.h; NULL: there are none */
    struct quire_space_gates *gates;
};

/* The lists and curve points of one curve of a sheet's; false when memory runs out. */
bool quire_lists_create(const struct quire_system *system, const struct quire_sheet *sheet,
                        struct quire_sheet_work *work);
void quire_lists_destroy(struct quire_sheet_work *work);

/* How many lines a narrow guide acts along, QUIRE_RIB_LINES at most; 0: it is no rib. At the
 * columns of nodes on either side it would act in the wrong place, so the sheet is evaluated where
 * the guide is. Laws that remember or hold on have their memory in columns of nodes, and stay
 * there. */
#define QUIRE_RIB_LINES 2
int quire_rib_lines(const struct quire_system *system, int sheet, int guide);

/* What a line stands for on a guide. */
static inline const struct quire_strip *
quire_strip_on(const struct quire_column *column, int guide)
{
    return column->strip + column->rule[guide];
}

/* Whether a guide has columns of its own in a sheet's work. */
bool quire_is_apart(const struct quire_system *system, int sheet, int guide);

/* Columns of a sheet, those apart among them, which the guides of a gate touch (-1: those that do
 * not move); false when memory runs out. */
bool quire_columns_create(const struct quire_system *system, const struct quire_sheet *sheet,
                          int gate, struct quire_space_work *space);
void quire_columns_destroy(struct quire_space_work *space);

bool quire_space_work_create(const struct quire_system *system, const struct quire_sheet *sheet,
                             struct quire_sheet_work *work);
void quire_space_work_destroy(struct quire_sheet_work *work);

/* Puts a sheet's places q and velocities v (blocks as in Q and V) into its columns. */
void quire_columns_fill(const struct quire_sheet *sheet, struct quire_space_work *work,
                        const double *q, const double *v);

/* Where what guides do to a sheet is added up, but for its powers. */
struct quire_columns_sums {
    double *force;                   /* as its block in V */
    const struct quire_slabs *slabs; /* NULL: forces only */
    double spin;
    double *swing; /* see struct quire_column */
    struct quire_stations *felt;
};

/* Which quarter of its sheet a place is in: node, and column, in parts of their distances. */
QUIRE_INLINE int
quarter_of_sheet(const struct quire_sheet *sheet, double along, double across)
{
    return (2 * along < sheet->chain.n ? 0 : 1) + (2 * across < sheet->ladder->m - 1 ? 0 : 2);
}

/* of the family QUIRE_PLACES_SPACE */
extern const struct quire_place_book quire_space_places_book;

#endif
