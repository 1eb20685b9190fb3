/* Work space of one sheet. */
#ifndef QUIRE_STATE_SHEET_WORK_H
#define QUIRE_STATE_SHEET_WORK_H

#include <stdbool.h>

#include "chain/chain.h"
#include "strip/ladder.h"
#include "strip/slabs.h"

struct quire_candidates { /* candidate nodes of one sheet for one target */
    int target, low, high;
    bool deep;  /* of a face: stations may get behind it before the next lists */
    double way; /* of a face: how far stations may go before sides are looked at again [m] */
    /* of a roller, at the last evaluation: */
    int near;    /* the node nearest to where the sheet touched it, else the middle of the range */
    double wrap; /* the share of laws that acts along a line, contact/touch/wraps.h */
    bool once;   /* it touches in a point */
};

/* How far nodes have gone at most: up to where they were at x and y (stride), and since
 * (contact/touch/gone.h). */
struct quire_gone {
    double *x, *y, before, since; /* [m] */
};

struct quire_sheet_work {
    struct quire_chain_work chain;
    struct quire_band band;
    struct quire_band_factor factor;
    /* in space, where those three serve for lines along the sheet: of each of `clamped` */
    struct quire_ladder_work *ladder[4];
    struct quire_slabs slabs;
    struct quire_slab_factor *slab_factor;
    double *line[4]; /* scratch: each as long as the sheet's block, and 2 stride */
    struct quire_space_work
        *space; /* of its contact there: contact/touch/columns.h; NULL in planar models */
    int only;   /* the guide apart (quire_is_apart()) that its lists are of; -1: all others */
    int rule;   /* of guides by this rule or a finer one (contact/touch/columns.h) */
    int gate;   /* that they are of; -1: of guides that do not move */
    /* the sheet as each gate sees it (n_frame: all gates in the plane): contact/gate/gates.h */
    struct quire_frame *frame;
    int n_frame;
    double *cx, *cy;          /* curve points of the stations [m] (stride) */
    double *square;           /* scratch (stride) */
    struct quire_gone gone;   /* of the nodes that lists are of */
    double (*near_centre)[2]; /* rollers when the candidate lists were made (n_roller) */
    double near_until;        /* what nodes have gone when these are made anew [m] */
    bool listed;
    bool *near_guide; /* scratch (n_guide) */
    struct quire_candidates *face, *corner, *roller;
    struct quire_candidates *listed_face;    /* scratch: faces of the last lists (n_face) */
    int n_face, n_piece, n_corner, n_roller; /* n_piece: faces, then kinks and ends of walls */
    /* of the pieces those that are close, with the nodes that are: contact/guide/close_pieces.h;
     * n_close -1: all to be listed anew */
    struct quire_candidates *close;
    int *close_corner; /* and which of `corner` */
    int n_close, n_close_corner;
    /* how far nodes may go before these lists are made again, and what they have gone then [m] */
    double close_margin, close_until;
    int close_age; /* evaluations since */
    /* for faces and stations (n_face of the system, stride), see step/sides.h: what a face does
     * not touch, as it came from behind or may be about to; and of that, what is at its back */
    unsigned char *behind, *back;
    int n_behind;       /* of the first */
    bool may_be_behind; /* any of the faces listed is `deep` */
    double least_way;   /* of all faces listed, step/sides.h [m] */
    /* curve points of the stations when sides were last looked at, if they were (stride) [m] */
    double *was_x, *was_y;
    bool was_seen;
    bool entered;
    /* [s]; infinite: not known yet; NaN: it found no room, and never enters */
    double enter_time;
};

#endif
