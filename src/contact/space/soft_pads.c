#include "contact/space/soft_pads.h"

#include "contact/body/soft.h"
#include "contact/law/constants.h"

/* The plane of a disc: x and y, turned as z is turned to the shaft. */
struct plane {
    quire_v4 x, y;
    double larger; /* the disc's radius by the roller's */
};

QUIRE_INLINE struct plane
plane_of(const struct over *o)
{
    const quire_v4 a = o->axis;
    const double per = 1 / (1 + a[2]);

    return (struct plane){.x = {1 - per * a[0] * a[0], -per * a[0] * a[1], -a[0], 0},
                          .y = {-per * a[0] * a[1], 1 - per * a[1] * a[1], -a[1], 0},
                          .larger = o->pad->radius / o->roller->radius};
}

/* a vector of the roller's rim, as the disc has it */
QUIRE_INLINE quire_v4
lifted(const struct plane *in, const double v[2])
{
    return in->larger * (v[0] * in->x + v[1] * in->y);
}

/* the direction of a vector, within the plane */
QUIRE_INLINE void
direction(const struct plane *in, quire_v4 v, double out[2])
{
    const double x = dot3(v, in->x), y = dot3(v, in->y), unit = 1 / sqrt(x * x + y * y);

    out[0] = unit * x;
    out[1] = unit * y;
}

/* the disc's circle of curvature at a foot */
QUIRE_INLINE struct over
curvature_at(const struct over *o, const struct plane *in, const struct quire_foot *foot)
{
    const double inwards[2] = {foot->r[0] - foot->bend * foot->n[0],
                               foot->r[1] - foot->bend * foot->n[1]};
    struct over there = *o;

    there.centre += lifted(in, inwards);
    there.radius = in->larger * foot->bend;
    return there;
}

QUIRE_CLONES bool
quire_soft_foot_on_cell(const struct quire_state *st, const struct over *o, int i, int j,
                        struct disc_place *d)
{
    const struct plane in = plane_of(o);
    const quire_v4 middle =
        0.5 * ((node_of(o, o->q, i, j) - o->centre) + (node_of(o, o->q, i, j + 1) - o->centre));
    double normal[2];

    direction(&in, middle, normal);
    for (int k = 0; k < QUIRE_SOFT_TURNS; k++) {
        struct quire_foot foot;
        quire_soft_foot(st, o->roller->soft, normal, &foot);
        const struct over there = curvature_at(o, &in, &foot);
        if (!find_place(&there, i, j, d)) {
            return false;
        }
        const double x = dot3(d->p.x, in.x), y = dot3(d->p.x, in.y),
                     turn = (normal[0] * y - normal[1] * x) / (normal[0] * x + normal[1] * y);
        if (!(fabs(turn) > QUIRE_SOFT_TURN_DONE)) {
            break;
        }
        direction(&in, d->p.x, normal);
    }
    return d->part.x > 0;
}

QUIRE_CLONES bool
quire_soft_station_on_cell(const struct quire_state *st, const struct over *o, int i, int j,
                           struct disc_place *d)
{
    const struct plane in = plane_of(o);

    if (!station_on_cell(o, i, j, d)) {
        return false;
    }
    const double per = 1 / in.larger;
    const struct quire_rim rim = {.soft = o->roller->soft},
                           station = {
                               .soft = -1,
                               .centre = {per * dot3(d->p.x, in.x), per * dot3(d->p.x, in.y)}};
    struct quire_foot foot, point;
    quire_soft_face(st, &rim, &station, &foot, &point);
    const struct over there = curvature_at(o, &in, &foot);
    d->p.x += o->centre - there.centre;
    d->p.at = there.centre;
    d->overlap = there.radius + o->sheet->half - sqrt(dot3(d->p.x, d->p.x));
    return true;
}

/* of what moves by one of the body's velocities, or with one of its positions: the frame's own way,
 * and what deforms or turns */
QUIRE_INLINE quire_v4
moved(const struct plane *in, const struct quire_carrier *carrier, int k, const double x[2])
{
    const double own[2] = {carrier->d_centre[0][k], carrier->d_centre[1][k]},
                 rest[2] = {x[0] - own[0], x[1] - own[1]};

    return (quire_v4){own[0], own[1], 0, 0} + lifted(in, rest);
}

/* the material's velocity by the turn of the normal, or by one of the positions */
QUIRE_INLINE quire_v4
velocity_by(const struct quire_state *st, const struct over *o, const struct plane *in, int n,
            const double x[QUIRE_BODY_DOFS][2], const double by_spin[2], const double *v)
{
    quire_v4 sum = st->shape[o->roller->soft].driven * lifted(in, by_spin);

    for (int k = 0; k < n; k++) {
        sum += v[k] * lifted(in, x[k]);
    }
    return sum;
}

QUIRE_CLONES struct over
quire_soft_over(const struct quire_state *st, const struct over *o, const struct disc_place *d,
                struct space_rim *rim)
{
    const struct quire_small *small = st->system->small + o->roller->small;
    const struct plane in = plane_of(o);
    const int soft = o->roller->soft;
    const double *v = o->v - o->sheet->x0 + small->v0; /* in V, as the sheet's */
    double normal[2], x[QUIRE_BODY_DOFS][2], by_spin[2], squeeze[2];
    struct quire_foot foot;
    struct quire_soft_ways ways;
    struct over there;

    direction(&in, d->p.x, normal);
    quire_soft_foot(st, soft, normal, &foot);
    quire_soft_ways(st, soft, &foot, &ways);
    there = curvature_at(o, &in, &foot);
    rim->n = ways.n;
    rim->driven = st->shape[soft].driven * lifted(&in, ways.by_spin);
    /* o->velocity is that of the centre, as the frame moves it */
    there.velocity += rim->driven;
    quire_soft_bend(st, soft, &foot, &ways, -1, 1, x, by_spin);
    rim->swing = velocity_by(st, o, &in, ways.n, (const double(*)[2])x, by_spin, v);
    for (int k = 0; k < ways.n; k++) {
        rim->x[k] = moved(&in, o->carrier, k, ways.x[k]);
        rim->shift[k] = moved(&in, o->carrier, k, ways.shift[k]);
        rim->swings[k] = lifted(&in, x[k]);
        there.velocity += v[k] * (rim->x[k] - (quire_v4){o->carrier->d_centre[0][k],
                                                         o->carrier->d_centre[1][k], 0, 0});
    }
    for (int k = 0; k < ways.n; k++) {
        quire_soft_bend(st, soft, &foot, &ways, k, 0, x, by_spin);
        rim->more[k] = velocity_by(st, o, &in, ways.n, (const double(*)[2])x, by_spin, v);
        for (int i = 0; i < ways.n; i++) {
            rim->bend[i][k] = lifted(&in, x[i]);
        }
    }
    quire_soft_adjoint(st->shape + soft, foot.m, squeeze);
    rim->squeeze = lifted(&in, squeeze);
    return there;
}
