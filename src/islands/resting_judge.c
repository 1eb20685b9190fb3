/* Which sheets may rest, and which must wake. */
#include <math.h>
#include <string.h>

#include "contact/find/near.h"
#include "contact/law/stick.h"
#include "contact/sheets/boxes.h"
#include "contact/sheets/sheets.h"
#include "evaluate/evaluate.h"
#include "force/terms.h"
#include "integ/constants.h"
#include "islands/resting.h"
#include "machine/sheet_lines.h"
#include "solve/linear_system.h"

/* ---- what is near ---- */

/* how far rollers are from where they would wake a sheet; those alone that move, or all */
static double
room_for_rollers(const struct quire_state *st, int sheet, const double *q, bool moving)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    double least = HUGE_VAL;

    for (int k = 0; k < st->system->n_roller; k++) {
        const struct quire_roller *r = st->system->roller + k;
        if ((r->law[2 * sheet] < 0 && r->law[2 * sheet + 1] < 0) ||
            (moving && st->system->small[r->small].body.nv == 0)) {
            continue;
        }
        const double d = quire_near_line(s, q, st->carrier[r->small].centre);
        least = fmin(least, d - r->radius - s->half - r->reach - QUIRE_REST_CLOSE * s->thickness);
    }
    return least;
}

static bool
is_near_gate(const struct quire_state *st, int sheet, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const struct quire_node_box box = quire_near_extent(st->system, y, sheet).box;

    for (int k = 0; k < st->system->n_guide; k++) {
        const struct quire_guide *g = st->system->guide + k;
        if (g->gate < 0 || (g->law[2 * sheet] < 0 && g->law[2 * sheet + 1] < 0)) {
            continue;
        }
        const struct quire_gate *gate = st->system->gate + g->gate;
        const struct quire_node_box reach = {{gate->low[0], gate->low[1]},
                                             {gate->high[0], gate->high[1]}};
        if (gate->small < 0 || quire_boxes_apart(&box, &reach) < s->thickness + g->reach) {
            return true;
        }
    }
    return false;
}

/* ---- who may rest ---- */

static bool
has_memory(const struct quire_system *sys, int sheet)
{
    for (int k = 0; k < sys->n_slot; k++) {
        if (quire_slot_sheet(sys->slot + k) == sheet) {
            return true;
        }
    }
    return false;
}

/* whether nothing acts on a sheet but its weight, other sheets and guides at rest, and it is slow;
 * y: where the state's carriers are */
static bool
may_rest(const struct quire_resting *r, int sheet, const double *y)
{
    const struct quire_state *st = r->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    const double *q = y + s->x0;

    return st->sheet[sheet].entered && !s->hold[0].held && !s->hold[1].held &&
           !quire_terms_move(sys, sheet) && sys->n_pressure == 0 && !has_memory(sys, sheet) &&
           quire_near_speed(st, y, sheet) < QUIRE_REST_SLOW * r->bound &&
           !is_near_gate(st, sheet, y) && room_for_rollers(st, sheet, q, false) > 0;
}

/* ---- one step of a second ---- */

static void
stop(const struct quire_resting *r, const struct quire_part *part, double *y)
{
    const struct quire_system *sys = r->state->system;

    QUIRE_EACH(k, part, sheet)
    {
        memset(y + sys->layout.v0 + sys->sheet[k].x0, 0, sizeof *y * sys->sheet[k].size);
    }
}

/* Lets the candidates go in (t, trial), their group's others fixed: the change of velocities goes
 * to r->step, what it does to their contacts to r->strain. The part is in focus. */
static bool
yield(struct quire_resting *r, double t)
{
    struct quire_state *st = r->state;
    const struct quire_layout *l = &st->system->layout;

    quire_stick_begin(st);
    st->implicit.gamma = QUIRE_REST_LONG;
    st->implicit.fixed = r->trial + l->z0;
    const bool good =
        quire_state_matrix(st, t, r->trial, QUIRE_REST_LONG * QUIRE_REST_LONG, QUIRE_REST_LONG);
    st->implicit.gamma = 0;
    if (!good) {
        return false;
    }
    memset(r->step, 0, sizeof *r->step * (l->nv + l->nz));
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        for (size_t i = s->x0; i < s->x0 + s->size; i++) {
            r->step[i] = QUIRE_REST_LONG * st->force[i];
        }
    }
    QUIRE_EACH(k, st->part, meeting)
    {
        r->strain[k] = (struct quire_stick_strain){0};
    }
    quire_state_factorise(st, r->step);
    r->n_between = quire_stick_strains(st, r->step, QUIRE_REST_LONG, r->trial + l->z0, r->moves,
                                       r->strain, r->between, r->cap_between);
    return r->n_between >= 0;
}

static void
drop_all(struct quire_resting *r, const struct quire_part *part)
{
    QUIRE_EACH(k, part, sheet)
    {
        r->candidate[k] = false;
    }
}

/* Places of a sheet's nodes, and where neighbours are: in the plane alone, or in space. */
struct nodes {
    const double *q;
    ptrdiff_t axis; /* from one coordinate to the next */
    int axes, next; /* coordinates; from one node to the next in a row across */
    int rows, across;
};

static struct nodes
nodes_of(const struct quire_resting *r, int sheet)
{
    const struct quire_sheet *s = r->state->system->sheet + sheet;
    const double *q = r->trial + s->x0;

    return s->ladder != NULL ? (struct nodes){q, 1, 3, 3, s->chain.n + 1, quire_sheet_lines(s)}
                             : (struct nodes){q, s->chain.stride, 2, 1, s->chain.n + 1, 1};
}

/* from the neighbour before to the one behind, `step` places apart, of the i-th of n */
static void
direction(const struct nodes *nodes, size_t at, int step, int i, int n, double d[3])
{
    const double *from = nodes->q + at - (i > 0 ? step : 0),
                 *to = nodes->q + at + (i < n - 1 ? step : 0);

    for (int e = 0; e < nodes->axes; e++) {
        d[e] = to[e * nodes->axis] - from[e * nodes->axis];
    }
}

/* the direction across the faces there, of any length */
static void
normal_at(const struct nodes *nodes, int row, int column, double n[3])
{
    const size_t at = (size_t)((row * nodes->across + column) * nodes->next);
    double a[3] = {0, 0, 0}, b[3] = {0, 0, 1};

    direction(nodes, at, nodes->across * nodes->next, row, nodes->rows, a);
    if (nodes->axes == 3) {
        direction(nodes, at, nodes->next, column, nodes->across, b);
    }
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
}

/* How far a sheet goes in that step, at most [m]. What it goes across its faces, as it sinks into
 * others, counts in part: by this part of a way across it is no farther off than by a way along. */
static double
way_of(const struct quire_resting *r, int sheet)
{
    const struct quire_sheet *s = r->state->system->sheet + sheet;
    const double part = 1 / fmin(fmax(s->thickness / r->bound, 1), QUIRE_REST_ACROSS);
    const struct nodes nodes = nodes_of(r, sheet);
    double most = 0;

    for (int i = 0; i < nodes.rows * nodes.across; i++) {
        const double *v = r->step + s->x0 + i * nodes.next;
        double n[3], u[3] = {0, 0, 0}, normal2 = 0, all2 = 0, across = 0;
        normal_at(&nodes, i / nodes.across, i % nodes.across, n);
        for (int e = 0; e < nodes.axes; e++) {
            u[e] = QUIRE_REST_LONG * v[e * nodes.axis];
            all2 += u[e] * u[e];
            normal2 += n[e] * n[e];
            across += u[e] * n[e];
        }
        const double across2 = across * across / normal2,
                     square = fmax(all2 - across2, 0) + part * part * across2;
        most = square > most || isnan(square) ? square : most; /* fmax() would lose it */
    }
    return sqrt(most);
}

/* whether no test but that of all sees to a sheet, or it is not known */
static bool
is_deep(const struct quire_resting *r, int sheet)
{
    return !r->rests[sheet] || r->layer[sheet] > QUIRE_REST_LAYERS;
}

/* The force that friction does not hold between two sheets, or between one and guides [N]; notes
 * what it could hold more far below. */
static double
pull_beyond(struct quire_resting *r, const struct quire_stick_between *b)
{
    const double all = r->strain[b->first].limit;
    double pull = 0;

    for (int k = 0; k < QUIRE_STICK_QUARTERS; k++) {
        pull += hypot(b->pull[k][0], b->pull[k][1]);
    }
    const double beyond = pull - QUIRE_REST_HELD * b->limit - QUIRE_REST_LOOSE * all;
    const int other = b->second < 0 ? b->first : b->second;
    if (r->all && (is_deep(r, b->first) || is_deep(r, other))) {
        r->margin = fmin(r->margin, fmax(-beyond, (1 - QUIRE_REST_HELD) * b->limit));
    }
    return beyond <= 0 ? 0 : beyond;
}

/* the force with which others would have to hold a sheet down [N] */
static double
lift_beyond(const struct quire_stick_strain *s)
{
    const double beyond = s->lifted - QUIRE_REST_LIFTED * s->pressed;

    return beyond <= 0 ? 0 : beyond;
}

/* Adds what that step does to the part's sheets to what another did: the larger one counts. */
static void
take_in(struct quire_resting *r)
{
    for (int k = 0; k < r->n_between; k++) { /* what is nearer to what moves would go */
        const struct quire_stick_between *b = r->between + k;
        const int goes =
            b->second < 0 || r->layer[b->first] <= r->layer[b->second] ? b->first : b->second;
        const double beyond = pull_beyond(r, b);
        r->beyond[goes] = beyond <= r->beyond[goes] ? r->beyond[goes] : beyond;
    }
    QUIRE_EACH(k, r->state->part, sheet)
    {
        const struct quire_stick_strain *s = r->strain + k;
        const double lift = lift_beyond(s), way = s->loose ? HUGE_VAL : way_of(r, k);
        r->lift[k] = lift <= r->lift[k] ? r->lift[k] : lift;
        r->way[k] = way <= r->way[k] ? r->way[k] : way;
    }
}

/* Lets the candidates go. Where they would yield to a sheet that moves until it hardly presses on
 * them, it follows them instead, and presses on: then they are also let go under what it presses
 * with now. */
static bool
let_go(struct quire_resting *r, double t)
{
    double given = 0, eased = 0;

    QUIRE_EACH(k, r->state->part, meeting)
    {
        r->beyond[k] = r->lift[k] = r->way[k] = 0;
    }
    if (!yield(r, t)) {
        return false;
    }
    take_in(r);
    QUIRE_EACH(k, r->state->part, sheet)
    {
        given += r->strain[k].given;
        eased += r->strain[k].eased;
    }
    if (!(eased > QUIRE_REST_EASED * given)) {
        return true;
    }
    r->state->loads = r->moves;
    const bool good = yield(r, t);
    r->state->loads = NULL;
    if (good) {
        take_in(r);
    }
    return good;
}

/* How far a sheet that rests has come at t by what did not hold it in the meantime [m]; from then
 * on `pull` does not [m/s^2]. */
static double
slip_on(struct quire_slipping *s, double t, double pull)
{
    const double since = t - s->at;

    s->way += (s->speed + 0.5 * s->pull * since) * since;
    s->speed = pull > 0 ? s->speed + s->pull * since : 0;
    s->pull = pull;
    s->at = t;
    return s->way;
}

/* whether what does not hold a sheet is too much */
static bool
gives_way(struct quire_resting *r, int sheet, double t, double beyond)
{
    const double pull = beyond / r->state->system->sheet[sheet].mass,
                 bound = QUIRE_REST_NEAR * r->bound;

    if (!r->rests[sheet]) {
        return !(beyond <= 0);
    }
    if (!(slip_on(r->slipping + sheet, t, pull) < bound)) {
        return true;
    }
    if (pull > 0) {
        const double due = t + sqrt(bound / pull);
        r->next = fmin(r->next, due);
        r->next_all = is_deep(r, sheet) ? fmin(r->next_all, due) : r->next_all;
    }
    return false;
}

/* Drops those of the part's sheets from the candidates that do not stay within the bound. Where
 * friction gives way under one, all are dropped that lie between it and what moves: they may go
 * together. Returns how many are dropped. */
static int
drop_movers(struct quire_resting *r, double t, double bound)
{
    const struct quire_part *part = r->state->part;
    int dropped = 0, deepest = -1;

    QUIRE_EACH(k, part, sheet)
    {
        const bool goes = gives_way(r, k, t, r->beyond[k] + r->lift[k]);
        deepest = goes && !(r->beyond[k] <= 0) && r->layer[k] > deepest ? r->layer[k] : deepest;
        r->candidate[k] = !goes && r->way[k] < bound;
    }
    QUIRE_EACH(k, part, sheet)
    {
        r->candidate[k] = r->candidate[k] && r->layer[k] > deepest;
        dropped += !r->candidate[k];
    }
    return dropped;
}

/* The places where what rests touches what rests, or guides; the others of these sheets may come to
 * touch what moves. */
static void
note_places(struct quire_resting *r)
{
    const struct quire_state *st = r->state;

    QUIRE_EACH(k, st->part, meeting)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        memset(r->still + s->grip0, 0, sizeof *r->still * (size_t)s->n_grip);
    }
    if (st->part->n_sheet == 0) {
        return;
    }
    for (int k = 0; k < quire_places_holds(st); k++) {
        const struct quire_slide *s = &quire_places_hold(st, k, NULL)->slide;
        const int a = quire_partner_index(s->pair.contactor, QUIRE_PARTNER_SHEET),
                  b = quire_partner_index(s->pair.target, QUIRE_PARTNER_SHEET);
        if ((a < 0 || st->part->has_sheet[a]) && (b < 0 || st->part->has_sheet[b])) {
            r->still[s->grip - st->grip] = true;
        }
    }
}

/* A sheet comes to rest, or goes on resting. */
static void
come_to_rest(struct quire_resting *r, int sheet, double t, double *y)
{
    const struct quire_state *st = r->state;
    const struct quire_layout *l = &st->system->layout;
    const struct quire_sheet *s = st->system->sheet + sheet;
    const size_t z = l->z0 + st->system->grip_z + (size_t)s->grip0;

    if (!r->rests[sheet]) {
        const double *v = y + l->v0 + s->x0;
        r->lost += s->ladder != NULL ? quire_ladder_kinetic(s->ladder, v)
                                     : quire_chain_kinetic(&s->chain, v, v + s->chain.stride);
        r->slipping[sheet] = (struct quire_slipping){.at = t};
        memset(y + l->v0 + s->x0, 0, sizeof *y * s->size);
        memcpy(r->y + s->x0, y + s->x0, sizeof *y * s->size);
        memset(r->y + l->v0 + s->x0, 0, sizeof *y * s->size);
    }
    /* other places may be still now */
    memcpy(r->y + z, y + z, sizeof *y * (size_t)s->n_grip);
    if (st->system->spatial) {
        const size_t across = z + (size_t)st->system->n_grip;
        memcpy(r->y + across, y + across, sizeof *y * (size_t)s->n_grip);
    }
}

/* Notes what later changes of the forces on a resting sheet are compared with. */
static void
note_sheet(struct quire_resting *r, int sheet, const double *y)
{
    const struct quire_sheet *s = r->state->system->sheet + sheet;
    const double *gravity = r->state->system->gravity;

    r->holds[sheet] = fmax(r->strain[sheet].limit,
                           QUIRE_REST_LEAST_HOLD * s->mass * hypot(gravity[0], gravity[1]));
    r->drift[sheet] = r->all ? 0 : r->drift[sheet] + r->change[sheet];
    r->change[sheet] = 0;
    r->known[sheet] = false;
    r->room[sheet] = room_for_rollers(r->state, sheet, y + s->x0, true);
}

/* The part of what is to be let go: the candidates that do (RESTING) or do not (AWAKE) rest; of the
 * former those that do not rest deep (SHALLOW), or all candidates (ALL). */
enum which { RESTING, SHALLOW, AWAKE, ALL };

static bool
is_let_go(const struct quire_resting *r, enum which which, int sheet)
{
    return r->candidate[sheet] && (which == ALL || (which == AWAKE) != r->rests[sheet]) &&
           (which != SHALLOW || r->layer[sheet] <= QUIRE_REST_LAYERS);
}

/* Puts them in focus at (t, trial), at rest; those that lie still otherwise are not in r->moves. */
static bool
focus_on(struct quire_resting *r, const struct quire_grouping *grouping, int number,
         enum which which, const double *y, struct quire_part *part)
{
    const struct quire_system *sys = r->state->system;
    const struct quire_membership of = {grouping->of_sheet, r->no_cluster, r->fixed, NULL};

    for (int k = 0; k < sys->n_sheet; k++) {
        r->fixed[k] = !is_let_go(r, which, k);
        r->moves[k] = !r->candidate[k];
    }
    if (quire_part_create(part, sys, &of, number) != 0) {
        r->failed = true;
        return false;
    }
    memcpy(r->trial, y, sizeof *y * sys->layout.length);
    stop(r, part, r->trial);
    quire_state_focus(r->state, part);
    return true;
}

static void
end_focus(struct quire_resting *r, struct quire_part *part)
{
    quire_state_focus(r->state, NULL);
    quire_part_destroy(part);
}

/* Drops candidates until the others stay. */
static void
judge(struct quire_resting *r, const struct quire_grouping *grouping, int number, enum which which,
      double bound, double t, const double *y)
{
    bool settled = false;

    for (int round = 0; !settled; round++) {
        struct quire_part part;
        if (!focus_on(r, grouping, number, which, y, &part)) {
            return;
        }
        settled = part.n_sheet == 0;
        if (!settled && (round == QUIRE_REST_ROUNDS || !let_go(r, t))) {
            drop_all(r, &part); /* nothing is known of them */
        } else if (!settled) {
            settled = drop_movers(r, t, bound) == 0;
        }
        for (int k = 0; settled && k < part.n_sheet; k++) {
            note_sheet(r, part.sheet[k], y);
        }
        end_focus(r, &part);
    }
}

/* One of a group always moves, so that there is something to be stepped: the one that does so
 * now, or else the one that is held least. */
static void
leave_one(struct quire_resting *r, const struct quire_grouping *grouping, int number)
{
    int one = -1;

    for (int k = 0; k < r->state->system->n_sheet; k++) {
        if (grouping->of_sheet[k] != number) {
            continue;
        }
        if (r->state->sheet[k].entered && !r->candidate[k]) {
            return;
        }
        if (one < 0 || (r->rests[one] && !r->rests[k]) ||
            (r->rests[one] == r->rests[k] && r->holds[k] < r->holds[one])) {
            one = k;
        }
    }
    if (one >= 0) {
        r->candidate[one] = false;
    }
}

/* Now the candidates of a group rest, and no others. */
static void
settle(struct quire_resting *r, const struct quire_grouping *grouping, int number, double t,
       double *y)
{
    struct quire_part part;

    if (!focus_on(r, grouping, number, ALL, y, &part)) {
        return;
    }
    if (part.n_sheet > 0) {
        quire_state_matrix(r->state, t, r->trial, QUIRE_REST_LONG * QUIRE_REST_LONG,
                           QUIRE_REST_LONG);
    }
    note_places(r);
    QUIRE_EACH(k, &part, meeting)
    {
        if (r->candidate[k]) {
            come_to_rest(r, k, t, y);
        }
        r->state->kept.known = r->state->kept.known && r->rests[k] == r->candidate[k];
        r->rests[k] = r->candidate[k];
    }
    end_focus(r, &part);
}

static bool
has_changed(const struct quire_resting *r, const struct quire_grouping *grouping, int number)
{
    for (int k = 0; k < r->state->system->n_sheet; k++) {
        if (grouping->of_sheet[k] == number && r->candidate[k] != r->rests[k]) {
            return true;
        }
    }
    return false;
}

/* How many sheets lie between each of a group and one that moves. */
static void
find_layers(struct quire_resting *r, const struct quire_grouping *grouping, int number)
{
    const int n = r->state->system->n_sheet;
    bool more = true;

    for (int k = 0; k < n; k++) {
        if (grouping->of_sheet[k] == number) {
            r->layer[k] = r->rests[k] ? n : 0;
        }
    }
    for (int layer = 0; more; layer++) {
        more = false;
        for (int k = 0; k < n; k++) {
            if (grouping->of_sheet[k] != number || r->layer[k] != layer) {
                continue;
            }
            for (int i = 0; i < n; i++) {
                if (r->layer[i] > layer + 1 && grouping->of_sheet[i] == number &&
                    quire_near_count(r->state->near, k, i) > 0) {
                    r->layer[i] = layer + 1;
                    more = true;
                }
            }
        }
    }
}

static void
find_candidates(struct quire_resting *r, const struct quire_grouping *grouping, int number,
                const double *y)
{
    for (int k = 0; k < r->state->system->n_sheet; k++) {
        r->candidate[k] = grouping->of_sheet[k] == number && may_rest(r, k, y);
    }
}

static int
count_moving(const struct quire_resting *r, const struct quire_grouping *grouping, int number)
{
    int n = 0;

    for (int k = 0; k < r->state->system->n_sheet; k++) {
        n += grouping->of_sheet[k] == number && !r->rests[k];
    }
    return n;
}

bool
quire_resting_judge(struct quire_resting *r, const struct quire_grouping *grouping, int number,
                    double t, double *y)
{
    const double *still = r->state->still;
    int sheets = 0, rest = 0;

    for (int k = 0; k < r->state->system->n_sheet; k++) {
        const bool here = grouping->of_sheet[k] == number;
        sheets += here;
        rest += here && r->rests[k];
    }
    if (sheets < 2 && rest == 0) {
        return false;
    }
    r->state->still = NULL;
    bool all = r->all || rest == 0;
    find_candidates(r, grouping, number, y);
    if (!all) { /* none falls asleep */
        for (int k = 0; k < r->state->system->n_sheet; k++) {
            r->candidate[k] = r->candidate[k] && r->rests[k];
        }
        judge(r, grouping, number, SHALLOW, r->bound, t, y);
        all = has_changed(r, grouping, number);
        if (all) {
            find_candidates(r, grouping, number, y);
        }
    }
    if (all) {
        judge(r, grouping, number, RESTING, QUIRE_REST_TOO_FAR * r->bound, t, y);
        judge(r, grouping, number, AWAKE, QUIRE_REST_NEAR * r->bound, t, y);
        leave_one(r, grouping, number);
    }
    const bool changed = has_changed(r, grouping, number);
    if (changed) {
        settle(r, grouping, number, t, y);
        find_layers(r, grouping, number);
    }
    if (all && (changed || count_moving(r, grouping, number) > 1)) {
        r->pause = QUIRE_REST_EVERY;
        r->next_all = fmin(r->next_all, t + QUIRE_REST_EVERY);
        r->next = fmin(r->next, r->next_all);
    }
    r->state->still = still;
    return changed;
}

bool
quire_resting_is_due(const struct quire_resting *r, double t)
{
    return r->rests != NULL && (t >= r->next || r->shaken || r->shaken_deep);
}

void
quire_resting_begin(struct quire_resting *r, double t)
{
    r->all = t >= r->next_all || r->shaken_deep;
    if (r->all) {
        r->margin = HUGE_VAL;
        r->pause = fmin(fmax(2 * r->pause, QUIRE_REST_EVERY), QUIRE_REST_SELDOM);
        r->next_all = t + r->pause;
    }
    r->next = r->next_all;
    r->shaken = r->shaken_deep = false;
    r->lost = 0;
}
