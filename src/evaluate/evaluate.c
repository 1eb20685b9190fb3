#include "evaluate/evaluate.h"

#include <math.h>
#include <string.h>

#include "contact/body/block_on_sheet.h"
#include "contact/body/free.h"
#include "contact/body/soft.h"
#include "contact/gate/gates.h"
#include "contact/guide/contact.h"
#include "contact/nip/nip.h"
#include "contact/sheets/sheets.h"
#include "contact/solid/solid.h"
#include "evaluate/law_probe.h"
#include "force/space_sheet.h"
#include "force/switches.h"
#include "force/terms.h"
#include "machine/hold.h"
#include "math/smoothstep.h"
#include "solve/linear_system.h"
#include "state/commands.h"
#include "state/room.h"

/* ---- drives and bodies ---- */

static void
update_carriers(struct quire_state *st, const double *y)
{
    const struct quire_layout *l = &st->system->layout;

    QUIRE_EACH(k, st->part, small)
    {
        const struct quire_small *s = st->system->small + k;
        struct quire_carrier *c = st->carrier + k;
        s->body.ops->carrier(s->body.self, quire_state_command(st, s), y + s->q0, y + l->v0 + s->v0,
                             c);
        c->shift = s->carriage >= 0 ? st->command[s->carriage].travel : 0;
        c->shift_speed = s->carriage >= 0 ? st->command[s->carriage].value : 0;
    }
}

void
quire_state_place(struct quire_state *st, double t, const double *y)
{
    quire_commands_update(st, t);
    quire_switches_place(st, t);
    update_carriers(st, y);
    quire_gates_place(st, t, y);
    quire_free_update(st, y);
    quire_soft_update(st, y);
}

/* only what a body of this size has; matrices are looked at only where they are wanted */
QUIRE_INLINE void
clear_forces(struct quire_body_forces *f, int nv, int nz, bool matrix)
{
    f->want_matrix = matrix;
    f->power_drive = f->power_dissipated = 0;
    for (int i = 0; i < nv; i++) {
        f->force[i] = 0;
        for (int j = 0; matrix && j < nv; j++) {
            f->d_position[i][j] = f->d_velocity[i][j] = 0;
        }
        for (int j = 0; matrix && j < nz; j++) {
            f->d_state[i][j] = f->rate_d_position[j][i] = f->rate_d_velocity[j][i] = 0;
        }
    }
    for (int i = 0; i < nz; i++) {
        f->rate[i] = 0;
        for (int j = 0; matrix && j < nz; j++) {
            f->rate_d_state[i][j] = 0;
        }
    }
}

/* a body's part of the matrix, rows and columns [v | z] */
QUIRE_INLINE void
body_matrix(double *a, int n, const double *mass, const struct quire_body_forces *f, int nv, int nz,
            double cq, double cv)
{
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
            a[i * n + j] += mass[i * nv + j] - cq * f->d_position[i][j] - cv * f->d_velocity[i][j];
        }
        for (int j = 0; j < nz; j++) {
            a[i * n + nv + j] -= cv * f->d_state[i][j];
        }
    }
    for (int i = 0; i < nz; i++) {
        for (int j = 0; j < nv; j++) {
            a[(nv + i) * n + j] -= cq * f->rate_d_position[i][j] + cv * f->rate_d_velocity[i][j];
        }
        for (int j = 0; j < nz; j++) {
            a[(nv + i) * n + nv + j] += (i == j ? 1 : 0) - cv * f->rate_d_state[i][j];
        }
    }
}

QUIRE_INLINE void
one_body(struct quire_state *st, const struct quire_small *s, int nv, int nz, const double *y,
         double cq, double cv, bool matrix)
{
    const struct quire_layout *l = &st->system->layout;
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
    struct quire_body_forces f;

    clear_forces(&f, nv, nz, matrix);
    s->body.ops->forces(s->body.self, quire_state_command(st, s), y + s->q0, y + l->v0 + s->v0,
                        y + l->z0 + s->z0, &f);
    for (int i = 0; i < nv; i++) {
        st->own[s->v0 + i] = f.force[i];
        st->force[s->v0 + i] += f.force[i];
    }
    for (int i = 0; i < nz; i++) {
        st->rate[s->z0 + i] += f.rate[i];
    }
    st->power.drives += f.power_drive;
    st->power.bearings += f.power_dissipated;
    if (s->body.ops == &quire_soft_motion_ops) {
        st->soft.drives += f.power_drive;
        st->soft.bearings += f.power_dissipated;
    }
    if (matrix) {
        const ptrdiff_t stride =
            nv + nz > 1 ? st->dense_row[s->first + 1] - st->dense_row[s->first] : 1;
        body_matrix(quire_dense_row(st, s->first) + s->first, (int)stride,
                    quire_body_mass(&s->body, y + s->q0, room), &f, nv, nz, cq, cv);
    }
}

/* own forces of the small bodies, and their part of the matrix */
static void
body_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    if (matrix) {
        quire_solve_clear(st);
    }
    QUIRE_EACH(k, st->part, mover)
    {
        const struct quire_small *s = st->system->small + k;
        if (s->body.nv == 2 && s->body.nz == 0) { /* a roller that slides and turns: unrolled */
            one_body(st, s, 2, 0, y, cq, cv, matrix);
        } else {
            one_body(st, s, s->body.nv, s->body.nz, y, cq, cv, matrix);
        }
    }
}

/* ---- all forces ---- */

/* a held node does what it is told, whatever touches it: its row is that of the identity, also
 * towards the small bodies */
static void
hold_row(struct quire_state *st, int first_coupling, struct quire_band *band, int node,
         const struct quire_hold *hold)
{
    double held[3];

    quire_hold_directions(hold, held);
    quire_band_hold(band, node, held);
    for (int k = first_coupling; k < st->n_coupling; k++) {
        struct quire_coupling *p = st->coupling + k;
        const int j = node - p->node;
        if (j >= 0 && j <= 2) {
            for (int i = 0; i < QUIRE_BODY_DOFS; i++) {
                quire_held_set(held, &p->row[2 * j][i], &p->row[2 * j + 1][i], (double[2]){0, 0});
            }
        }
    }
}

static QUIRE_CLONES void
weigh(double *restrict fx, double *restrict fy, const double *restrict weight, int stride,
      const double gravity[2])
{
    const double gx = gravity[0], gy = gravity[1];

    QUIRE_IVDEP
    for (int i = 0; i < stride; i++) {
        fx[i] = gx * weight[i];
        fy[i] = gy * weight[i];
    }
}

static void
sheet_forces(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
             bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;
    const int stride = sheet->chain.stride;
    struct quire_clamp clamp[2];

    if (sheet->ladder != NULL) {
        quire_space_sheet_forces(st, index, t, y, cq, cv, matrix);
        return;
    }
    struct scatter c = {.state = st,
                        .sheet = index,
                        .work = w,
                        .x = y + sheet->x0,
                        .vx = y + sys->layout.v0 + sheet->x0,
                        .v = y + sys->layout.v0,
                        .cq = cq,
                        .cv = cv,
                        .fx = st->force + sheet->x0,
                        .band = matrix ? &w->band : NULL,
                        .half = sheet->half};

    c.y = c.x + stride;
    c.vy = c.vx + stride;
    c.fy = c.fx + stride;
    weigh(c.fx, c.fy, sheet->weight, stride, sys->gravity);
    quire_hold_clamps(sheet, t, clamp);
    if (st->is_static) {
        clamp[0].spin = clamp[1].spin = 0;
    }
    if (matrix) {
        quire_chain_forces_matrix(&sheet->chain, &w->chain, clamp, c.x, c.y, c.vx, c.vy, c.fx, c.fy,
                                  cq, cv, c.band);
    } else {
        quire_chain_forces(&sheet->chain, &w->chain, clamp, c.x, c.y, c.vx, c.vy, c.fx, c.fy);
    }
    const int first = st->n_coupling;
    quire_terms_on_planar(&c, t, y);
    quire_candidates_update(st, index, y);
    quire_contact_forces(&c);
    quire_gate_contacts(&c);
    quire_block_sheet_forces(&c, y);
    for (int e = 0; matrix && !st->is_static && e < 2; e++) {
        if (quire_hold_is_on(sheet->hold + e, t)) {
            hold_row(st, first, c.band, e == 0 ? 0 : sheet->chain.n, sheet->hold + e);
        }
    }
}

const double *
quire_state_sheet_forces(struct quire_state *st, int index, double t, const double *y)
{
    sheet_forces(st, index, t, y, 0, 0, false);
    quire_sheets_forces(st, t, y, 0, 0, false, index);
    return st->force + st->system->sheet[index].x0;
}

/* 0, or NaN where one of the values is not finite */
static QUIRE_CLONES double
zero_times(const double *restrict v, size_t n)
{
    double sum[4 * QUIRE_LANES] = {0}; /* so many that no sum waits for the one before */
    size_t i = 0;

    for (; i + 4 * QUIRE_LANES <= n; i += 4 * QUIRE_LANES) {
        QUIRE_IVDEP
        for (size_t j = 0; j < 4 * QUIRE_LANES; j++) {
            sum[j] += v[i + j] * 0;
        }
    }
    for (; i + QUIRE_LANES <= n; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (size_t j = 0; j < QUIRE_LANES; j++) {
            sum[j] += v[i + j] * 0;
        }
    }
    for (; i < n; i++) {
        sum[0] += v[i] * 0;
    }
    return quire_tree8(sum) + quire_tree8(sum + QUIRE_LANES) + quire_tree8(sum + 2 * QUIRE_LANES) +
           quire_tree8(sum + 3 * QUIRE_LANES);
}

static bool
all_finite(struct quire_state *st)
{
    double all = 0;

    for (int r = 0; r < st->part->n_vz; r++) {
        const struct quire_range at = st->part->vz[r];
        all += zero_times(st->force + at.first, at.last - at.first);
    }
    if (all == 0) {
        st->not_finite = NULL; /* the integrator took back what was not finite */
        return true;
    }
    if (st->not_finite == NULL) {
        st->not_finite = "roller";
        QUIRE_EACH(k, st->part, sheet)
        {
            const struct quire_sheet *sheet = st->system->sheet + k;
            for (size_t i = 0; i < sheet->size; i++) {
                if (!isfinite(st->force[sheet->x0 + i])) {
                    st->not_finite = sheet->object->name;
                }
            }
        }
        QUIRE_EACH(k, st->part, small)
        {
            const struct quire_small *s = st->system->small + k;
            for (int i = 0; i < s->body.nv; i++) {
                if (!isfinite(st->force[s->v0 + i])) {
                    st->not_finite = s->body.name;
                }
            }
        }
    }
    return false;
}

static bool
evaluate_once(struct quire_state *st, double t, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;

    memset(&st->power, 0, sizeof st->power);
    memset(&st->soft, 0, sizeof st->soft);
    memset(st->force + l->sheet_length, 0, sizeof(double) * (l->nv - l->sheet_length));
    for (int r = 0; r < st->part->n_z; r++) { /* of a pile most of them belong to what rests */
        const struct quire_range at = st->part->z[r];
        memset(st->rate + at.first, 0, sizeof(double) * (at.last - at.first));
    }
    QUIRE_EACH(k, st->part, meeting)
    {
        memset(st->touched + quire_touched_row(sys, k), 0, (size_t)quire_touch_targets(sys));
        if (!st->part->has_sheet[k]) { /* how it is pressed by those that move */
            memset(st->force + sys->sheet[k].x0, 0, sizeof(double) * sys->sheet[k].size);
        }
    }
    st->n_touch = 0;
    memset(st->pressed, 0, 2 * sizeof *st->pressed * (size_t)sys->n_pressure);
    memset(st->squeeze, 0, sizeof *st->squeeze * (size_t)sys->n_soft);
    if (matrix) { /* forces alone leave what solutions with the last matrix need */
        st->n_coupling = st->n_space_coupling = 0;
        st->n_tie = st->n_space_tie = 0;
        quire_places_clear(st);
    } else {
        st->n_slide = 0;
    }
    st->implicit.now = y + l->z0;
    st->too_deep.law = NULL;
    st->n_loose = 0;
    if (sys->n_memory > 0) {
        memset(st->seen, 0, (size_t)sys->n_memory);
    }
    quire_state_place(st, t, y);
    body_forces(st, y, cq, cv, matrix);
    QUIRE_EACH(k, st->part, sheet)
    {
        if (st->sheet[k].entered) {
            sheet_forces(st, k, t, y, cq, cv, matrix);
        }
    }
    quire_sheets_forces(st, t, y, cq, cv, matrix, -1);
    if (matrix && st->n_space_tie > 0 && !st->is_static) {
        quire_space_hold_again(st, t);
    }
    quire_nip_forces(st, y, cq, cv, matrix);
    quire_terms_on_rollers(st, y, cq, cv, matrix);
    quire_free_forces(st, y, cq, cv, matrix);
    quire_solid_forces(st, y, cq, cv, matrix);
    quire_terms_on_bodies(st, y, cq, cv, matrix);
    if (matrix) {
        st->given = st->power.given;
    }
    return all_finite(st) && !st->failed && st->too_deep.law == NULL;
}

/* again where more touches than there was room for */
static bool
evaluate(struct quire_state *st, double t, const double *y, double cq, double cv, bool matrix)
{
    const bool failed = st->failed;
    bool good = evaluate_once(st, t, y, cq, cv, matrix);

    while (!failed && quire_room_is_short(st)) {
        st->failed = !quire_room_grow(st);
        if (st->failed) {
            return false;
        }
        good = evaluate_once(st, t, y, cq, cv, matrix);
    }
    return good;
}

bool
quire_state_forces(struct quire_state *st, double t, const double *y)
{
    st->n_forces++;
    return evaluate(st, t, y, 1, 0, false); /* gradients are by displacements themselves */
}

bool
quire_state_matrix(struct quire_state *st, double t, const double *y, double cq, double cv)
{
    st->n_matrix++;
    return evaluate(st, t, y, cq, cv, true);
}
