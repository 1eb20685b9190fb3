#include "contact/sheets/sheets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/sheets_halves.h"
#include "contact/sheets/sheets_lanes_matrix.h"
#include "contact/sheets/sheets_touch.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/places.h"
#include "machine/hold.h"
#include "state/room.h"

/* ---- the ends of a sheet under the stations of another ---- */

/* the parameter of a place within its piece */
static double
parameter_of(const struct station *p, int n)
{
    return p->node == n - 2 ? 1 + p->d[0] : p->d[2];
}

/* The place nearest to a station of a's on the straight line on which b's curve goes on beyond its
 * end. */
static double
go_on_straight(struct station *foot, const struct scatter *b, const double at[2])
{
    const struct station end = *foot;
    double t[2] = {0, 0}, out[2] = {at[0], at[1]};

    for (int j = 0; j < 3; j++) {
        t[0] += end.d[j] * b->x[end.node + j];
        t[1] += end.d[j] * b->y[end.node + j];
        out[0] -= end.b[j] * b->x[end.node + j];
        out[1] -= end.b[j] * b->y[end.node + j];
    }
    const double s = (t[0] * out[0] + t[1] * out[1]) / (t[0] * t[0] + t[1] * t[1]);
    for (int j = 0; j < 3; j++) {
        foot->b[j] = end.b[j] + s * end.d[j];
        foot->dd[j] = 0;
    }
    foot->slides = true;
    foot->cap = 0;
    return end.cap < 0 ? s : 1 + s;
}

/* its share, over an end of b */
static void
fade_over(struct joint *j, struct way beyond)
{
    const struct station *on = &j->on, *foot = &j->foot;

    fade_at_end(j->a->sheet, beyond, j->qa * j->qb,
                on->x1[0] * foot->x1[1] - on->x1[1] * foot->x1[0],
                on->x1[0] * foot->x1[0] + on->x1[1] * foot->x1[1], &j->over.part);
}

static void
share_of_station(struct joint *j, int station, double s)
{
    const struct quire_sheet *a = j->a->sheet, *b = j->b->sheet;
    const struct quire_contact_law *law = j->over.law;

    j->over.part =
        (struct shared){.share = HALF_OF_LAW * length_at(a, station) / law->reference_length};
    if (!is_end(a, station)) {
        const struct way way = way_along(b, j->foot.node + 1, s);
        fade_over(j, beyond_trail(way));
        fade_over(j, beyond_lead(way, b));
    }
}

/* ---- where a station touches ---- */

static int
nearest_of(const struct scatter *b, const struct quire_near_station *near, const double at[2],
           double *square)
{
    int best = near->first;

    *square = HUGE_VAL;
    for (int i = near->first; i < near->last; i++) {
        const double dx = b->x[i] - at[0], dy = b->y[i] - at[1], d = dx * dx + dy * dy;
        if (d < *square) {
            *square = d;
            best = i;
        }
    }
    return best;
}

/* how much the curve bends about node i: it is nowhere farther from a straight line through its
 * neighbours */
static double
bend_at(const struct scatter *b, int i)
{
    const double x = b->x[i - 1] - 2 * b->x[i] + b->x[i + 1],
                 y = b->y[i - 1] - 2 * b->y[i] + b->y[i + 1];

    return fabs(x) + fabs(y);
}

/* whether a point is clearly beside the curve about node i, which is not next to an end */
static bool
is_beside(const struct scatter *b, int i, const double at[2], double reach)
{
    const double ex = b->x[i + 1] - b->x[i - 1], ey = b->y[i + 1] - b->y[i - 1],
                 dx = at[0] - b->x[i], dy = at[1] - b->y[i];
    const double bend = bend_at(b, i - 1) + bend_at(b, i) + bend_at(b, i + 1);

    return fabs(ex * dy - ey * dx) > (reach + bend) * sqrt(ex * ex + ey * ey);
}

/* The node of b nearest to a's station; -1 where it is clearly out of reach. */
static int
node_in_reach(const struct joint *j, const struct quire_near_station *near, double reach)
{
    const struct scatter *b = &j->b->at;
    const double thick = j->a->sheet->half + j->b->sheet->half;
    const int n = j->b->sheet->chain.n;
    double square, point[2];

    quire_sheet_station(j->state, j->a->index, near->station, j->a->at.x - j->a->sheet->x0, point);
    const int node = nearest_of(b, near, point, &square);
    return square > reach * reach || (node > 1 && node < n - 1 && is_beside(b, node, point, thick))
               ? -1
               : node;
}

/* The place on b's curve nearest to a's station, searched from a node; false where they do not
 * touch. */
static bool
find_joint(struct joint *j, const struct quire_near_station *near, int node)
{
    const struct scatter *b = &j->b->at;
    const double still[2] = {0, 0};
    const int n = j->b->sheet->chain.n;

    weights_at(j->a->sheet, near->station, &j->on);
    place_station(&j->on, &j->a->at, still, still);
    nearest_station(&j->foot, b, n, node, j->on.x);
    const double s = j->foot.cap != 0 && !is_end(j->a->sheet, near->station)
                         ? go_on_straight(&j->foot, b, j->on.x)
                         : parameter_of(&j->foot, n);
    place_station(&j->foot, b, j->on.x, j->on.v);
    place_joint(j);
    if (!(j->overlap > 0)) {
        return false;
    }
    share_of_station(j, near->station, s);
    return j->over.part.share > 0;
}

static QUIRE_CLONES void
touch_joint(struct joint *j)
{
    const struct place_motion m = motion_of_joint(j);

    ask_laws(j->state, &m, false, &j->laws);
    fade_joint(j, &m);
    push_joint(j, &m);
    if (j->state->record) {
        record_joint(j, &m);
    }
    if (!j->matrix) {
        return;
    }
    if (j->a->band == NULL || j->b->band == NULL) { /* one of them stands still */
        derive_joint(j, &m, NULL);
        return;
    }
    struct quire_tie *tie = new_tie(j->state, j->a, j->on.node, j->b, j->foot.node);
    if (tie != NULL) {
        derive_joint(j, &m, tie);
    }
}

/* ---- all sheets ---- */

static struct party
party_of(struct quire_state *st, int index, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const size_t x0 = sheet->x0, stride = (size_t)sheet->chain.stride, v0 = st->system->layout.v0;
    const double *at = quire_state_motion(st, index, y);
    struct party p = {.sheet = sheet,
                      .index = index,
                      .band = matrix && st->part->has_sheet[index] ? &st->sheet[index].band : NULL};

    p.at = (struct scatter){.state = st,
                            .sheet = index,
                            .work = st->sheet + index,
                            .x = at + x0,
                            .y = at + x0 + stride,
                            .vx = at + v0 + x0,
                            .vy = at + v0 + x0 + stride,
                            .v = at + v0,
                            .fx = st->force + x0,
                            .fy = st->force + x0 + stride,
                            .cq = cq,
                            .cv = cv,
                            .band = p.band,
                            .half = sheet->half};
    return p;
}

/* a held node does what it is told, also towards other sheets */
static void
hold_ties(struct quire_state *st, int sheet, int node, const double held[3])
{
    for (int k = 0; k < st->n_tie; k++) {
        struct quire_tie *t = st->tie + k;
        for (int e = 0; e < 2; e++) {
            const int i = node - t->node[e];
            for (int l = 0; t->sheet[e] == sheet && i >= 0 && i <= 2 && l < 3; l++) {
                double b[4];
                quire_store4(b, t->block[e][i][l]);
                quire_held_set(held, &b[0], &b[2], (double[2]){0, 0});
                quire_held_set(held, &b[1], &b[3], (double[2]){0, 0});
                t->block[e][i][l] = quire_load4(b);
            }
        }
    }
}

/* the rows of held nodes are those of the identity again */
static void
hold_again(struct quire_state *st, double t)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int e = 0; st->sheet[k].entered && e < 2; e++) {
            if (quire_hold_is_on(sheet->hold + e, t)) {
                double held[3];
                quire_hold_directions(sheet->hold + e, held);
                quire_band_hold(&st->sheet[k].band, e == 0 ? 0 : sheet->chain.n, held);
                hold_ties(st, k, e == 0 ? 0 : sheet->chain.n, held);
            }
        }
    }
}

static void
touch_alone(struct joint *j, const struct quire_near_station *near, int node)
{
    if (find_joint(j, near, node)) {
        j->over.grip = grip_of(j, near->station, touched_face(&j->on, j->n));
        touch_joint(j);
    }
}

static QUIRE_CLONES void
touch_joints(struct joint_lanes *l)
{
    find_joints(l);
    if (quire_any(l->touch)) {
        move_joints(l);
        ask_laws_of_joints(l);
        push_joints(l);
        if (l->pair->state->record) {
            record_joints(l);
        }
        if (l->pair->matrix) {
            derive_joints(l);
        }
    }
}

/* The stations that wait, up to the first that is evaluated alone; those behind it wait for others.
 * So all is summed in the order of stations, whichever others were near enough to be looked at. */
static void
touch_waiting(struct joint *j, struct joint_lanes *l)
{
    int node[LANES];

    for (int k = l->n; k < LANES; k++) {
        l->near[k] = l->near[k - 1];
        l->foot[k] = l->foot[k - 1];
    }
    memcpy(node, l->foot, sizeof node);
    touch_joints(l);
    int done = l->taken;
    if (done < l->n) {
        touch_alone(j, l->near[done], node[done] + 1);
        done++;
    }
    l->n -= done;
    for (int k = 0; k < l->n; k++) {
        l->near[k] = l->near[k + done];
        l->foot[k] = node[k + done];
    }
}

static void
touch_all_waiting(struct joint *j, struct joint_lanes *l)
{
    while (l->n > 0) {
        touch_waiting(j, l);
    }
}

static void
touch_other(struct joint *j, const struct quire_near_pair *pair)
{
    const double reach = quire_sheets_reach(j->a->sheet, j->b->sheet);
    const bool in_lanes = takes_lanes(j->over.law);
    const int n = j->b->sheet->chain.n;
    struct joint_lanes lanes;

    lanes.pair = j;
    lanes.n = 0;
    for (int k = 0; k < pair->n; k++) {
        const int node = node_in_reach(j, pair->station + k, reach);
        if (node < 0) {
            continue;
        }
        if (!in_lanes || node < 2 || node > n - 2) {
            touch_all_waiting(j, &lanes);
            touch_alone(j, pair->station + k, node);
            continue;
        }
        lanes.near[lanes.n] = pair->station + k;
        lanes.foot[lanes.n++] = node - 1;
        if (lanes.n == LANES) {
            touch_waiting(j, &lanes);
        }
    }
    touch_all_waiting(j, &lanes);
}

/* A sheet of the other half has its forces and derivatives apart; false when memory runs out. */
static bool
visit_party(const struct quire_sheets_half *half, struct party *b)
{
    if (half == NULL || !quire_sheets_is_visited(half, b->index)) {
        return true;
    }
    struct quire_near_visit *visit = quire_sheets_visit(half, b->index);
    if (visit == NULL) {
        return false;
    }
    b->at.fx = visit->force;
    b->at.fy = visit->force + b->sheet->chain.stride;
    b->band = b->at.band = b->band != NULL ? &visit->band : NULL;
    return true;
}

/* `half`: that the sheet belongs to; NULL: there are none */
static void
stations_of(struct quire_state *st, int index, const double *y, double cq, double cv, bool matrix,
            int only, enum quire_sheet_pairs which, const struct quire_sheets_half *half)
{
    const struct quire_system *sys = st->system;
    const struct party a = party_of(st, index, y, cq, cv, matrix);

    QUIRE_EACH_MET(k, st->part, index)
    {
        const int law = sys->sheet_law[index * sys->n_sheet + k];
        const struct quire_near_pair *pair = st->near->pair[index] + k;
        if (pair->n == 0 || law < 0 || !st->sheet[k].entered ||
            (only >= 0 && index != only && k != only) ||
            !quire_sheets_are_among(st, index, k, which)) {
            continue;
        }
        struct party b = party_of(st, k, y, cq, cv, matrix);
        if (!visit_party(half, &b)) {
            return;
        }
        touch_other(&(struct joint){.state = st,
                                    .a = &a,
                                    .b = &b,
                                    .over.law = sys->law + law,
                                    .cq = cq,
                                    .cv = cv,
                                    .matrix = matrix && quire_sheets_yield(st, index, k)},
                    pair);
    }
}

/* a matrix in halves */
struct evaluation {
    const double *y;
    double cq, cv;
};

static void
touch_half(void *self, const struct quire_sheets_half *half)
{
    const struct evaluation *e = self;
    struct quire_state *st = half->state;

    for (int i = half->first; i < half->last; i++) {
        const int k = st->part->meeting[i];
        if (st->sheet[k].entered) {
            stations_of(st, k, e->y, e->cq, e->cv, true, -1, QUIRE_ALL_PAIRS, half);
        }
    }
}

static void
touch_pairs(struct quire_state *st, const double *y, double cq, double cv, bool matrix, int only,
            enum quire_sheet_pairs which)
{
    if (st->system->spatial) {
        quire_space_sheets_forces(st, y, cq, cv, matrix, only, which);
        return;
    }
    struct quire_sheets_half half[2];
    if (matrix && only < 0 && which == QUIRE_ALL_PAIRS && quire_sheets_halve(st, half)) {
        quire_sheets_do_halves(st, half, touch_half, &(struct evaluation){y, cq, cv});
        return;
    }
    QUIRE_EACH(k, st->part, meeting)
    {
        if (st->sheet[k].entered) {
            stations_of(st, k, y, cq, cv, matrix, only, which, NULL);
        }
    }
}

/* what is recorded of sheets that both rest, at the end of state->touch from `first` on */
static void
keep_touches(struct quire_state *st, int first)
{
    struct quire_kept_touches *kept = &st->kept;
    const int n = st->n_touch - first;

    if (quire_room_is_short(st)) { /* some may be missing, and it will be done again */
        return;
    }
    if (n > kept->cap) {
        struct quire_touch *more = realloc(kept->touch, sizeof *more * (size_t)n);
        if (more == NULL) {
            return;
        }
        kept->touch = more;
        kept->cap = n;
    }
    if (n > 0) {
        memcpy(kept->touch, st->touch + first, sizeof *kept->touch * (size_t)n);
    }
    kept->n = n;
    kept->known = true;
}

static void
put_touches(struct quire_state *st)
{
    for (int i = 0; i < st->kept.n; i++) {
        const struct quire_contact_pair *pair = &st->kept.touch[i].pair;
        struct quire_touch *t = new_touch(st);
        if (t != NULL) {
            *t = st->kept.touch[i];
        }
        mark_sheets(st, pair->contactor.index, pair->target.index);
    }
}

/* For records: sheets that rest are where they were, and so is what touches between them. */
static void
record_sheets(struct quire_state *st, const double *y)
{
    const int first = st->n_touch;

    if (st->kept.known) {
        put_touches(st);
    } else {
        touch_pairs(st, y, 0, 0, false, -1, QUIRE_RESTING_PAIRS);
        keep_touches(st, first);
    }
    touch_pairs(st, y, 0, 0, false, -1, QUIRE_OTHER_PAIRS);
}

void
quire_sheets_forces(struct quire_state *st, double t, const double *y, double cq, double cv,
                    bool matrix, int only)
{
    if (st->near == NULL) {
        return;
    }
    if (!quire_sheets_follow(st, y)) {
        st->failed = true;
        return;
    }
    if (st->record && !matrix && only < 0 && st->kept.rests != NULL) {
        record_sheets(st, y);
    } else {
        touch_pairs(st, y, cq, cv, matrix, only, QUIRE_ALL_PAIRS);
    }
    if (matrix && st->n_tie > 0 && !st->is_static) {
        hold_again(st, t);
    }
}
