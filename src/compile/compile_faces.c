/* Pieces of the surfaces of guides, ready for the inner loop. */
#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "geometry/piece.h"

#define WIDEST_ARC 1.4 /* of one face: at its end a plane parts it from what begins there [rad] */

int
quire_compile_parts(const struct quire_piece *p)
{
    return p->sweep > WIDEST_ARC ? 1 + (int)(p->sweep / WIDEST_ARC) : 1;
}

/* the box around a face and the solid behind it */
static void
face_bounds(struct quire_face *f, const struct quire_piece *p, double from, double to, double side,
            double depth)
{
    const double steps = p->radius > 0 ? 16 : 1;

    for (int d = 0; d < 2; d++) {
        f->low[d] = HUGE_VAL;
        f->high[d] = -HUGE_VAL;
    }
    for (int i = 0; i <= (int)steps; i++) {
        double at[2], t[2];
        quire_piece_at(p, from + (to - from) * i / steps, at, t);
        for (int d = 0; d < 2; d++) {
            /* the arc bulges between the sixteenths by less */
            const double slack = p->radius * 0.02;
            const double behind = at[d] - side * depth * (d == 0 ? -t[1] : t[0]);
            f->low[d] = fmin(f->low[d], fmin(at[d], behind) - slack);
            f->high[d] = fmax(f->high[d], fmax(at[d], behind) + slack);
        }
    }
}

void
quire_compile_face(const struct quire_guide *g, const struct quire_piece *whole, int part,
                   int parts, struct quire_face *f)
{
    memset(f, 0, sizeof *f);
    f->radius = whole->radius;
    f->convex = whole->turn * g->side > 0 ? -1 : 1; /* turning towards the sheet's side is hollow */
    for (int d = 0; d < 2; d++) {
        f->at[d] = whole->radius > 0 ? whole->centre[d] : whole->from[d];
    }
    f->normal[0] = -g->side * whole->direction[1];
    f->normal[1] = g->side * whole->direction[0];
    f->level =
        f->radius > 0 ? f->convex * f->radius : f->at[0] * f->normal[0] + f->at[1] * f->normal[1];
    for (int e = 0; e < 2; e++) {
        double t[2];
        const double sign = e == 0 ? -1 : 1;
        quire_piece_at(whole, whole->length * (part + e) / parts, f->end[e], t);
        f->out[e][0] = sign * t[0];
        f->out[e][1] = sign * t[1];
    }
    face_bounds(f, whole, whole->length * part / parts, whole->length * (part + 1) / parts, g->side,
                g->depth);
}
