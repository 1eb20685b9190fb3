#include "contact/gate/space_gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/gate/space_flap.h"
#include "contact/guide/column_lists.h"
#include "contact/space/space_contact.h"
#include "machine/sheet_lines.h"
#include "math/sums.h"
#include "state/gate_pose.h"

/* ---- memory ---- */

enum { BLOCKS = 5 };

bool
quire_space_gates_create(const struct quire_system *sys, const struct quire_sheet *sheet,
                         struct quire_space_work *w)
{
    const struct quire_ladder *l = sheet->ladder;
    /* some read a number behind a block */
    const size_t block = sheet->size + 8, size = BLOCKS * block * sizeof(double);
    bool good = true;

    if (sys->n_gate == 0) {
        return true;
    }
    struct quire_space_gates *gates = w->gates = calloc(1, sizeof *gates);
    if (gates == NULL || (gates->seen = calloc((size_t)sys->n_gate, sizeof *gates->seen)) == NULL ||
        (gates->q = aligned_alloc(64, (size + 63) / 64 * 64)) == NULL) {
        return false;
    }
    memset(gates->q, 0, size);
    gates->v = gates->q + block;
    gates->force = gates->q + 2 * block;
    gates->drive = gates->q + 3 * block;
    gates->swing = gates->q + 4 * block;
    for (int k = 0; k < sys->n_gate; k++) {
        good = quire_columns_create(sys, sheet, k, gates->seen + k) && good;
    }
    return good && quire_slabs_create(&gates->slabs, l->n + 1, l->m) == 0;
}

void
quire_space_gates_destroy(const struct quire_system *sys, struct quire_space_work *w)
{
    struct quire_space_gates *gates = w != NULL ? w->gates : NULL;

    if (gates == NULL) {
        return;
    }
    for (int k = 0; gates->seen != NULL && k < sys->n_gate; k++) {
        quire_columns_destroy(gates->seen + k);
    }
    quire_slabs_destroy(&gates->slabs);
    free(gates->seen);
    free(gates->q);
    free(gates);
}

/* ---- what they see of a sheet ---- */

void
quire_space_gate_take_back(const struct quire_state *st, int sheet, int index,
                           const struct quire_gate_pose *pose, const double *q, const double *v)
{
    const struct quire_gate *gate = st->system->gate + index;
    const struct quire_ladder *l = st->system->sheet[sheet].ladder;
    const struct quire_space_gates *gates = st->sheet[sheet].space->gates;
    const double c = pose->cos, s = pose->sin, px = gate->at[0], py = gate->at[1];
    const double spin = gate->turns ? pose->rate : 0, slides = gate->turns ? 0 : pose->way,
                 glides = gate->turns ? 0 : pose->rate;
    const double ox = gate->turns ? px : 0, oy = gate->turns ? py : 0;

    for (int i = 0; i < 3 * (l->n + 1) * l->m; i += 3) {
        const double dx = q[i] - (ox + slides * px), dy = q[i + 1] - (oy + slides * py);
        const double vx = v[i] - glides * px + spin * dy, vy = v[i + 1] - glides * py - spin * dx,
                     vz = v[i + 2];
        gates->q[i] = ox + (c * dx + s * dy);
        gates->q[i + 1] = oy + (c * dy - s * dx);
        gates->q[i + 2] = q[i + 2];
        gates->v[i] = c * vx + s * vy;
        gates->v[i + 1] = c * vy - s * vx;
        gates->v[i + 2] = vz;
    }
}

/* the least and the greatest of n numbers and of what was so before */
static QUIRE_CLONES void
bounds_of(const double *x, int n, double *least, double *most)
{
    quire_v4 low = quire_all4(x[0]), high = low;
    int i = 0;

    for (; i + 4 <= n; i += 4) {
        const quire_v4 next = quire_load4(x + i);
        low = quire_select4(next < low, next, low);
        high = quire_select4(next > high, next, high);
    }
    for (int k = 0; k < 4; k++) {
        *least = fmin(*least, low[k]);
        *most = fmax(*most, high[k]);
    }
    for (; i < n; i++) {
        *least = fmin(*least, x[i]);
        *most = fmax(*most, x[i]);
    }
}

void
quire_space_gates_bound(struct quire_state *st, int sheet)
{
    const struct quire_ladder *l = st->system->sheet[sheet].ladder;
    struct quire_space_work *w = st->sheet[sheet].space;
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};

    for (int j = 0; j < l->m; j++) {
        bounds_of(w->column[j].x, l->n + 1, low, high);
        bounds_of(w->column[j].y, l->n + 1, low + 1, high + 1);
    }
    for (int d = 0; d < 2; d++) {
        w->gates->middle[d] = 0.5 * (low[d] + high[d]);
        w->gates->half[d] = 0.5 * (high[d] - low[d]);
    }
}

/* Whether a gate may touch a sheet within its bounds at all; what is not finite may. */
static bool
comes_near(const struct quire_state *st, int sheet_index, int index)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + sheet_index;
    const struct quire_space_gates *gates = st->sheet[sheet_index].space->gates;
    const struct quire_gate_pose *pose = st->gate + index;
    const double c = fabs(pose->cos), s = fabs(pose->sin), x = gates->half[0], y = gates->half[1],
                 half[2] = {c * x + s * y, s * x + c * y};
    double at[2];

    quire_gate_into(sys->gate + index, pose, gates->middle, at);
    for (int k = 0; k < sys->n_guide; k++) {
        const struct quire_guide *guide = sys->guide + k;
        const double reach = sheet->chain.h + sheet->thickness + guide->depth + guide->reach;
        bool apart = guide->gate != index;
        for (int d = 0; d < 2 && !guide->tilted; d++) {
            apart = apart || at[d] + half[d] < guide->low[d] - reach ||
                    at[d] - half[d] > guide->high[d] + reach;
        }
        if (!apart) {
            return true;
        }
    }
    return false;
}

struct quire_space_work *
quire_space_gate_follow(struct quire_state *st, int sheet, int gate, const double *q,
                        const double *v)
{
    const struct quire_space_gates *gates = st->sheet[sheet].space->gates;
    struct quire_space_work *seen = gates->seen + gate;

    if (!comes_near(st, sheet, gate)) {
        return NULL;
    }
    quire_space_gate_take_back(st, sheet, gate, st->gate + gate, q, v);
    quire_columns_fill(st->system->sheet + sheet, seen, gates->q, gates->v);
    quire_columns_follow(st, sheet, seen);
    return seen;
}

static bool
is_near(const struct quire_space_work *seen, int m)
{
    for (int j = 0; j < m + seen->n_apart; j++) {
        const struct quire_sheet_work *w =
            &(j < m ? seen->column + j : seen->apart + (j - m))->work;
        if (w->n_face + w->n_corner > 0) {
            return true;
        }
    }
    return false;
}

/* ---- what they do to it ---- */

/* R a */
QUIRE_INLINE void
turn_pair(const struct quire_gate_pose *p, double *x, double *y)
{
    const double a = *x, b = *y;

    *x = p->cos * a - p->sin * b;
    *y = p->sin * a + p->cos * b;
}

/* what stands in a block, turned, to another, and clears it */
static void
give_block(const struct quire_gate_meeting *m, double *from, double *to)
{
    const int block = m->ladder->block, first = m->low * block, last = (m->high + 1) * block;

    for (int i = first; i < last; i += 3) {
        turn_pair(m->pose, from + i, from + i + 1);
        for (int d = 0; d < 3; d++) {
            to[i + d] += from[i + d];
        }
    }
    memset(from + first, 0, sizeof(double) * (size_t)(last - first));
}

/* R B R' of all blocks in the slabs of the stations, to the sheet's */
static void
give_matrix(const struct quire_gate_meeting *m, const struct quire_slabs *to)
{
    const struct quire_slabs *from = &m->work->slabs;
    const ptrdiff_t row = from->row;

    for (int k = m->low; k <= m->high; k++) {
        for (int b = 0; b < from->block; b += 3) {
            const ptrdiff_t at = ((ptrdiff_t)k * from->block + b) * row;
            double *x = from->entry + at, *y = x + row, *z = y + row, *u = to->entry + at,
                   *v = u + row, *w = v + row;
            for (int i = 0; i < 5 * from->block; i += 3) {
                turn_pair(m->pose, x + i, x + i + 1);
                turn_pair(m->pose, y + i, y + i + 1);
                turn_pair(m->pose, z + i, z + i + 1);
                for (int d = i; d < i + 3; d++) {
                    u[d] += m->pose->cos * x[d] - m->pose->sin * y[d];
                    v[d] += m->pose->sin * x[d] + m->pose->cos * y[d];
                    w[d] += z[d];
                }
            }
        }
    }
    memset(from->entry + (ptrdiff_t)m->low * from->block * row, 0,
           sizeof(double) * (size_t)((m->high - m->low + 1) * from->block * row));
}

/* The drive's power changes with the nodes. */
static void
record_drive(const struct quire_gate_meeting *m)
{
    for (int i = m->low; i <= m->high; i++) {
        for (int j = 0; j < m->ladder->m; j++) {
            double by[3], *to = m->work->drive + i * m->ladder->block + 3 * j;
            for (int d = 0; d < 3; d++) {
                by[d] = m->pose->rate * quire_gate_meeting_pushed_changes(m, i, j, d);
            }
            turn_pair(m->pose, by, by + 1);
            for (int d = 0; d < 3; d++) {
                to[d] += by[d];
            }
        }
    }
    m->work->drives = true;
}

double
quire_space_gate_powers(const struct quire_state *st, const double *step)
{
    double sum = 0;

    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        const struct quire_space_gates *gates = st->sheet[k].space->gates;
        if (gates != NULL && gates->drives) {
            sum += quire_dot(s->size, gates->drive, step + s->x0);
        }
    }
    return sum;
}

/* ---- all of it ---- */

/* what was added up there, turned forth, to the sheet */
static void
give_all(const struct quire_gate_meeting *m, int sheet, bool matrix)
{
    struct quire_state *st = m->state;
    const size_t x0 = st->system->sheet[sheet].x0;

    if (matrix) {
        give_matrix(m, &st->sheet[sheet].slabs);
    }
    give_block(m, m->work->force, st->force + x0);
}

/* what was recorded of touches, from the first one on, is turned out of the gate's axes */
static void
turn_touches(struct quire_state *st, const struct quire_gate *gate,
             const struct quire_gate_pose *pose, int first)
{
    for (int k = first; k < st->n_touch; k++) {
        struct quire_touch *t = st->touch + k;
        double at[2];
        quire_gate_out(gate, pose, (double[]){t->x, t->y}, at);
        t->x = at[0];
        t->y = at[1];
        quire_gate_turn(pose, t->normal);
        quire_gate_turn(pose, t->tangent);
    }
}

static void
gate_contact(struct quire_state *st, int sheet, int gate, double cq, double cv, bool matrix)
{
    struct quire_space_work *w = st->sheet[sheet].space;
    struct quire_stations felt = {st->system->sheet[sheet].chain.n + 1, -1};
    struct quire_gate_meeting m = {.state = st,
                                   .sheet = sheet,
                                   .ladder = st->system->sheet[sheet].ladder,
                                   .gate = st->system->gate + gate,
                                   .pose = st->gate + gate,
                                   .work = w->gates,
                                   .cq = cq};
    const bool held = m.gate->small >= 0;
    const struct quire_columns_sums sums = {.force = w->gates->force,
                                            .slabs = matrix ? &w->gates->slabs : NULL,
                                            .spin = m.gate->turns ? m.pose->rate : 0,
                                            .swing = held ? w->gates->swing : NULL,
                                            .felt = &felt};
    const int touches = st->n_touch;

    quire_columns_contacts(st, sheet, w->gates->seen + gate, &sums, cq, cv);
    m.low = felt.low;
    m.high = felt.high;
    if (m.low > m.high) {
        return;
    }
    if (held) {
        quire_space_flap_push(&m, matrix);
    } else {
        st->power.drives += m.pose->rate * quire_gate_meeting_pushed(&m, m.work->force);
    }
    turn_touches(st, m.gate, m.pose, touches);
    if (matrix && !held && m.pose->rate != 0) {
        record_drive(&m);
    }
    give_all(&m, sheet, matrix);
}

void
quire_space_gate_contacts(struct quire_state *st, int sheet, const double *q, const double *v,
                          double cq, double cv, bool matrix)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    struct quire_space_gates *gates = st->sheet[sheet].space->gates;

    if (gates == NULL) {
        return;
    }
    quire_space_gates_bound(st, sheet);
    if (matrix && gates->drives) {
        memset(gates->drive, 0, sizeof(double) * s->size);
        gates->drives = false;
    }
    for (int k = 0; k < st->system->n_gate; k++) {
        const struct quire_space_work *seen =
            quire_gate_is_there(st, k) ? quire_space_gate_follow(st, sheet, k, q, v) : NULL;
        if (seen != NULL && is_near(seen, s->ladder->m)) {
            gate_contact(st, sheet, k, cq, cv, matrix);
        }
    }
}
