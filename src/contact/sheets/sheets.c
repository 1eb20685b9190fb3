#include "contact/sheets/sheets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/place/record.h"
#include "contact/sheets/sheets_forces.h"
#include "contact/sheets/sheets_halves.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/places.h"
#include "machine/hold.h"
#include "state/room.h"

/* ---- which stations are near ---- */

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
node_in_reach(const struct sheets_pair *pair, const struct quire_near_station *near, double reach)
{
    const struct scatter *b = &pair->b->at;
    const double thick = pair->a->sheet->half + pair->b->sheet->half;
    const int n = pair->b->sheet->chain.n;
    double square, point[2];

    quire_sheet_station(pair->state, pair->a->index, near->station,
                        pair->a->at.x - pair->a->sheet->x0, point);
    const int node = nearest_of(b, near, point, &square);
    return square > reach * reach || (node > 1 && node < n - 1 && is_beside(b, node, point, thick))
               ? -1
               : node;
}

/* ---- places ---- */

/* what the laws remember: what friction holds on to at a's stations, on the face towards b */
static void
remember(const struct sheets_pair *pair, const struct sheets_pack *pack,
         const struct sheets_place *g, struct place_memory *m)
{
    const struct quire_sheet *a = pair->a->sheet;

    m->state = pair->state;
    m->matrix = pair->matrix;
    m->pair = quire_sheet_with(pair->a->index, quire_partner(QUIRE_PARTNER_SHEET, pair->b->index));
    m->pairs = NULL;
    m->slot = NULL;
    m->holds = quire_law_holds(pair->law);
    for (int k = 0; m->holds && k < LANES; k++) {
        if (g->p.on[k] != 0) {
            const struct station p = {.x1 = {g->p.a.t.x[k], g->p.a.t.y[k]}};
            const int face = touched_face(&p, (const double[]){g->p.n.x[k], g->p.n.y[k]});
            m->rolling[k] = 0;
            m->slide[k].grip = pair->state->grip + a->sheet_grip + face * quire_sheet_stations(a) +
                               pack->station + k;
        }
    }
}

/* what shares that fade store and push with */
static void
store(const struct sheets_pair *pair, const struct place_memory *m, const struct place_asks *ask,
      struct sheets_place *g)
{
    for (int k = 0; k < LANES; k++) {
        g->fade.stored[k] = g->p.on[k] != 0 ? place_stored(pair->law, &g->p, m, k) : 0;
    }
    g->fade.elastic = quire_where4(g->p.on, quire_lanes(ask->no.elastic));
}

static void
record(const struct sheets_pair *pair, const struct sheets_place *g, const struct place_memory *m,
       const struct place_asks *ask)
{
    const double part = stored_part_of(pair->law, m);
    quire_v4 x[3], y[3];

    load_nodes(&g->on, pair->a->at.x, x);
    load_nodes(&g->on, pair->a->at.y, y);
    const struct flat at = weigh_flat(g->on.b, x, y);
    for (int k = 0; k < LANES; k++) {
        if (g->p.on[k] != 0) {
            record_lane(pair->state, pair->law, part, &g->p, m, ask, k, at.x[k], at.y[k]);
        }
    }
}

/* Where the places go: what the power book and friction that holds on will be told is kept. NULL
 * when memory runs out. */
static struct sheets_place *
room_for_places(const struct sheets_pair *pair, struct sheets_place *here)
{
    return pair->matrix ? quire_places_add(pair->state, QUIRE_PLACES_SHEETS, sizeof *here) : here;
}

static void
keep(const struct sheets_pair *pair, struct sheets_place *g, const struct place_memory *m)
{
    g->sheet[0] = pair->a->index;
    g->sheet[1] = pair->b->index;
    g->moves[0] = pair->a->band != NULL;
    g->moves[1] = pair->b->band != NULL;
    g->holds = m->holds;
    for (int k = 0; m->holds && k < LANES; k++) {
        if (g->p.on[k] != 0 &&
            !quire_places_hold_on(pair->state, QUIRE_PLACES_SHEETS, k, m->slide + k)) {
            return;
        }
    }
}

/* marks two sheets as touching */
static void
mark_sheets(struct quire_state *st, int a, int b)
{
    mark_touched(st, a < b ? a : b, quire_partner(QUIRE_PARTNER_SHEET, a < b ? b : a));
}

static QUIRE_CLONES void
touch_pack(const struct sheets_pair *pair, const struct sheets_pack *pack)
{
    struct place_powers powers = {.friction = {0}};
    struct sheets_place here, *g = room_for_places(pair, &here);
    struct place_memory m;
    struct place_asks ask;

    if (g == NULL) {
        return;
    }
    find_places(pair, pack, g);
    if (!quire_any(g->p.on)) {
        pair->state->places[QUIRE_PLACES_SHEETS].n -= pair->matrix ? 1 : 0;
        return;
    }
    move_places(pair, g);
    remember(pair, pack, g, &m);
    place_laws(pair->law, &g->p, &m, &ask);
    place_forces(&g->p, true);
    if (g->p.fades) {
        store(pair, &m, &ask, g);
    }
    push_places(pair, g);
    place_power(&g->p, &powers);
    add_place_powers(&pair->state->power, &powers);
    mark_sheets(pair->state, pair->a->index, pair->b->index);
    if (pair->state->record) {
        record(pair, g, &m, &ask);
    }
    if (pair->matrix) {
        derive_places(pair, g);
        keep(pair, g, &m);
    }
}

/* Four stations that follow each other are evaluated at once, whichever of them are listed: so all
 * is summed in the order of stations, whichever others were near enough to be looked at. */
static void
touch_other(const struct sheets_pair *pair, const struct quire_near_pair *near)
{
    const double reach = quire_sheets_reach(pair->a->sheet, pair->b->sheet);
    int i = 0;

    while (i < near->n) {
        struct sheets_pack pack = {near->station[i].station & ~(LANES - 1), {-1, -1, -1, -1}};
        bool any = false;
        for (; i < near->n && near->station[i].station < pack.station + LANES; i++) {
            const int node = node_in_reach(pair, near->station + i, reach);
            pack.start[near->station[i].station - pack.station] = node;
            any = any || node >= 0;
        }
        if (any) {
            touch_pack(pair, &pack);
        }
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
        touch_other(&(struct sheets_pair){.state = st,
                                          .a = &a,
                                          .b = &b,
                                          .law = sys->law + law,
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
