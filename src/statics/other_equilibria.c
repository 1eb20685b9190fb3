#include "statics/other_equilibria.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "force/loads.h"
#include "force/space_sheet.h"
#include "judge/walls.h"
#include "machine/hold.h"
#include "machine/sheet_lines.h"
#include "math/detmath.h"
#include "model/problem.h"

#define OTHER       1e-3 /* of a sheet's length: nodes of another state are so far away */
#define ALIKE       1e-6 /* of a length or an energy: too little to put states in order */
#define NOISE       1e-9 /* of the energies at rest: such a difference is none */
#define SHAPES      3    /* sines along a sheet, each to both sides */
#define MOST_OTHERS (2 * SHAPES + 1) /* of one sheet: each start finds one state at most */
#define WEIGHTS     4.0              /* a sheet is pressed with so many times its weight, */
#define STIFFNESS   40.0             /* and with so many times B w / L^2 for one half-wave */
#define TRIAL_STEP  5e-3             /* most that a node moves in a step, if it may touch [m] */
#define MOST_TRIAL  200              /* iterations of one search */
#define MOST_ALL    4000             /* iterations after which no other search begins */
#define PI          3.14159265358979323846

/* what is known of other states while they are looked for */
struct others {
    struct quire_equilibrium *found;
    const struct quire_system *system;
    struct quire_state *state;
    struct quire_observer *observer;
    double t;
    const double *rest; /* the state that is reported (layout.length) */
    struct quire_walls *walls;
    double *y;     /* a state (layout.length) */
    double *force; /* laid out as V (layout.nv) */
    double *block; /* where the sheet is in each of the states found (MOST_OTHERS blocks of it) */
    bool passed;   /* it went through a wall */
    double energy, size; /* of the state that is reported, and of its terms [J] */
    bool touches;        /* the sheet touches something in it */
    bool holds_on; /* friction or laws with a memory act: states of rest may lie side by side */
    long most;     /* iterations in all by which the last search has begun */
    size_t n;      /* states of this sheet found up to now */
    struct quire_other_rest other[MOST_OTHERS];
};

/* ---- nodes ---- */

/* where the x of a node is in the sheet's block, and how far behind it is y */
struct node_place {
    size_t x, y;
};

static struct node_place
place_of(const struct quire_sheet *s, int station, int line)
{
    const size_t x =
        s->ladder != NULL ? (size_t)(station * s->ladder->block + 3 * line) : (size_t)station;

    return (struct node_place){s->x0 + x,
                               s->x0 + x + (s->ladder != NULL ? 1 : (size_t)s->chain.stride)};
}

static bool
is_held_at(const struct others *o, int k, int end)
{
    return quire_hold_is_on(o->system->sheet[k].hold + end, o->t);
}

/* The stations between which a sheet's axis lies: its ends, or those of the segment at its only
 * hold. */
static void
find_axis(const struct others *o, int k, int *from, int *to)
{
    const int n = o->system->sheet[k].chain.n;

    *from = is_held_at(o, k, 0) ? 0 : n;
    *to = *from > 0 ? n - 1 : is_held_at(o, k, 1) ? n : 1;
}

/* each line along a sheet at its axis */
static void
mirror(const struct others *o, int k, double *y)
{
    const struct quire_sheet *s = o->system->sheet + k;
    int from, to;

    find_axis(o, k, &from, &to);
    for (int line = 0; line < quire_sheet_lines(s); line++) {
        const struct node_place first = place_of(s, from, line), last = place_of(s, to, line);
        const double at[2] = {y[first.x], y[first.y]},
                     axis[2] = {y[last.x] - at[0], y[last.y] - at[1]};
        const double length2 = axis[0] * axis[0] + axis[1] * axis[1];
        for (int i = 0; i <= s->chain.n && length2 > 0; i++) {
            const struct node_place p = place_of(s, i, line);
            const double aside =
                2 * (axis[0] * (y[p.y] - at[1]) - axis[1] * (y[p.x] - at[0])) / length2;
            if (i != from && i != to) {
                y[p.x] += aside * axis[1];
                y[p.y] -= aside * axis[0];
            }
        }
    }
}

/* How far a sheet's nodes are from where others have them, at most, and there to the left (> 0)
 * or right of its chord; `here` and `there` begin at the sheet's block. */
static double
farthest(const struct quire_sheet *s, const double *here, const double *there, double *left)
{
    const struct node_place first = place_of(s, 0, 0), last = place_of(s, s->chain.n, 0);
    const size_t x0 = s->x0;
    const double chord[2] = {here[last.x - x0] - here[first.x - x0],
                             here[last.y - x0] - here[first.y - x0]};
    double most = 0;

    for (int i = 0; i <= s->chain.n; i++) {
        for (int line = 0; line < quire_sheet_lines(s); line++) {
            const struct node_place p = place_of(s, i, line);
            const double dx = there[p.x - x0] - here[p.x - x0],
                         dy = there[p.y - x0] - here[p.y - x0], d = sqrt(dx * dx + dy * dy);
            if (d > most) {
                most = d;
                *left = chord[0] * dy - chord[1] * dx;
            }
        }
    }
    return most;
}

/* ---- starts ---- */

/* What presses on a sheet as a sine of so many half-waves along it, of which a free end is the
 * top, with so much force in all: to the left of its axis or, `back`, against it, from where it is
 * held. */
static void
press(const struct others *o, int k, double waves, double strength, bool back, double *force)
{
    const struct quire_sheet *s = o->system->sheet + k;
    const int lines = quire_sheet_lines(s), n = s->chain.n;
    int from, to;

    find_axis(o, k, &from, &to);
    const struct node_place first = place_of(s, from, 0), last = place_of(s, to, 0);
    const double dx = o->rest[last.x] - o->rest[first.x], dy = o->rest[last.y] - o->rest[first.y],
                 length = sqrt(dx * dx + dy * dy);
    const double along = from > 0 ? -1 : 1, x = back ? -dx : -along * dy,
                 y = back ? -dy : along * dx;
    memset(force, 0, sizeof *force * o->system->layout.nv);
    for (int i = 0; i <= n && length > 0; i++) {
        const double u = (double)(from > 0 ? n - i : i) / n,
                     share = (i == 0 || i == n ? 0.5 : 1) / n;
        for (int line = 0; line < lines; line++) {
            const double across =
                lines == 1 ? 1 : (line == 0 || line == lines - 1 ? 0.5 : 1) / (lines - 1);
            const double f = strength * share * across * quire_sin(waves * PI * u);
            const struct node_place p = place_of(s, i, line);
            force[p.x] = f * x / length;
            force[p.y] = f * y / length;
        }
    }
}

/* ---- states ---- */

/* `size`: of its terms, whose round-off it has; may be NULL */
static double
potential(const struct others *o, const double *y, double *size)
{
    const struct quire_energy_view *e = &quire_observe(o->observer, o->t, y, NULL)->energy;

    if (size != NULL) {
        *size = fabs(e->elastic) + fabs(e->gravity) + fabs(e->contact) + fabs(e->springs);
    }
    return e->elastic + e->gravity + e->contact + e->springs;
}

/* in the state that was looked at last */
static bool
touches_anything(const struct others *o, int k)
{
    const unsigned char *touched = o->state->touched + quire_touched_row(o->system, k);

    for (int i = 0; i < quire_touch_targets(o->system); i++) {
        if (touched[i]) {
            return true;
        }
    }
    return false;
}

static void
note_wall(void *user, const struct quire_wall_crossing *crossing)
{
    struct others *o = user;

    (void)crossing;
    o->passed = true;
}

/* whether sheets get from the state that is reported to y without going through guides; false
 * also when memory runs out */
static bool
is_on_this_side(struct others *o, const double *y)
{
    bool good =
        quire_walls_check(o->walls, o->state, quire_observe(o->observer, o->t, o->rest, NULL),
                          o->rest, true, note_wall, o);
    o->passed = false;
    good = good && quire_walls_check(o->walls, o->state, quire_observe(o->observer, o->t, y, NULL),
                                     y, true, note_wall, o);
    return good && !o->passed;
}

/* whether the state in y is another one for sheet k, not found before, and one to speak of */
static bool
is_new(struct others *o, int k, double *left)
{
    const struct quire_sheet *s = o->system->sheet + k;
    const double *there = o->y + s->x0;
    double any;

    if (!(farthest(s, o->rest + s->x0, there, left) > OTHER * s->length)) {
        return false;
    }
    for (size_t i = 0; i < o->n; i++) {
        if (!(farthest(s, o->block + i * s->size, there, &any) > OTHER * s->length)) {
            return false;
        }
    }
    return true;
}

static void
keep_if_new(struct others *o, int k)
{
    const struct quire_sheet *s = o->system->sheet + k;
    double left = 0;

    if (!is_new(o, k, &left)) {
        return;
    }
    struct quire_other_rest other = {.sheet = s->object->name,
                                     .left = left >= 0,
                                     .distance = farthest(s, o->rest + s->x0, o->y + s->x0, &left)};
    other.energy = potential(o, o->y, NULL) - o->energy;
    if (fabs(other.energy) < NOISE * o->size) {
        other.energy = 0;
    }
    if ((o->holds_on && touches_anything(o, k)) || !is_on_this_side(o, o->y)) {
        return;
    }
    memcpy(o->block + o->n * s->size, o->y + s->x0, sizeof(double) * s->size);
    o->other[o->n++] = other;
}

/* the search from the shape in y; what fails finds nothing */
static void
look_from(struct others *o, int k)
{
    o->found->left = 0;
    if (quire_equilibrium_find_from(o->found, o->t, o->y) == QUIRE_OK) {
        keep_if_new(o, k);
    }
}

static void
begin_at_rest(struct others *o)
{
    memcpy(o->y, o->rest, sizeof(double) * o->system->layout.length);
}

static void
look_from_image(struct others *o, int k)
{
    const struct quire_sheet *s = o->system->sheet + k;
    double left;

    begin_at_rest(o);
    mirror(o, k, o->y);
    if (farthest(s, o->rest + s->x0, o->y + s->x0, &left) > OTHER * s->length) {
        look_from(o, k);
    }
}

static void
go_pressed(struct others *o)
{
    o->found->left = 0;
    quire_equilibrium_press(o->found, o->t, o->force, o->y);
}

/* pressed aside, `over` also back over its hold, then let go */
static void
look_pressed(struct others *o, int k, double waves, int side, bool over)
{
    const struct quire_sheet *s = o->system->sheet + k;
    const double *g = o->system->gravity, weight = s->mass * sqrt(g[0] * g[0] + g[1] * g[1]);
    const double bend = s->chain.kb * s->chain.h / (s->length * s->length),
                 strength = WEIGHTS * weight + STIFFNESS * waves * waves * bend;

    begin_at_rest(o);
    press(o, k, waves, side * strength, false, o->force);
    go_pressed(o);
    if (over) {
        press(o, k, waves, strength, true, o->force);
        go_pressed(o);
    }
    look_from(o, k);
}

static bool
may_go_on(const struct others *o)
{
    const struct quire_equilibrium_options *options = &o->found->options;

    return o->found->iterations < o->most &&
           (options->go_on == NULL || options->go_on(options->user));
}

static void
look_for_sheet(struct others *o, int k)
{
    o->n = 0;
    o->energy = potential(o, o->rest, &o->size);
    o->touches = touches_anything(o, k);
    if (o->touches && o->holds_on) {
        return;
    }
    const bool both = is_held_at(o, k, 0) && is_held_at(o, k, 1);
    if (!o->touches && may_go_on(o)) {
        look_from_image(o, k);
    }
    for (int shape = 1; shape <= (both ? SHAPES : SHAPES - 1); shape++) {
        for (int side = 1; side >= -1 && may_go_on(o); side -= 2) {
            look_pressed(o, k, both ? shape : shape - 0.5, side, !both && shape == 1);
        }
    }
}

/* ---- what is said of them ---- */

static bool
is_before(const struct quire_other_rest *a, const struct quire_other_rest *b)
{
    if (fabs(a->energy - b->energy) > ALIKE * (fabs(a->energy) + fabs(b->energy))) {
        return a->energy < b->energy;
    }
    if (fabs(a->distance - b->distance) > ALIKE * a->distance) {
        return a->distance < b->distance;
    }
    return a->left && !b->left;
}

/* by energy; what is alike in that, by distance, then those to the left first */
static void
put_in_order(struct others *o)
{
    for (size_t i = 1; i < o->n; i++) {
        const struct quire_other_rest other = o->other[i];
        size_t j = i;
        for (; j > 0 && is_before(&other, o->other + j - 1); j--) {
            o->other[j] = o->other[j - 1];
        }
        o->other[j] = other;
    }
}

static void
tell(const struct quire_sheet *s, const struct quire_other_rest *other, quire_diag *diag)
{
    char energy[80] = "is the same";

    if (fabs(other->energy) > 0) {
        snprintf(energy, sizeof energy, "is %.4g J %s", fabs(other->energy),
                 other->energy < 0 ? "lower" : "higher");
    }
    quire_object_warning(s->object, diag, "W-ANOTHER-REST",
                         "if that one is meant, let the sheet start near its shape, or bring it "
                         "there with the courses of its holds",
                         "there is another stable state of rest: in it the sheet lies up to %.3g "
                         "mm to the %s of here, and the potential energy %s",
                         1e3 * other->distance, other->left ? "left" : "right", energy);
}

static bool
get_room(struct others *o)
{
    const struct quire_system *sys = o->system;
    size_t largest = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        largest = sys->sheet[k].size > largest ? sys->sheet[k].size : largest;
    }
    const size_t size = (sizeof(double) * (sys->layout.length + QUIRE_LANES) + 63) / 64 * 64;
    o->y = aligned_alloc(64, size);
    o->force = calloc(sys->layout.nv + 1, sizeof *o->force);
    o->block = calloc(largest + 1, MOST_OTHERS * sizeof *o->block);
    o->walls = quire_walls_create(sys);
    if (o->y != NULL) {
        memset(o->y, 0, size);
    }
    return o->y != NULL && o->force != NULL && o->block != NULL && o->walls != NULL;
}

bool
quire_other_equilibria_find(struct quire_equilibrium *found, struct quire_observer *observer,
                            double t, const double *y, struct quire_rest_result *rest,
                            quire_diag *diag)
{
    const struct quire_system *sys = found->state->system;
    struct others o = {.found = found,
                       .system = sys,
                       .state = found->state,
                       .observer = observer,
                       .t = t,
                       .rest = y,
                       .holds_on = quire_stiffness_remembers(&found->stiffness),
                       .most = found->iterations + MOST_ALL};
    bool room = get_room(&o);

    rest->other = calloc((size_t)sys->n_sheet + 1, MOST_OTHERS * sizeof *rest->other);
    room = room && rest->other != NULL;
    found->most = MOST_TRIAL;
    if (isfinite(found->cap)) {
        found->cap = fmin(TRIAL_STEP, sys->safe_travel);
    }
    for (int k = 0; room && k < sys->n_sheet; k++) {
        if (o.state->sheet[k].entered && (is_held_at(&o, k, 0) || is_held_at(&o, k, 1))) {
            look_for_sheet(&o, k);
            put_in_order(&o);
            for (size_t i = 0; i < o.n; i++) {
                rest->other[rest->n_other++] = o.other[i];
                tell(sys->sheet + k, o.other + i, diag);
            }
        }
    }
    quire_walls_destroy(o.walls);
    free(o.y);
    free(o.force);
    free(o.block);
    return room;
}
