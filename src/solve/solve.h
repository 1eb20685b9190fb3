/* Inside of the linear system of a step: clusters of small bodies, and how they are tied to sheets.
 */
#ifndef QUIRE_SOLVE_SOLVE_H
#define QUIRE_SOLVE_SOLVE_H

#include "math/profile/profile.h"
#include "math/small_lu.h"
#include "state/state.h"

struct cluster {
    int first, n; /* its unknowns */
    /* where it is condensed, the first of three nodes or stations; sheet -1: nowhere */
    int sheet, node;
    bool border;
    int border_first;               /* its first unknown in the border */
    double (*row)[6];               /* of each cluster column the sheet rows (n) */
    double (*column)[6];            /* E^-1 times the cluster rows, sheet columns (n) */
    double *wide_row, *wide_column; /* the same for a sheet in space: (n, 3 blocks) */
    double *lu;                     /* (n x n) */
    int *pivot;                     /* (n) */
};

/* a node and where it lies along the sheets [m] */
struct keyed {
    double key;
    int node;
};

/* which three neighbouring nodes of two sheets a tie couples */
struct tied {
    int sheet[2], node[2];
};

/* what touches, tie by tie, and among which sheets; none: the order is not theirs */
struct touching {
    struct tied *tie;
    int n, cap;
    int *among, n_among; /* (n_sheet) */
};

struct solve {
    struct cluster *cluster;
    size_t *index;   /* of each unknown in [V | Z] */
    double *reduced; /* A^-1 B: a vector over V's sheets for each border unknown (cap_border) */
    double *schur;   /* border matrix, factored (cap_border x cap_border) */
    int *pivot;
    double *rhs;
    int n_border, cap_border;
    bool *touched; /* (n_sheet): the border touches this sheet */
    /* sheets that touch each other; all NULL where none may: */
    int together; /* sheets in the largest group */
    struct touching touching;
    bool *joined, *placed; /* (n_sheet): it is solved with others; scratch */
    /* (n_sheet): the first sheet that it is solved with; its first node among all; scratch */
    int *group, *node0, *chain;
    int *start;                    /* scratch (n_sheet + 1) */
    double *shift;                 /* scratch (n_sheet) */
    struct quire_profile *profile; /* of each group, by its first sheet (n_profile) */
    int n_profile;
    struct ahead {
        double sum; /* [m] */
        int n;
        /* (n, n) for n sheets of a part: of ties, the second sheet's node ahead of the first's */
    } * ahead;
    int most_ahead; /* that there is room for */
    int *number;    /* of each sheet of a part among them; scratch (n_sheet) */
    /* nodes are a planar sheet's, or the stations of one in space: */
    int *place;       /* of each node in its group (nodes) */
    int *first;       /* the first neighbour of each place, then of each unknown (unknowns) */
    int *first_along; /* the same in the other order; scratch (nodes) */
    int *tied;        /* scratch (nodes) */
    int *begin;       /* of each node, its first unknown in its group (nodes) */
    ptrdiff_t *row, *column; /* of each node, where its rows and columns begin; scratch (nodes) */
    int *offset;             /* of each place; scratch (nodes + 1) */
    struct keyed *keyed;     /* scratch (2 nodes) */
    double *gathered;        /* right-hand sides of a group (unknowns, padded; QUIRE_TOGETHER) */
};

int quire_solve_create(struct quire_state *state);
void quire_solve_destroy(struct quire_state *state);

/* Solves for the sheet alone, with its factored matrix. */
void quire_solve_sheet(const struct quire_state *state, int sheet, double *r);

/* unknowns of a node of this sheet: two, or all of a station in space */
static inline int
quire_node_unknowns(const struct quire_sheet *sheet)
{
    return sheet->ladder != NULL ? sheet->ladder->block : 2;
}

/* solve/sheets_order.c: groups, order and shape of what touches. 0, or -1 when memory runs out. */
int quire_joined_order(const struct quire_state *state, struct solve *s);
/* The same where nothing has changed since: all that has to be done is to count sheets. */
void quire_joined_count(const struct quire_state *state, struct solve *s);

/* solve/solve_sheets.c: sheets that touch each other. Takes their bands and ties as they are now,
 * and solves for all of them in r; solves again; lets all be touched that are solved with one that
 * is. */
int quire_joined_create(struct quire_state *state, struct solve *s);
void quire_joined_destroy(struct solve *s);
void quire_joined_factorise(struct quire_state *state, struct solve *s, double *r);
void quire_joined_solve(const struct quire_state *state, struct solve *s, double *r);
/* the same for n vectors one behind the other, of groups that the border touches */
void quire_joined_solve_touched(const struct quire_state *state, struct solve *s, double *r, int n);
void quire_joined_touch(const struct quire_state *state, struct solve *s);

static inline bool
quire_is_joined(const struct solve *s, int sheet)
{
    return s->joined != NULL && s->joined[sheet];
}

/* solve/solve_border.c: A^-1 B for each border unknown, and E - C A^-1 B; what it does to a
 * right-hand side that the sheets are solved for. */
void quire_border_factor(struct quire_state *state, struct solve *s);
void quire_border_solve(struct quire_state *state, struct solve *s, double *r);

/* solve/space_solve.c: couplings to sheets in space. B and C of clusters that are condensed (E is
 * factored), and what is left of the sheets' matrices; what such a cluster does to the sheet's
 * right-hand side, and the sheet's step to the cluster; border parts of the couplings. */
void quire_space_condense(struct quire_state *state, struct solve *s);
void quire_space_push(const struct quire_state *state, const struct cluster *c, const double *x,
                      double *r);
void quire_space_follow(const struct quire_state *state, const struct cluster *c,
                        const size_t *index, double *r);
void quire_space_border_columns(struct quire_state *state, struct solve *s);
/* to[(cluster->border_first + i) * step] -= C v, for all couplings of border clusters */
void quire_space_border_rows(const struct quire_state *state, const struct solve *s,
                             const double *v, double *to, int step);

#endif
