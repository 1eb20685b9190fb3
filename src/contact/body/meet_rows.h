/* What a place of two small bodies, or of a body and a sheet, makes of velocities: the letters b
 * and c of doc/theory/bodies.md, 2, and their derivatives. */
#ifndef QUIRE_CONTACT_BODY_MEET_ROWS_H
#define QUIRE_CONTACT_BODY_MEET_ROWS_H

#include "contact/body/body_contact.h"
#include "math/kernel.h"

/* the normal approach and the slip by each velocity, and how these change with each position */
struct rows {
    double b[QUIRE_MEET_MOST], c[QUIRE_MEET_MOST];
    double db[QUIRE_MEET_MOST][QUIRE_MEET_MOST], dc[QUIRE_MEET_MOST][QUIRE_MEET_MOST];
};

/* n is m->n wherever it is handed over: a number known in advance unrolls all loops over the
 * handles */
QUIRE_INLINE void
first_order(const struct quire_meet *m, int n, struct rows *r)
{
    const double nx = m->normal[0], ny = m->normal[1];

    for (int k = 0; k < n; k++) {
        const struct quire_handle *h = m->handle + k;
        r->b[k] = nx * h->x[0] + ny * h->x[1];
        r->c[k] =
            -ny * h->x[0] + nx * h->x[1] + h->slip + (m->middle ? 0.5 * m->overlap * h->lever : 0);
    }
}

QUIRE_INLINE void
second_order(const struct quire_meet *m, int n, struct rows *r)
{
    const double nx = m->normal[0], ny = m->normal[1];

    for (int k = 0; k < n; k++) {
        const double *x = m->handle[k].x, along = -ny * x[0] + nx * x[1],
                     across = nx * x[0] + ny * x[1];
        for (int j = 0; j < n; j++) {
            const double bx = m->bends ? m->bend[k][j][0] : 0, by = m->bends ? m->bend[k][j][1] : 0;
            r->db[k][j] = m->turn[j] * along + nx * bx + ny * by;
            r->dc[k][j] = -m->turn[j] * across - ny * bx + nx * by +
                          (m->bends ? m->curl[k][j] : 0) -
                          (m->middle ? 0.5 * r->b[j] * m->handle[k].lever : 0);
        }
    }
}

/* overlap, its rate, and the surfaces past each other [m/s] */
struct meet_motion {
    double overlap, closing, slip;
};

QUIRE_INLINE struct meet_motion
motion(const struct quire_meet *m, int n, const struct rows *r, const double *v)
{
    struct meet_motion in = {.overlap = m->overlap, .closing = m->approach, .slip = -m->driven};

    for (int k = 0; k < n; k++) {
        in.closing -= r->b[k] * v[m->handle[k].at];
        in.slip += r->c[k] * v[m->handle[k].at];
    }
    return in;
}

/* how closing and slip change with handle j: displacements times by[0], velocities times by[1] */
QUIRE_INLINE void
change_of_motion(const struct quire_meet *m, int n, const struct rows *r, const double *v, int j,
                 const double by[2], double *closing, double *slip)
{
    const double moves = m->handle[j].passes ? 0 : by[0];

    *closing = -by[1] * r->b[j] + (m->bends ? moves * m->approach_slope[j] : 0);
    *slip = by[1] * r->c[j] - (m->bends ? moves * m->driven_slope[j] : 0);
    for (int k = 0; k < n; k++) {
        *closing -= moves * r->db[k][j] * v[m->handle[k].at];
        *slip += moves * r->dc[k][j] * v[m->handle[k].at];
    }
}

#endif
