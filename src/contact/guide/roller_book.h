/* Places of a sheet on rollers, as they are kept for the power book. */
#ifndef QUIRE_CONTACT_GUIDE_ROLLER_BOOK_H
#define QUIRE_CONTACT_GUIDE_ROLLER_BOOK_H

#include "contact/place/book.h"
#include "contact/place/nodes.h"
#include "contact/place/place.h"

/* a roller slides on its way and turns, or less; a free disc moves along x and y and turns */
#define ROLLER_WAYS 3

/* A velocity of the rollers: what it does to their centres, and to the speed of their surfaces. */
struct roller_way {
    struct flat centre;
    quire_v4 surface;
};

struct roller_places {
    struct place p;
    struct place_nodes on;
    struct flat x;               /* from the roller's centre */
    struct flat bent, bent_rate; /* second derivatives of the curve, and how fast */
    quire_v4 dd[3];              /* second derivatives of the weights */
    /* the place's parameter changes by per (T . w + x . t); 0: it stays where it is */
    quire_v4 per;
    quire_v4 driven; /* speed of the surface that a drive commands [m/s] */
    quire_v4 spun;   /* slip by the surface's speed, with overdrive */
    bool holds;      /* friction holds on */
    struct roller_way way[ROLLER_WAYS];
    int at[ROLLER_WAYS][4]; /* those velocities in V; -1: the roller has none */
    int small[4], sheet;
};

/* slip by a velocity of the rollers through the speed of their surfaces */
QUIRE_INLINE quire_v4
surface_by(const struct roller_places *g, int k)
{
    return g->way[k].surface * g->spun;
}

QUIRE_INLINE struct place_way
way_along_roller(const struct roller_places *g)
{
    return (struct place_way){
        .w = g->p.a.t, .u = g->p.a.rate, .t = {g->bent}, .rate = {g->bent_rate}};
}

/* what acts on the places in some lanes, and on the curve's direction there */
QUIRE_INLINE void
spread_on_curve(const struct roller_places *g, quire_mask4 on, struct flat f, struct flat pair,
                double *to_x, double *to_y)
{
    quire_v4 x[3], y[3];

    for (int i = 0; i < 3; i++) {
        x[i] = g->on.b[i] * f.x + g->on.d[i] * pair.x;
        y[i] = g->on.b[i] * f.y + g->on.d[i] * pair.y;
    }
    push_nodes(&g->on, on, to_x, x);
    push_nodes(&g->on, on, to_y, y);
}

/* ... and backwards on the rollers: of the force, and of friction by each of their velocities */
QUIRE_INLINE void
spread_on_rollers(const struct roller_places *g, quire_mask4 on, struct flat f,
                  const quire_v4 rubs[ROLLER_WAYS], double *force)
{
    for (int i = 0; i < ROLLER_WAYS; i++) {
        const quire_v4 along = dot(f, g->way[i].centre) + rubs[i];
        for (int k = 0; k < 4; k++) {
            if (on[k] != 0 && g->at[i][k] >= 0) {
                force[g->at[i][k]] -= along[k];
            }
        }
    }
}

#endif
