#include <math.h>
#include <string.h>

#include "num/detmath.h"
#include "num/outline.h"
#include "sys/contact.h"
#include "sys/memory.h"

/* ---- drives and bodies ---- */

static void
update_commands(struct quire_state *st, double t)
{
    for (int k = 0; k < st->system->n_drive; k++) {
        const struct quire_drive *drive = st->system->drive + k;
        const struct quire_override *o = st->override + k;
        struct quire_command *c = st->command + k;
        c->quantity = drive->quantity;
        c->no_load_speed = drive->no_load_speed;
        if (o->active) {
            c->quantity = o->quantity;
            c->value = o->ramp > 0 && t < o->since + o->ramp ? o->from + (o->value - o->from) * ((t - o->since) / o->ramp) : o->value;
        } else {
            c->value = quire_course_at(&drive->course, t, NULL, NULL);
        }
    }
}

static const struct quire_command *
command_of(const struct quire_state *st, const struct quire_small *small)
{
    static const struct quire_command none = {QUIRE_DRIVE_NONE, 0, 0};

    return small->drive >= 0 ? st->command + small->drive : &none;
}

static void
update_carriers(struct quire_state *st, const double *y)
{
    const struct quire_layout *l = &st->system->layout;

    for (int k = 0; k < st->system->n_small; k++) {
        const struct quire_small *s = st->system->small + k;
        s->body.ops->carrier(s->body.self, command_of(st, s), y + s->q0, y + l->v0 + s->v0, st->carrier + k);
    }
}

void
quire_state_place(struct quire_state *st, double t, const double *y)
{
    update_commands(st, t);
    update_carriers(st, y);
}

/* zero as far as a body of this size is looked at */
static void
clear_forces(struct quire_body_forces *f, int nv, int nz, bool matrix)
{
    const size_t row_v = sizeof(double) * (size_t)nv, row_z = sizeof(double) * (size_t)nz;

    f->want_matrix = matrix;
    f->power_drive = f->power_dissipated = 0;
    memset(f->force, 0, row_v);
    memset(f->rate, 0, row_z);
    for (int i = 0; i < nv; i++) {
        memset(f->d_position[i], 0, row_v);
        memset(f->d_velocity[i], 0, row_v);
        memset(f->d_state[i], 0, row_z);
    }
    for (int i = 0; i < nz; i++) {
        memset(f->rate_d_position[i], 0, row_v);
        memset(f->rate_d_velocity[i], 0, row_v);
        memset(f->rate_d_state[i], 0, row_z);
    }
}

/* own forces of the small bodies, and their part of the matrix, rows and columns [v | z] */
static void
body_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;
    const int n = sys->n_unknown;

    if (matrix) {
        memset(st->dense, 0, sizeof(double) * (size_t)n * (size_t)n);
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        const int nv = s->body.nv, nz = s->body.nz;
        struct quire_body_forces f;
        if (nv + nz == 0) {
            continue;
        }
        clear_forces(&f, nv, nz, matrix);
        s->body.ops->forces(s->body.self, command_of(st, s), y + s->q0, y + l->v0 + s->v0, y + l->z0 + s->z0, &f);
        for (int i = 0; i < nv; i++) {
            st->force[s->v0 + i] += f.force[i];
        }
        for (int i = 0; i < nz; i++) {
            st->rate[s->z0 + i] += f.rate[i];
        }
        st->power.drives += f.power_drive;
        st->power.bearings += f.power_dissipated;
        if (!matrix) {
            continue;
        }
        double mass[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS] = {0};
        s->body.ops->mass(s->body.self, y + s->q0, mass);
        double *a = st->dense + (size_t)s->first * (size_t)n + s->first;
        for (int i = 0; i < nv; i++) {
            for (int j = 0; j < nv; j++) {
                a[i * n + j] += mass[i * nv + j] - cq * f.d_position[i][j] - cv * f.d_velocity[i][j];
            }
            for (int j = 0; j < nz; j++) {
                a[i * n + nv + j] -= cv * f.d_state[i][j];
            }
        }
        for (int i = 0; i < nz; i++) {
            for (int j = 0; j < nv; j++) {
                a[(nv + i) * n + j] -= cq * f.rate_d_position[i][j] + cv * f.rate_d_velocity[i][j];
            }
            for (int j = 0; j < nz; j++) {
                a[(nv + i) * n + nv + j] += (i == j ? 1 : 0) - cv * f.rate_d_state[i][j];
            }
        }
    }
}

/* ---- contact between the two rollers of a nip ---- */

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

    for (int k = 0; k < sys->n_sheet; k++) {
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
    for (int k = 0; k < st->system->n_nip; k++) {
        if (st->system->nip[k].law >= 0) {
            nip_force(st, k, y, cq, cv, matrix);
        }
    }
}

/* ---- loads, holds and sleeves of a sheet ---- */

static bool
hold_is_on(const struct quire_hold *hold, double t)
{
    return hold->held && !(t >= hold->until);
}

static void
clamps(const struct quire_sheet *sheet, double t, struct quire_clamp out[2])
{
    for (int e = 0; e < 2; e++) {
        const struct quire_hold *hold = sheet->hold + e;
        memset(out + e, 0, sizeof *out);
        if (hold_is_on(hold, t) && hold->clamp) {
            const double angle = hold->heading + quire_course_at(&hold->turn, t, &out[e].spin, NULL);
            out[e].held = 1;
            out[e].direction[0] = quire_cos(angle);
            out[e].direction[1] = quire_sin(angle);
        }
    }
}

static void
loads(struct scatter *c, const struct quire_sheet *sheet, double t)
{
    for (int k = 0; k < sheet->n_load; k++) {
        const struct quire_load *load = sheet->load + k;
        const double factor = quire_course_at(&load->factor, t, NULL, NULL);
        const int i = load->node;
        if (load->is_moment) { /* a force pair on the segment, square to it */
            const double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i], q = 1 / (ex * ex + ey * ey),
                         m = factor * load->torque, px = -m * ey * q, py = m * ex * q;
            c->fx[i + 1] += px;
            c->fy[i + 1] += py;
            c->fx[i] -= px;
            c->fy[i] -= py;
            c->state->power.loads += px * (c->vx[i + 1] - c->vx[i]) + py * (c->vy[i + 1] - c->vy[i]);
            if (c->band != NULL) {
                const double ha = 2 * ex * ey * q * q * m * c->cq, hb = (ex * ex - ey * ey) * q * q * m * c->cq;
                /* d(px) = ha dex - hb dey; d(py) = -hb dex - ha dey */
                for (int r = 0; r < 2; r++) {
                    for (int s = 0; s < 2; s++) {
                        const double g = r == s ? -1 : 1;
                        quire_band_add(c->band, i + r, i + s, g * ha, g * -hb, g * -hb, g * -ha);
                    }
                }
            }
        } else {
            for (int j = 0; j < 2; j++) {
                const double fx = factor * load->weight[j] * load->force[0], fy = factor * load->weight[j] * load->force[1];
                c->fx[i + j] += fx;
                c->fy[i + j] += fy;
                c->state->power.loads += fx * c->vx[i + j] + fy * c->vy[i + j];
            }
        }
    }
}

/* Stiffness with which a sleeve holds a node that is `u` outside it, and by how much it changes with u. Up to half a segment outside the
 * node is still on the straight part. Then the joint behind it stands for a length of sheet of which u - h/2 has left the sleeve, and
 * bends with B/(u - h/2) instead of B/h: what that is more is put on this node, h in front of the joint. In this way the sheet is
 * clamped at the sleeve's end wherever its joints are. */
static double
sleeve_stiffness(const struct quire_chain *chain, double full, double u, double *slope)
{
    const double h = chain->h, v = u - 0.5 * h;

    *slope = 0;
    if (v <= 0) {
        return full;
    }
    if (v >= h) {
        return 0;
    }
    const double one = chain->kb / (h * h), k = full * one * (h - v) / (one * (h - v) + full * v);
    *slope = -k * k * h / (one * (h - v) * (h - v));
    return k;
}

/* holds the nodes between `from` and `to` on the path, square to it */
static void
sleeve_forces(const struct scatter *c, const struct quire_sheet *sheet, const struct quire_sleeve *sleeve)
{
    for (int i = 0; i <= sheet->chain.n; i++) {
        const double p[2] = {c->x[i], c->y[i]}, full = sheet->station_length[i] * sleeve->stiffness;
        double s, left, at[2], t[2], slope;
        quire_outline_project(sleeve->path, p, -1, &s, &left);
        const double before = sleeve->from - s, behind = s - sleeve->to;
        const double k = sleeve_stiffness(&sheet->chain, full, before > behind ? before : behind, &slope);
        if (!(k > 0) || fabs(left) > 0.02) {
            continue;
        }
        quire_outline_at(sleeve->path, s, at, t);
        const double nx = -t[1], ny = t[0], rate = nx * c->vx[i] + ny * c->vy[i];
        const double d = k / sleeve->stiffness * sleeve->damping, f = -k * left - d * rate;
        /* the bent part is driven out: that the energy falls with the way out is a force along the path */
        const double along = (before > behind ? 0.5 : -0.5) * slope * left * left;
        c->fx[i] += f * nx + along * t[0];
        c->fy[i] += f * ny + along * t[1];
        c->state->power.contact += d * rate * rate;
        if (c->band != NULL) { /* the derivatives by the way out are left out: they act on a deviation that is nearly nothing */
            const double g = c->cq * k + c->cv * d;
            quire_band_add(c->band, i, i, g * nx * nx, g * nx * ny, g * nx * ny, g * ny * ny);
        }
    }
}

/* ---- all forces ---- */

/* a held node does what it is told, whatever touches it: its row is that of the identity, also towards the small bodies */
static void
hold_row(struct quire_state *st, int first_coupling, struct quire_band *band, int node)
{
    quire_band_hold(band, node);
    for (int k = first_coupling; k < st->n_coupling; k++) {
        struct quire_coupling *p = st->coupling + k;
        const int j = node - p->node;
        if (j >= 0 && j <= 2) {
            memset(p->row[2 * j], 0, 2 * sizeof p->row[0]);
        }
    }
}

static void
sheet_forces(struct quire_state *st, int index, double t, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;
    const int stride = sheet->chain.stride;
    struct quire_clamp clamp[2];
    struct scatter c = {.state = st, .sheet = index, .x = y + sheet->x0, .vx = y + sys->layout.v0 + sheet->x0, .cq = cq, .cv = cv,
                        .fx = st->force + sheet->x0, .band = matrix ? &w->band : NULL, .half = sheet->half};

    c.y = c.x + stride;
    c.vy = c.vx + stride;
    c.fy = c.fx + stride;
    for (int i = 0; i < stride; i++) {
        c.fx[i] = sys->gravity[0] * sheet->weight[i];
        c.fy[i] = sys->gravity[1] * sheet->weight[i];
    }
    clamps(sheet, t, clamp);
    if (matrix) {
        quire_chain_forces_matrix(&sheet->chain, &w->chain, clamp, c.x, c.y, c.vx, c.vy, c.fx, c.fy, cq, cv, c.band);
    } else {
        quire_chain_forces(&sheet->chain, &w->chain, clamp, c.x, c.y, c.vx, c.vy, c.fx, c.fy);
    }
    if (sheet->n_load > 0) {
        loads(&c, sheet, t);
    }
    for (int k = 0; k < sys->n_sleeve; k++) {
        sleeve_forces(&c, sheet, sys->sleeve + k);
    }
    quire_reach_update(st, index, y);
    if (matrix) {
        const int first = st->n_coupling;
        quire_contact_forces_matrix(&c);
        for (int e = 0; e < 2; e++) {
            if (hold_is_on(sheet->hold + e, t)) {
                hold_row(st, first, c.band, e == 0 ? 0 : sheet->chain.n);
            }
        }
    } else {
        quire_contact_forces(&c);
    }
}

/* one pass over the forces: a value that is not finite spoils the sum */
static bool
all_finite(struct quire_state *st)
{
    const struct quire_layout *l = &st->system->layout;
    double sum[QUIRE_LANES] = {0}, all = 0;

    for (size_t i = 0; i < l->nv + l->nz; i += QUIRE_LANES) {
        for (size_t j = 0; j < QUIRE_LANES; j++) {
            sum[j] += st->force[i + j] * 0;
        }
    }
    for (size_t j = 0; j < QUIRE_LANES; j++) {
        all += sum[j];
    }
    if (all == 0) {
        st->culprit = NULL; /* the integrator took back what was not finite */
        return true;
    }
    if (st->culprit == NULL) {
        st->culprit = "roller";
        for (int k = 0; k < st->system->n_sheet; k++) {
            const struct quire_sheet *sheet = st->system->sheet + k;
            for (int i = 0; i < 2 * sheet->chain.stride; i++) {
                if (!isfinite(st->force[sheet->x0 + (size_t)i])) {
                    st->culprit = sheet->name;
                }
            }
        }
        for (int k = 0; k < st->system->n_small; k++) {
            const struct quire_small *s = st->system->small + k;
            for (int i = 0; i < s->body.nv; i++) {
                if (!isfinite(st->force[s->v0 + i])) {
                    st->culprit = s->body.name;
                }
            }
        }
    }
    return false;
}

static bool
evaluate(struct quire_state *st, double t, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;

    memset(&st->power, 0, sizeof st->power);
    memset(st->force + l->sheet_length, 0, sizeof(double) * (l->nv - l->sheet_length + l->nz));
    memset(st->touched, 0, (size_t)((sys->n_guide_view + sys->n_roller) * sys->n_sheet));
    st->n_touch = 0;
    st->n_coupling = 0;
    if (matrix) {
        st->n_flow = st->n_flow_pair = 0;
    }
    st->implicit.now = y + l->z0;
    if (sys->n_memory > 0) {
        memset(st->seen, 0, (size_t)sys->n_memory);
    }
    update_commands(st, t);
    update_carriers(st, y);
    body_forces(st, y, cq, cv, matrix);
    for (int k = 0; k < sys->n_sheet; k++) {
        if (st->sheet[k].entered) {
            sheet_forces(st, k, t, y, cq, cv, matrix);
        }
    }
    quire_nip_forces(st, y, cq, cv, matrix);
    if (sys->n_slot > 0) {
        quire_memory_open(st, y);
    }
    return all_finite(st) && !st->failed;
}

bool
quire_state_forces(struct quire_state *st, double t, const double *y)
{
    st->n_forces++;
    return evaluate(st, t, y, 0, 0, false);
}

bool
quire_state_matrix(struct quire_state *st, double t, const double *y, double cq, double cv)
{
    st->n_matrix++;
    return evaluate(st, t, y, cq, cv, true);
}

/* ---- power flows after a step ---- */

/* value of a form for the displacement of the three nodes */
static double
apply_form(quire_v4 f, const double at[4])
{
    return f[0] * at[0] + f[1] * at[1] + f[2] * at[2] + f[3] * at[3];
}

/* what a step dv changes of friction, slip, lost force and closing at a touch */
static void
flow_change(const struct quire_state *st, const struct quire_flow *f, const double *dv, double inverse, double more[4])
{
    more[0] = more[1] = more[2] = more[3] = 0;
    for (int i = 0; i < f->n_pair; i++) {
        const struct quire_flow_pair *pair = st->flow_pair + f->pair + i;
        more[0] += pair->friction * dv[pair->at];
        more[1] += pair->slip * dv[pair->at];
        more[2] += pair->lost * dv[pair->at];
        more[3] += pair->closing * dv[pair->at];
    }
    if (f->sheet >= 0) {
        const struct quire_sheet *sheet = st->system->sheet + f->sheet;
        const double *x = dv + sheet->x0 + f->node, *y = x + sheet->chain.stride;
        double at[4] = {0};
        for (int j = 0; j < 3; j++) {
            at[0] += f->b[j] * x[j];
            at[1] += f->b[j] * y[j];
            at[2] += f->d[j] * x[j];
            at[3] += f->d[j] * y[j];
        }
        more[0] += apply_form(f->d_friction, at);
        more[1] += apply_form(f->d_slip, at);
        more[2] += apply_form(f->d_lost, at);
        more[3] += apply_form(f->d_closing, at);
    }
    for (int k = 0; k < 4; k++) {
        more[k] *= inverse;
    }
}

struct quire_powers
quire_state_powers_after(const struct quire_state *st, const double *dv, double gamma)
{
    struct quire_powers p = st->power;

    p.friction = p.belts = p.contact = 0;
    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        double more[4];
        flow_change(st, f, dv, 1 / gamma, more);
        p.friction -= (f->friction + more[0]) * (f->slip + more[1]);
        p.belts += (f->friction + more[0]) * f->belt;
        p.contact += (f->lost + more[2]) * (f->closing + more[3]);
        p.drives += more[0] * f->driven;
    }
    return p;
}

struct quire_powers
quire_state_powers_corrected(const struct quire_state *st, const double *since, const double *last, double gamma)
{
    struct quire_powers p = st->power;

    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        double all[4], step[4];
        flow_change(st, f, since, 1 / gamma, all);
        flow_change(st, f, last, 1 / gamma, step);
        const double friction = f->friction + all[0], slip = f->slip + all[1], lost = f->lost + all[2], closing = f->closing + all[3];
        p.friction -= friction * slip - (friction - step[0]) * (slip - step[1]);
        p.belts += step[0] * f->belt;
        p.contact += lost * closing - (lost - step[2]) * (closing - step[3]);
        p.drives += step[0] * f->driven;
    }
    return p;
}

/* ---- power of holds ---- */

double
quire_state_hold_power(struct quire_state *st, double t, const double *y, const double *rate)
{
    const struct quire_system *sys = st->system;
    double power = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_chain *c = &s->chain;
        const bool on[2] = {hold_is_on(s->hold, t), hold_is_on(s->hold + 1, t)};
        if (!st->sheet[k].entered || !(on[0] || on[1])) {
            continue;
        }
        const double *x = y + s->x0, *v = x + sys->layout.v0, *a = rate + sys->layout.v0 + s->x0;
        double *f = st->force + s->x0;
        struct quire_chain_work *w = &st->sheet[k].chain;
        struct quire_clamp clamp[2];
        memset(f, 0, sizeof(double) * 2 * (size_t)c->stride);
        clamps(s, t, clamp);
        quire_chain_forces(c, w, clamp, x, x + c->stride, v, v + c->stride, f, f + c->stride);
        for (int e = 0; e < 2; e++) {
            const int i = e == 0 ? 0 : c->n, next = e == 0 ? 1 : c->n - 1;
            for (int d = 0; on[e] && d < 2; d++) { /* mass times acceleration, less all other forces */
                const int at = d * c->stride;
                const double reaction = c->me * a[at + i] + c->mo * a[at + next] - f[at + i] - sys->gravity[d] * s->weight[i];
                power += reaction * v[at + i];
            }
            if (clamp[e].held) { /* a clamp that turns winds up the first joint */
                power += (e == 0 ? -w->mo[0] : w->mo[c->n]) * clamp[e].spin;
            }
        }
    }
    return power;
}

/* ---- held nodes ---- */

void
quire_state_held(const struct quire_state *st, double t, quire_held_fn *fn, void *user)
{
    for (int k = 0; k < st->system->n_sheet; k++) {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int e = 0; e < 2 && st->sheet[k].entered; e++) {
            const struct quire_hold *hold = sheet->hold + e;
            if (hold_is_on(hold, t)) {
                double a[2], rate;
                quire_course_at(&hold->shift_x, t, &rate, &a[0]);
                quire_course_at(&hold->shift_y, t, &rate, &a[1]);
                fn(user, k, e == 0 ? 0 : sheet->chain.n, a);
            }
        }
    }
}

void
quire_state_sync(const struct quire_state *st, double t, double *y)
{
    const struct quire_layout *l = &st->system->layout;

    for (int k = 0; k < st->system->n_sheet; k++) {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int e = 0; e < 2 && st->sheet[k].entered; e++) {
            const struct quire_hold *hold = sheet->hold + e;
            if (hold_is_on(hold, t)) {
                const int i = e == 0 ? 0 : sheet->chain.n;
                double *x = y + sheet->x0 + i, *v = x + l->v0, rate;
                const double since = t - sheet->enter_time;
                x[0] = sheet->start_x[i] + hold->velocity[0] * since + quire_course_at(&hold->shift_x, t, &rate, NULL);
                v[0] = hold->velocity[0] + rate;
                x[sheet->chain.stride] = sheet->start_y[i] + hold->velocity[1] * since + quire_course_at(&hold->shift_y, t, &rate, NULL);
                v[sheet->chain.stride] = hold->velocity[1] + rate;
            }
        }
    }
}
