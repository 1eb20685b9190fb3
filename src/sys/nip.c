/* Contact between the two rollers of a nip. */
#include <math.h>
#include <string.h>

#include "sys/contact.h"
#include "sys/memory.h"

/* one velocity of either roller: how it moves roller b relative to roller a, and the surfaces past each other */
struct relative {
    int unknown, force;
    double x[2], slip;
};

static int
relative_motions(const struct quire_system *sys, const struct quire_carrier *carrier, int small, double sign,
                 struct relative *out, int n)
{
    const struct quire_small *s = sys->small + small;

    for (int k = 0; k < s->body.nv; k++) {
        out[n++] = (struct relative){.unknown = s->first + k, .force = s->v0 + k,
                                     .x = {sign * carrier->d_centre[0][k], sign * carrier->d_centre[1][k]},
                                     .slip = -carrier->turn * carrier->d_surface[k]};
    }
    return n;
}

static double
distance_to(const double at[2], double x, double y)
{
    return sqrt((x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]));
}

/* How far a sheet lies between the rollers of a nip, which touch at `at`: 1 when it does, 0 when its edge is there or farther back. The
 * laws of the sheet's two faces then hold for the covers, and the rollers' own contact would count them twice. It fades in over
 * the wedge that the edge opens between the rollers. */
static double
sheet_between(const struct quire_state *st, const struct quire_nip *nip, const double *y, const double at[2])
{
    const struct quire_system *sys = st->system;
    const double still[2] = {0, 0};
    double most = 0, slope;

    QUIRE_EACH(k, st->part, sheet) {
        const struct quire_sheet *sheet = sys->sheet + k;
        const struct quire_sheet_work *w = st->sheet + k;
        const int n = sheet->chain.n;
        const double *x = y + sheet->x0, *v = y + sys->layout.v0 + sheet->x0;
        const struct scatter c = {.x = x, .y = x + sheet->chain.stride, .vx = v, .vy = v + sheet->chain.stride, .half = sheet->half};
        for (int i = 0; w->entered && i < w->n_roller; i++) {
            if (w->roller[i].target != nip->driver) {
                continue;
            }
            struct station p;
            nearest_station(&p, &c, n, (w->roller[i].low + w->roller[i].high) / 2, at);
            place_station(&p, &c, at, still);
            const double trail = distance_to(at, c.x[0], c.y[0]), lead = distance_to(at, c.x[n], c.y[n]);
            const double wedge = sqrt(sys->roller[nip->driver].radius * sheet->thickness);
            const double beyond = quire_step(trail < lead ? trail : lead, 0, 0, wedge, 1, &slope);
            const double aside = sqrt(p.x[0] * p.x[0] + p.x[1] * p.x[1]);
            const double parts = p.cap == 0 ? beyond * quire_step(aside, sheet->thickness, 1, 2 * sheet->thickness, 0, &slope) : 0;
            most = parts > most ? parts : most;
        }
    }
    return most;
}

static void
nip_force(struct quire_state *st, int index, const double *state, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_nip *nip = sys->nip + index;
    const struct quire_roller *ra = sys->roller + nip->driver, *rb = sys->roller + nip->idler;
    const struct quire_carrier *a = st->carrier + ra->small, *b = st->carrier + rb->small;
    const struct quire_contact_law *law = sys->law + nip->law;
    const double x = b->centre[0] - a->centre[0], y = b->centre[1] - a->centre[1], d = sqrt(x * x + y * y);
    const double overlap = ra->radius + rb->radius - d;
    struct quire_normal_out no;
    struct quire_friction_out fo = {0};

    if (!(overlap > 0)) {
        return;
    }
    const double nx = x / d, ny = y / d, tx = -ny, ty = nx;
    const double u = b->velocity[0] - a->velocity[0], v = b->velocity[1] - a->velocity[1], vn = nx * u + ny * v,
                 vt = tx * u + ty * v;
    const double slip = vt - a->turn * a->surface - b->turn * b->surface;
    const double reach = ra->radius - 0.5 * overlap, at[2] = {a->centre[0] + reach * nx, a->centre[1] + reach * ny};
    const double share = 1 - sheet_between(st, nip, state, at); /* its own slope matters little: rollers that a sheet parts hardly touch */
    if (!(share > 0)) {
        return;
    }
    law->normal->eval(law->normal_data, &(struct quire_normal_in){overlap, -vn, slip, QUIRE_FRESH_STATE, QUIRE_FRESH_MEMORY}, &no);
    no.force *= share;
    no.elastic *= share;
    no.d_overlap *= share;
    no.d_closing *= share;
    if (law->friction != NULL) {
        law->friction->eval(law->friction_data, &(struct quire_friction_in){slip, no.force, 1, QUIRE_FRESH_STATE, QUIRE_FRESH_MEMORY}, &fo);
    }
    const double fx = no.force * nx + fo.force * tx, fy = no.force * ny + fo.force * ty;
    struct relative r[2 * QUIRE_BODY_DOFS];
    int n = relative_motions(sys, a, ra->small, -1, r, 0);
    n = relative_motions(sys, b, rb->small, 1, r, n);
    for (int k = 0; k < n; k++) {
        st->force[r[k].force] += fx * r[k].x[0] + fy * r[k].x[1] + fo.force * r[k].slip;
    }
    st->power.friction -= fo.force * slip;
    st->power.contact += (no.force - no.elastic) * -vn;
    st->power.drives += fo.force * (a->turn * a->driven + b->turn * b->driven);
    if (st->record) {
        record_touch(st, &(struct quire_touch){.target = QUIRE_TARGET_NIP, .index = index, .sheet = -1, .normal = {nx, ny},
                                               .force = no.force, .friction = fo.force, .limit = fo.limit, .slip = slip,
                                               .overlap = overlap,
                                               .stored = share * law->normal->stored(law->normal_data, overlap),
                                               .x = a->centre[0] + nx * ra->radius,
                                               .y = a->centre[1] + ny * ra->radius});
    }
    struct quire_flow *flow = matrix && st->n_flow < st->cap_flow ? st->flow + st->n_flow++ : NULL;
    if (flow != NULL) {
        flow->friction = fo.force;
        flow->slip = slip;
        flow->belt = 0;
        flow->driven = a->turn * a->driven + b->turn * b->driven;
        flow->lost = no.force - no.elastic;
        flow->closing = -vn;
        flow->sheet = -1;
        flow->pair = st->n_flow_pair;
        flow->n_pair = 0;
    }
    for (int m = 0; matrix && m < n; m++) {
        const double dx = cq * r[m].x[0], dy = cq * r[m].x[1], du = cv * r[m].x[0], dv = cv * r[m].x[1];
        const double turn = (nx * dy - ny * dx) / d;
        const double d_normal = -no.d_overlap * (nx * dx + ny * dy) - no.d_closing * (nx * du + ny * dv + turn * vt);
        const double d_slip = tx * du + ty * dv - turn * vn + cv * r[m].slip;
        const double d_friction = fo.d_slip * d_slip + fo.d_normal * d_normal;
        const double d_fx = d_normal * nx + d_friction * tx - fy * turn, d_fy = d_normal * ny + d_friction * ty + fx * turn;
        if (flow != NULL && st->n_flow_pair < st->cap_flow_pair) {
            const double d_closing = -(nx * du + ny * dv + turn * vt);
            st->flow_pair[st->n_flow_pair++] = (struct quire_flow_pair){.at = r[m].force, .friction = d_friction, .slip = d_slip,
                                                                        .closing = d_closing, .lost = no.d_closing * d_closing};
            flow->n_pair++;
        }
        for (int k = 0; k < n; k++) {
            st->dense[r[k].unknown * sys->n_unknown + r[m].unknown] -=
                d_fx * r[k].x[0] + d_fy * r[k].x[1] + d_friction * r[k].slip;
        }
    }
}

void
quire_nip_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    QUIRE_EACH(k, st->part, nip) {
        if (st->system->nip[k].law >= 0) {
            nip_force(st, k, y, cq, cv, matrix);
        }
    }
}
