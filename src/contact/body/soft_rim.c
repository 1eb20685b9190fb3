#include "contact/body/soft_rim.h"

#include <math.h>
#include <string.h>

#include "contact/body/soft.h"

/* Nanson's formula: |adj(V) u| for the undeformed normal u, and how it changes with the strains and
 * as u turns with the material */
static void
set_area(struct quire_rim_point *p, const struct quire_soft_shape *s, int frame, int angle,
         double turn, const double u[2])
{
    const double turned[2] = {-u[1], u[0]};
    double k[2], by_turn[2];

    quire_soft_adjoint(s, u, k);
    quire_soft_adjoint(s, turned, by_turn);
    p->area = sqrt(k[0] * k[0] + k[1] * k[1]);
    memset(p->d_area, 0, sizeof p->d_area);
    for (int i = 0; i < s->n; i++) {
        const double follow = i < 2 ? s->slope[i] : 1;
        const double x = follow * u[0] - (i == 0   ? u[0]
                                          : i == 1 ? u[1]
                                                   : 0),
                     y = follow * u[1] - (i == 0   ? -u[1]
                                          : i == 1 ? u[0]
                                                   : 0);
        p->d_area[frame + i] = (k[0] * x + k[1] * y) / p->area;
    }
    const double spun = (k[0] * by_turn[0] + k[1] * by_turn[1]) / p->area;
    p->d_area[frame + s->n] = spun;
    if (angle >= 0) {
        p->d_area[angle] = turn * spun;
    }
}

void
quire_rim_place(const struct quire_state *st, int soft, int i, double at[2])
{
    const struct quire_soft *body = st->system->soft + soft;
    const struct quire_soft_shape *s = st->shape + soft;
    const double *centre = st->carrier[body->small].centre, *u = st->system->rim[i],
                 radius = *body->motion->radius;

    at[0] = centre[0] + radius * ((s->c + s->a) * u[0] + s->b * u[1]);
    at[1] = centre[1] + radius * (s->b * u[0] + (s->c - s->a) * u[1]);
}

void
quire_rim_point(struct quire_rim_point *out, const struct quire_state *st, int soft, int i)
{
    const struct quire_soft *body = st->system->soft + soft;
    const struct quire_soft_motion *motion = body->motion;
    const struct quire_small *small = st->system->small + body->small;
    const struct quire_soft_shape *shape = st->shape + soft;
    const double *centre = st->carrier[body->small].centre, *u = st->system->rim[i],
                 m[2] = {*motion->radius * u[0], *motion->radius * u[1]}, still[2] = {0, 0};
    double r[2];
    struct quire_soft_ways ways;

    quire_soft_material(st, soft, m, r, &ways);
    out->round = quire_round_still((double[2]){centre[0] + r[0], centre[1] + r[1]}, 0);
    out->round.rim = out;
    out->soft = soft;
    out->place[0] = m[0];
    out->place[1] = m[1];
    for (int k = 0; k < ways.n; k++) {
        double by_spin[2], x[QUIRE_BODY_DOFS][2];
        out->round.handle[k] = (struct quire_handle){.unknown = small->first + k,
                                                     .at = small->v0 + k,
                                                     .x = {ways.x[k][0], ways.x[k][1]},
                                                     .passes = k == motion->angle};
        quire_soft_bend_material(st, soft, m, still, k, x, by_spin);
        for (int d = 0; d < 2; d++) {
            out->bend[ways.n][k][d] = by_spin[d];
            for (int j = 0; j < ways.n; j++) {
                out->bend[j][k][d] = x[j][d];
            }
        }
    }
    out->round.handle[ways.n] = (struct quire_handle){
        .at = -1, .rate = shape->driven, .x = {ways.by_spin[0], ways.by_spin[1]}, .passes = true};
    out->round.n = ways.n + (shape->driven != 0);
    set_area(out, shape, motion->frame.nv, motion->angle, motion->turn, u);
}

void
quire_rim_bend(struct quire_meet *m, int first, const struct quire_rim_point *p, double sign)
{
    quire_meet_record_rim(m, p->soft, p->place, sign);
    quire_meet_bend(m);
    for (int j = 0; j < p->round.n; j++) {
        for (int k = 0; k < p->round.n && m->at[first + k] >= 0; k++) {
            for (int d = 0; d < 2; d++) {
                m->bend[first + j][d][first + k] += sign * p->bend[j][k][d];
            }
        }
    }
}

void
quire_rim_share(struct quire_meet *m, const struct quire_rim_point *p, int first,
                const struct quire_contact_law *law)
{
    m->share *= 1.0 / QUIRE_RIM_POINTS;
    if (law->per_deformed) {
        struct quire_fade_way area = {.by = {0}};
        memcpy(area.by + first, p->d_area, sizeof *p->d_area * (size_t)p->round.n);
        quire_meet_fade(m, second(p->area, 0), &area, NULL, true);
    }
}
