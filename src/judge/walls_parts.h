/* What the parts of the look at walls share: judge/walls.c, judge/walls_seen.c. */
#ifndef QUIRE_JUDGE_WALLS_PARTS_H
#define QUIRE_JUDGE_WALLS_PARTS_H

#include "judge/walls.h"

#define HAIR 1e-9 /* pieces overlap by it, so that nothing slips through between two [m] */

/* A piece of a surface, with the box around it. */
struct barrier {
    const struct quire_piece *piece;
    int guide;
    double low[2], high[2];
};

/* What observers see as one guide: a surface, or both surfaces of a wall. */
struct wall {
    int guide, n_face; /* the first of its surfaces */
    struct barrier *barrier;
    int n;
    double low[2], high[2];
};

/* A place of a sheet that has passed a surface and may come back. */
struct mark {
    int wall, sheet, line, place;
    int guide; /* by whose surface it came in; -1: it came out of one, from behind */
};

/* A place's way, or the sheet between two places, passes a surface. */
struct pass {
    int place, guide;
    /* where on the way; how far behind the surface it leads; how far the end of the surface is away
     * [m] */
    double part, deep, rim;
    double at[2];
    bool in;
};

/* Places along a sheet, one line of them, as a wall sees them: before and now. */
struct line {
    int n;
    const double *x[2], *y[2];
    bool *there; /* and whether the wall reaches there */
    double low[2], high[2];
};

/* What is known of a sheet since its last look: x, then y, then z of the places of each line, and
 * its nodes' x and y (or x, y, z in space). */
struct seen {
    double *place, *node; /* NULL: it was not there */
    long looks;
    bool whole; /* it is looked at as it lies, too */
};

struct quire_walls {
    const struct quire_system *system;
    struct wall *wall; /* (n_wall) */
    struct barrier *barrier;
    int n_wall;
    struct seen *before;                  /* (n_sheet) */
    double *now;                          /* scratch: places */
    double low[2], high[2];               /* of a sheet's places, before and now */
    struct quire_gate_pose *pose, *posed; /* (n_gate) now; (n_sheet, n_gate) at the last look */
    /* (n_wall, n_sheet): it came through a one-sided surface from behind */
    bool *from_behind;
    struct mark *mark;
    size_t n_mark, cap_mark;
    struct pass *pass;
    size_t n_pass, cap_pass;
    struct line line;
    double *room[4];
    void *block;
    bool failed;
};

/* lines of places along a sheet, and the numbers that say where they are */
static inline int
lines_of(const struct quire_sheet *s)
{
    return s->ladder != NULL ? s->ladder->m : 1;
}

static inline size_t
numbers_of(const struct quire_sheet *s)
{
    return 3 * (size_t)lines_of(s) * (size_t)(s->chain.n + 1);
}

/* ---- judge/walls_seen.c ---- */

/* The places of each line on the curve that contact sees. */
void quire_walls_places(const struct quire_sheet *sheet, const struct quire_sheet_view *view,
                        double *out);
/* Line `number` of a sheet, as a wall sees it; beyond the last, where the sheet passes the middle
 * of a guide that is narrower than lines are apart. */
void quire_walls_see(struct quire_walls *self, const struct wall *wall, int sheet, int number);
bool quire_walls_overlap(const double low[2], const double high[2], const double other_low[2],
                         const double other_high[2]);
/* How far a place along a surface is from where that ends. */
double quire_walls_rim(const struct quire_guide *guide, double along);
/* What passes the surfaces of a wall, in order: the ways of the line's places since the last look,
 * or the line as it is now. */
void quire_walls_find(struct quire_walls *self, const struct wall *wall, bool ways);

#endif
