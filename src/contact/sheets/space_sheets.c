#define QUIRE_PLACE_SPACE
#include "contact/sheets/space_sheets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/place/record.h"
#include "contact/sheets/space_sheets_fade.h"
#include "contact/sheets/space_sheets_feet.h"
#include "contact/sheets/space_sheets_places.h"
#include "contact/sheets/space_sheets_sums.h"
#include "contact/touch/space_disc.h"
#include "state/room.h"

/* ---- a place of a ---- */

/* A station on a column, and its derivative along the sheet. */
struct column_place {
    quire_v4 x, xs;
};

/* Two sheets in contact, and all columns of one station of the first. */
struct standing {
    const struct quire_sheet *one, *other;
    struct column_place column[QUIRE_COLUMNS_MOST];
    struct station station;
    /* places that wait until their feet are searched side by side: what is listed, their lines and
     * stations */
    int n_waiting;
    const struct quire_near_station *near[FEET];
    int at_line[FEET], at_station[FEET];
    struct feet feet;
    struct space_lanes lanes; /* and the places themselves */
    struct quire_line_across line[QUIRE_LINES_MOST];
    struct over on, over; /* a's own; b as a's place sees it */
    double across;        /* part of the width that a cell stands for */
    double clear;         /* how far all places are from touching, 0: not known [m] */
};

/* one of a's stations, and where it is on all columns */
QUIRE_INLINE void
stand_on(struct standing *s, int station)
{
    const struct over *o = &s->on;

    weights_at(s->one, station, &s->station);
    for (int j = 0; j < o->m; j++) {
        quire_v4 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = node_of(o, o->q, s->station.node + k, j);
        }
        s->column[j].x = weighted(s->station.b, x);
        s->column[j].xs = weighted(s->station.d, x);
    }
}

/* Fills the place on a line that crosses the station, seen from nowhere, but for how fast it is. */
QUIRE_INLINE void
place_on_line(const struct standing *s, int line, struct space_place *p)
{
    const struct quire_line_across *across = s->line + line;
    const struct column_place *left = s->column + across->cell, *right = left + 1;
    const double e = across->at;

    p->station = s->station.node;
    memcpy(p->b, s->station.b, sizeof p->b);
    memcpy(p->d, s->station.d, sizeof p->d);
    memset(p->dd, 0, sizeof p->dd);
    p->column = across->cell;
    p->c[0] = 0.5 * (1 - e);
    p->c[1] = 0.5 * (1 + e);
    p->e[0] = -0.5;
    p->e[1] = 0.5;
    p->x = p->c[0] * left->x + p->c[1] * right->x;
    p->xs = p->c[0] * left->xs + p->c[1] * right->xs;
}

/* and how fast it is */
QUIRE_INLINE void
move_on_line(const struct standing *s, struct space_place *p)
{
    const struct over *o = &s->on;
    quire_v4 v[3];

    for (int k = 0; k < 3; k++) {
        quire_v4 left, right;
        nodes_beside(o, o->v, p->station + k, p->column, &left, &right);
        v[k] = p->c[0] * left + p->c[1] * right;
    }
    p->v = weighted(p->b, v);
    p->vs = weighted(p->d, v);
}

/* ---- its foot on b ---- */

/* The nearest point of the cut through all cells, searched from row i on cell *j. */
QUIRE_INLINE bool
foot_across(const struct over *o, int i, int *j, struct foot *f)
{
    int way = 0;

    for (;;) {
        if (!find_foot(o, i, *j, f)) {
            return false;
        }
        const int next = f->e > 1 && *j < o->m - 2 ? 1 : f->e < -1 && *j > 0 ? -1 : 0;
        if (next == 0 || next == -way) { /* a crease between two cells: either will do */
            return true;
        }
        way = next;
        *j += next;
        i = f->i;
    }
}

/* The place of the foot where b goes on straight beyond its end, with the weights of that end.
 * Returns how far it is beyond, in the parameter of the piece. */
QUIRE_INLINE double
go_on_beyond(const struct over *o, int j, const struct foot *f, struct space_place *p)
{
    const double least = 0.5 * QUIRE_PAD_UPRIGHT * o->sheet->ladder->w;
    quire_v4 middle[3], half[3], x, x1, x2;
    double s = 0, e;

    middles(o, o->q, o->centre, f->i, j, middle, half);
    const struct strip along = {weighted(p->b, middle), weighted(p->d, middle), {0}},
                       across = {weighted(p->b, half), weighted(p->d, half), {0}};
    for (int k = 0; k < QUIRE_EDGE_CUTS; k++) {
        if (!cut(o, &along, &across, least, s, &e, &x, &x1, &x2)) {
            return 0;
        }
        const double t2 = dot3(x1, x1), bend = t2 + dot3(x, x2);
        const double next =
            s - dot3(x, x1) / (bend > QUIRE_BEND_SEARCHED * t2 ? bend : QUIRE_BEND_SEARCHED * t2);
        const double cut_to = f->cap < 0 ? fmin(next, 0) : fmax(next, 0), change = fabs(cut_to - s);
        s = cut_to;
        if (change < QUIRE_EDGE_CUT_DONE) {
            break;
        }
    }
    for (int k = 0; k < 3; k++) {
        p->b[k] += s * p->d[k];
        p->dd[k] = 0;
    }
    return s;
}

/* ---- one of those that wait ---- */

/* The foot of place k of those that wait; false where there is none, or it is too far away. */
QUIRE_INLINE bool
foot_of_waiting(const struct standing *s, int k, int *cell, struct foot *f)
{
    const struct feet *all = &s->feet;

    *cell = all->j[k];
    if (all->none[k] != 0) {
        return false;
    }
    if (all->found[k] != 0) {
        *f = (struct foot){.i = all->i[k], .cap = 0, .s = all->s[k], .e = all->e[k]};
        return true;
    }
    return all->far[k] == 0 && foot_across(&s->over, all->i[k], cell, f);
}

/* Weights along b of the foot of place k of those that wait. Returns whether it slides. */
QUIRE_INLINE bool
weigh_foot(const struct standing *s, int k, int cell, struct foot *f, struct space_place *p)
{
    const struct over *o = &s->over;

    p->station = f->i - 1;
    spline_weights(spline_type(f->i, o->n), f->s, p->b, p->d, p->dd);
    if (f->cap == 0) {
        return true;
    }
    if (is_end(s->one, s->at_station[k])) {
        return false;
    }
    const double beyond = go_on_beyond(o, cell, f, p);
    f->s = f->cap < 0 ? beyond : 1 + beyond;
    return true;
}

/* ---- all sheets ---- */

QUIRE_INLINE struct over
over_block(const struct quire_state *st, int sheet, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const double *at = quire_state_motion(st, sheet, y);

    return (struct over){.sheet = s,
                         .q = at + s->x0,
                         .v = at + st->system->layout.v0 + s->x0,
                         .n = s->chain.n,
                         .m = s->ladder->m,
                         .axis = {0, 0, 1, 0},
                         .level = true};
}

/* The listed places of each line are next[line], ..., next[line + 1] - 1. */
QUIRE_INLINE void
part_by_lines(const struct quire_near_pair *pair, int stations, int lines, int *next)
{
    int k = 0;

    for (int line = 0; line <= lines; line++) {
        while (k < pair->n && pair->station[k].station < line * stations) {
            k++;
        }
        next[line] = k;
    }
}

/* lets the place on this line wait */
QUIRE_INLINE void
let_wait(struct standing *s, const struct quire_near_station *near, int station, int line)
{
    const int k = s->n_waiting++;
    struct space_place *p = s->lanes.on + k;

    place_on_line(s, line, p);
    s->feet.x[k] = p->x;
    s->feet.rows[k] = (struct rows){near->first, near->last};
    s->near[k] = near;
    s->at_station[k] = station;
    s->at_line[k] = line;
}

/* ---- four places side by side ---- */

/* Feet of those that wait, and their weights; which of them there are. */
QUIRE_INLINE quire_mask4
weigh_waiting(struct standing *s, struct space_lanes *l)
{
    quire_mask4 there = {0};

    for (int k = 0; k < LANES; k++) {
        struct space_place *p = l->foot + k;
        struct foot f = {.i = s->feet.i[k], .s = 0.5};
        int cell = s->feet.j[k];
        s->over.centre = l->on[k].x;
        if (k < s->n_waiting && foot_of_waiting(s, k, &cell, &f)) {
            there[k] = -1;
        } else {
            f = (struct foot){.i = s->feet.i[k], .s = 0.5};
            cell = s->feet.j[k];
        }
        l->slides[k] = weigh_foot(s, k, cell, &f, p) ? -1 : 0;
        l->at[k] = f.s;
        p->column = cell;
        l->rows[k] = node_begins(&s->over, p->station, cell);
    }
    return there;
}

/* Where they are, which of them touch, and how they move; false: none touches. */
QUIRE_INLINE bool
find_lanes(struct standing *s, struct space_lanes *l)
{
    const struct space_joint *j = l->pair;
    const struct quire_sheet *sheet = j->state->system->sheet;
    const struct over *o = &s->over;
    const quire_v4 zero = {0};

    struct place *p = &l->g.p;

    l->there = weigh_waiting(s, l);
    p->overlap = zero;
    if (!quire_any(l->there)) {
        return false;
    }
    for (int k = 0; k < LANES; k++) {
        const struct quire_line_across *line = s->line + s->at_line[k];
        l->aside[k] = line->middle - line->at;
        l->half[k] = line->half;
        l->place[k] = s->near[k]->station;
        l->station[k] = s->at_station[k];
    }
    const struct lane_weights w = weights_in_lanes(l->foot);
    const quire_v4 e = place_lanes(l, o, &s->feet, &w),
                   distance = quire_sqrt4(dots(l->g.c.x, l->g.c.x));
    p->overlap = sheet[j->a].half + sheet[j->b].half - distance;
    cover_lanes(l, o, e);
    p->on = l->there & (p->overlap > zero) & (l->covered > zero) &
            (l->g.c.e.z > quire_all4(0.5 * QUIRE_PAD_UPRIGHT * o->sheet->ladder->w));
    if (!quire_any(p->on)) {
        return false;
    }
    for (int k = 0; k < LANES; k++) {
        struct space_place *foot = l->foot + k;
        move_on_line(s, l->on + k);
        foot->c[0] = 0.5 * (1 - e[k]);
        foot->c[1] = 0.5 * (1 + e[k]);
        foot->e[0] = -0.5;
        foot->e[1] = 0.5;
    }
    move_lanes(l, o, e, &w);
    see_places(l, distance);
    share_out_lanes(l, s->across);
    return quire_any(p->on);
}

/* how far those that wait are from touching, at least */
QUIRE_INLINE double
clear_of_lanes(const struct standing *s)
{
    const struct space_lanes *l = &s->lanes;
    const quire_v4 zero = {0}, clear = quire_select4(l->there, -l->g.p.overlap, s->feet.clear);
    const quire_v4 known = quire_where4(clear > zero, clear);
    double least = HUGE_VAL;

    for (int k = 0; k < s->n_waiting; k++) {
        least = known[k] < least ? known[k] : least;
    }
    return least;
}

/* What the laws remember at the places: what friction holds on to, on the face that looks at b. */
QUIRE_INLINE void
remember(const struct space_lanes *l, struct place_memory *m)
{
    const struct space_joint *j = l->pair;
    const struct place *p = &l->g.p;

    m->state = j->state;
    m->matrix = j->matrix;
    m->pair = quire_sheet_with(j->a, quire_partner(QUIRE_PARTNER_SHEET, j->b));
    m->pairs = NULL;
    m->slot = NULL;
    m->holds = quire_law_holds(j->law);
    for (int k = 0; m->holds && k < LANES; k++) {
        const struct flat t = p->a.t, n = p->n;
        const int face = n.x[k] * t.y[k] - n.y[k] * t.x[k] > 0 ? 0 : 1; /* as touched_face() */
        m->rolling[k] = 0;
        m->slide[k].grip = grip_on_face(j, face, l->place[k]);
    }
}

/* How all that acts changes, row by row. */
struct joint_response {
    struct joint_changes changes;
};

/* A row of the forms goes to one field of each place's response: by b's place as it moves, not a's.
 */
#define PART_ROW(row_, all_, field_)                                                               \
    do {                                                                                           \
        const quire_v4 *r_ = (row_), none_ = {0};                                                  \
        quire_v4 p_[LANES], s_[LANES], e_[LANES], o_[LANES];                                       \
        part_vectors((struct vectors){-r_[W_X], -r_[W_Y], -r_[W_Z]}, p_);                          \
        part_vectors((struct vectors){r_[R_X], r_[R_Y], r_[R_Z]}, s_);                             \
        part_vectors((struct vectors){r_[E_X], r_[E_Y], r_[E_Z]}, e_);                             \
        part_vectors((struct vectors){r_[T_X], r_[T_Y], none_}, o_);                               \
        for (int k_ = 0; k_ < LANES; k_++) {                                                       \
            (all_)[k_].field_ = (struct joint_change){{p_[k_], s_[k_], e_[k_]}, o_[k_]};           \
        }                                                                                          \
    } while (0)

QUIRE_INLINE void
part_slide(const struct gradients *g, double cq, struct gradient to[LANES])
{
    const quire_v4 q = quire_all4(cq);
    quire_v4 p[LANES], s[LANES], e[LANES];

    part_vectors(times3(q, g->p), p);
    part_vectors(times3(q, g->s), s);
    part_vectors(times3(q, g->e), e);
    for (int k = 0; k < LANES; k++) {
        to[k] = (struct gradient){p[k], s[k], e[k]};
    }
}

QUIRE_INLINE void
respond_in_lanes(struct space_lanes *l, struct joint_response all[LANES])
{
    const double cq = l->pair->cq;
    const struct space_sheets_places *g = &l->g;
    struct gradient along[LANES], across[LANES];
    struct cell_slides slides;
    struct cell_forms by;

    set_slide(slides.s, &g->along, cq);
    set_slide(slides.e, &g->across, cq);
    if (g->p.fades) {
        set_share(&g->p, &g->c, g->by_slide, g->by_turn, g->by_cell, cq, &slides);
    }
    cell_forms(&g->p, &g->c, &slides, cq, l->pair->cv, &by);
    for (int i = 0; i < 3; i++) {
        PART_ROW(by.f[i], all, changes.force[i]);
    }
    for (int i = 0; i < 2; i++) {
        PART_ROW(by.a[i], all, changes.pair_a[i]);
        PART_ROW(by.b[i], all, changes.pair_b[i]);
    }
    part_slide(&g->along, cq, along);
    part_slide(&g->across, cq, across);
    for (int k = 0; k < LANES; k++) {
        l->foot[k].s = along[k];
        l->foot[k].t = across[k];
    }
}

/* Adds up how all that acts at a place changes. */
QUIRE_INLINE void
add_joint_changes(const struct space_joint *j, const struct joint_changes *changes)
{
    struct joint_rows rows;

    spread_changes(j, changes, &rows);
    if (open_joint_sums(j, j->sums)) {
        sum_all_rows(j, &rows, true, j->sums);
    } else {
        sum_all_rows(j, &rows, false, j->sums);
    }
    if (j->fades && j->cq != 0) {
        derive_joint_fading(j, j->sums);
    }
}

QUIRE_INLINE void
keep_nodes(const struct space_place place[LANES], struct cell_nodes *to)
{
    for (int k = 0; k < LANES; k++) {
        to->station[k] = place[k].station;
        to->column[k] = place[k].column;
        memcpy(to->b[k], place[k].b, sizeof to->b[k]);
        memcpy(to->d[k], place[k].d, sizeof to->d[k]);
        memcpy(to->c[k], place[k].c, sizeof to->c[k]);
    }
}

/* what the power book and friction that holds on will be told */
QUIRE_INLINE void
keep_places(struct space_lanes *l, const struct place_memory *m)
{
    const struct space_joint *j = l->pair;
    struct quire_state *st = j->state;
    struct space_sheets_places *kept =
        quire_places_add(st, QUIRE_PLACES_SPACE_SHEETS, sizeof *kept);

    if (kept == NULL) {
        return;
    }
    keep_nodes(l->on, &l->g.on);
    keep_nodes(l->foot, &l->g.foot);
    l->g.sheet[0] = j->a;
    l->g.sheet[1] = j->b;
    l->g.moves[0] = st->part->has_sheet[j->a];
    l->g.moves[1] = st->part->has_sheet[j->b];
    l->g.holds = m->holds;
    *kept = l->g;
    for (int k = 0; m->holds && k < LANES; k++) {
        const struct space_place *on = l->on + k;
        struct quire_place_hold *hold =
            l->g.p.on[k] != 0 ? quire_places_hold_on(st, QUIRE_PLACES_SPACE_SHEETS, k, m->slide + k)
                              : NULL;
        if (hold != NULL) {
            hold->quarter =
                quarter_of_sheet(st->system->sheet + j->a, on->station + 1, on->column + on->c[1]);
        }
    }
}

static void
record(const struct space_lanes *l, const struct place_memory *m, const struct place_asks *ask,
       int k)
{
    const struct space_joint *j = l->pair;
    const quire_v4 x = l->on[k].x;
    const int before = j->state->n_touch;

    record_lane(j->state, j->law, stored_part_of(j->law, m), &l->g.p, m, ask, k, x[0], x[1]);
    if (j->state->n_touch > before) {
        j->state->touch[before].space.z = x[2];
        j->state->touch[before].space.pad = -1;
    }
}

static QUIRE_CLONES void
touch_space_lanes(struct space_joint *j, struct space_lanes *l)
{
    struct joint_response all[LANES];
    struct place *p = &l->g.p;
    struct place_powers powers = {.friction = {0}};
    struct place_memory m;
    struct place_asks ask;

    remember(l, &m);
    place_laws(j->law, p, &m, &ask);
    place_forces(p, true);
    place_power(p, &powers);
    add_place_powers_each(&j->state->power, &powers);
    mark_touched(j->state, j->a < j->b ? j->a : j->b,
                 quire_partner(QUIRE_PARTNER_SHEET, j->a < j->b ? j->b : j->a));
    if (j->matrix) {
        respond_in_lanes(l, all);
    }
    if (p->fades) {
        part_places(l);
    }
    for (int k = 0; k < LANES; k++) {
        if (p->on[k] == 0) {
            continue;
        }
        joint_in_lane(l, k, j);
        push_both(j);
        if (j->fades) {
            j->stored = place_stored(j->law, p, &m, k);
            j->elastic = ask.no.elastic[k];
            push_joint_fading(j);
        }
        if (j->state->record) {
            record(l, &m, &ask, k);
        }
        if (j->matrix) {
            add_joint_changes(j, &all[k].changes);
        }
    }
    if (j->matrix) {
        keep_places(l, &m);
    }
}

/* those that wait, in their order */
QUIRE_INLINE void
touch_waiting(struct space_joint *j, struct standing *s)
{
    const int n = s->n_waiting;

    if (n == 0) {
        return;
    }
    for (int k = n; k < FEET; k++) { /* as the last one */
        s->feet.x[k] = s->feet.x[n - 1];
        s->feet.rows[k] = s->feet.rows[n - 1];
        s->near[k] = s->near[n - 1];
        s->at_station[k] = s->at_station[n - 1];
        s->at_line[k] = s->at_line[n - 1];
        s->lanes.on[k] = s->lanes.on[n - 1];
    }
    nearest_rows(&s->over, &s->feet);
    find_feet(&s->over, &s->feet);
    const bool touch = find_lanes(s, &s->lanes);
    const double clear = clear_of_lanes(s);
    s->clear = clear < s->clear ? clear : s->clear;
    if (touch) {
        touch_space_lanes(j, &s->lanes);
    }
    s->n_waiting = 0;
}

/* Station by station, across the sheet: what touches there is added up before it goes to the
 * matrix. */
static QUIRE_CLONES void
stand_on_other(struct space_joint *j, const struct quire_near_pair *pair, const double *y)
{
    const struct quire_sheet *one = j->state->system->sheet + j->a,
                             *other = j->state->system->sheet + j->b;
    const int stations = quire_sheet_stations(one), lines = quire_space_lines(one);
    struct standing s = {.one = one,
                         .other = other,
                         .on = over_block(j->state, j->a, y),
                         .over = over_block(j->state, j->b, y),
                         .across = one->ladder->w / fmin(one->width, other->width)};
    const double thick = one->half + other->half;
    int first[QUIRE_LINES_MOST + 1], next[QUIRE_LINES_MOST];

    s.lanes.pair = j;
    s.clear = HUGE_VAL;
    s.over.far = (1 + 1e-6) * thick;
    for (int l = 0; l < lines; l++) {
        s.line[l] = quire_line_across(one, l);
    }
    part_by_lines(pair, stations, lines, first);
    memcpy(next, first, sizeof *next * (size_t)lines);
    for (int station = 0; station < stations; station++) {
        bool stands = false;
        for (int l = 0; l < lines; l++) {
            const int place = l * stations + station;
            if (next[l] == first[l + 1] || pair->station[next[l]].station != place) {
                continue;
            }
            if (!stands) {
                stand_on(&s, station);
                stands = true;
            }
            let_wait(&s, pair->station + next[l]++, station, l);
            if (s.n_waiting == FEET) {
                touch_waiting(j, &s);
            }
        }
    }
    touch_waiting(j, &s);
    if (s.clear > 0) {
        quire_space_sheets_are_apart(j->state, j->a, j->b, s.clear);
    }
}

void
quire_space_sheets_forces(struct quire_state *st, const double *y, double cq, double cv,
                          bool matrix, int only, enum quire_sheet_pairs which)
{
    const struct quire_system *sys = st->system;
    struct joint_sums sums = {.station = {-1}};

    QUIRE_EACH(a, st->part, meeting)
    {
        QUIRE_EACH_MET(b, st->part, a)
        {
            const int law = sys->sheet_law[a * sys->n_sheet + b];
            if (!st->sheet[a].entered || !st->sheet[b].entered) {
                continue;
            }
            const struct quire_near_pair *pair = st->near->pair[a] + b;
            if (pair->n > 0 && law >= 0 && (only < 0 || a == only || b == only) &&
                quire_sheets_are_among(st, a, b, which) &&
                !quire_space_sheets_stay_apart(st, a, b)) {
                stand_on_other(
                    &(struct space_joint){.state = st,
                                          .a = a,
                                          .b = b,
                                          .law = sys->law + law,
                                          .cq = cq,
                                          .cv = cv,
                                          .matrix = matrix && quire_sheets_yield(st, a, b),
                                          .sums = &sums},
                    pair, y);
                finish_joint_sums(st, a, b, &sums);
            }
        }
    }
}
