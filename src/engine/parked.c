#include "engine/parked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/find/near.h"
#include "engine/parked_motion.h"
#include "engine/parked_parts.h"
#include "evaluate/evaluate.h"
#include "integ/constants.h"
#include "motion/roller_motion.h"
#include "solve/linear_system.h"
#include "state/commands.h"

const struct quire_part *
quire_parked_rest(const struct quire_parked *p)
{
    return p->n_is > 0 ? &p->active : p->part;
}

void
quire_parked_doubt(struct quire_parked *p)
{
    p->doubt = true;
    p->motion.n_moment = 0;
}

/* ---- where sheets are ---- */

/* a lower bound of how far a sheet is from a roller, by the box around it */
static double
distance(const struct quire_sheet *sheet, const struct quire_node_box *box, const double at[2],
         double radius)
{
    const double x = fmax(fmax(box->low[0] - at[0], at[0] - box->high[0]), 0),
                 y = fmax(fmax(box->low[1] - at[1], at[1] - box->high[1]), 0);

    /* between two nodes it may be half a segment nearer */
    return sqrt(x * x + y * y) - radius - 0.5 * sheet->chain.h - sheet->half;
}

static double
largest_speed(const struct quire_parked *p, const struct quire_state *st, const double *y)
{
    double most = 0;

    QUIRE_EACH(k, p->part, sheet)
    {
        most = st->sheet[k].entered ? fmax(most, quire_near_speed(st, y, k)) : most;
    }
    return most;
}

static void
find_least(struct quire_parked *p)
{
    p->least = HUGE_VAL;
    QUIRE_EACH(c, p->part, cluster)
    {
        p->least = p->is[c] ? fmin(p->least, p->clear[c]) : p->least;
    }
}

static void
measure(struct quire_parked *p, const struct quire_state *st, const double *y)
{
    const struct quire_system *sys = st->system;

    p->gone = 0;
    p->doubt = false;
    QUIRE_EACH(c, p->part, cluster)
    {
        p->clear[c] = HUGE_VAL;
    }
    QUIRE_EACH(s, p->part, meeting)
    {
        if (!st->sheet[s].entered) {
            continue;
        }
        const double *motion = p->part->has_sheet[s] || st->still == NULL ? y : st->still;
        const struct quire_near_extent extent = quire_near_extent(sys, motion, s);
        for (int k = 0; k < sys->n_roller; k++) {
            const struct quire_roller *r = sys->roller + k;
            double *clear = p->clear + sys->small[r->small].cluster;
            if (r->law[2 * s] >= 0 || r->law[2 * s + 1] >= 0) {
                *clear = fmin(*clear, distance(sys->sheet + s, &extent.box,
                                               st->carrier[r->small].centre, r->radius));
            }
        }
    }
    find_least(p);
}

/* of a roller's velocity: as fast as its surface */
static double
scale_of(const struct quire_small *s, int i)
{
    const struct quire_roller_motion *r = s->body.self;

    return i == 1 || !r->slides ? *r->radius : 1;
}

/* how far sheets may come in a step, and then still be seen before they are near */
static double
reach(const struct quire_parked *p, const struct quire_state *st, double h)
{
    const double *g = st->system->gravity;

    return QUIRE_PARKED_FASTER * p->fastest * h + h * h * (fabs(g[0]) + fabs(g[1])) +
           QUIRE_ISLAND_NEAR;
}

/* sheets have moved since they were seen last */
static void
go_on(struct quire_parked *p, const struct quire_state *st, double t, const double *y)
{
    const double before = p->fastest;

    p->fastest = largest_speed(p, st, y);
    p->gone += QUIRE_PARKED_FASTER * fmax(before, p->fastest) * (t - p->since);
    p->since = t;
}

/* ---- who is ---- */

/* what a drive commands is not what it was, or changes in the step */
static bool
is_changed(const struct quire_parked *p, const struct quire_state *st, int drive, double t,
           double h)
{
    const struct quire_command *was = p->command + drive;
    struct quire_command now;

    quire_drive_command(st, drive, t, &now);
    return now.quantity != was->quantity || now.value != was->value ||
           !quire_drive_is_constant(st, drive, t, t + h);
}

static bool
is_steady(const struct quire_parked *p, int cluster)
{
    return p->is[cluster] && !p->motion.is[cluster];
}

/* those that a drive turns otherwise from now on */
static bool
release_driven(struct quire_parked *p, const struct quire_state *st, double t, double h)
{
    const struct quire_system *sys = st->system;
    bool any = false;

    for (int i = 0; i < p->n_drive; i++) {
        if (!is_changed(p, st, p->drive[i], t, h)) {
            continue;
        }
        QUIRE_EACH(k, p->part, small)
        {
            const struct quire_small *s = sys->small + k;
            if (s->drive == p->drive[i] && is_steady(p, s->cluster) && !p->led[s->cluster]) {
                quire_parked_release(p, s->cluster);
                any = true;
            }
        }
    }
    return any;
}

/* those that sheets have come near to, or may in the step */
static bool
release_near(struct quire_parked *p, const struct quire_state *st, double h)
{
    const double near = reach(p, st, h);
    bool any = false;

    QUIRE_EACH(c, p->part, cluster)
    {
        if (p->is[c] && p->clear[c] < near) {
            quire_parked_release(p, c);
            any = true;
        }
    }
    return any;
}

/* Which may be parked now: far from sheets and, if there is anything to be solved for, not faster
 * or slower than when they were sought last, with drives that do not change. Whether there are any.
 */
static bool
find_candidates(struct quire_parked *p, const struct quire_state *st, double t, const double *y,
                double h)
{
    const struct quire_system *sys = st->system;
    const double far = 2 * reach(p, st, h) + QUIRE_ISLAND_PARTED;
    bool any = false;

    QUIRE_EACH(c, p->part, cluster)
    {
        p->tried[c] = p->may[c] && !is_steady(p, c) && p->clear[c] > far;
    }
    QUIRE_EACH(k, p->part, mover)
    {
        const struct quire_small *s = sys->small + k;
        const double *v = y + sys->layout.v0 + s->v0;
        const bool slow = !p->motion.is[s->cluster]; /* otherwise it is smooth */
        for (int i = 0; slow && p->tried[s->cluster] && i < s->body.nv; i++) {
            p->tried[s->cluster] = fabs(v[i] - p->earlier[s->v0 + i]) * scale_of(s, i) <=
                                   QUIRE_PARKED_TRIED * p->velocity_bound;
        }
        memcpy(p->earlier + s->v0, v, sizeof *v * (size_t)s->body.nv);
    }
    QUIRE_EACH(k, p->part, small)
    {
        const struct quire_small *s = sys->small + k;
        p->tried[s->cluster] =
            p->tried[s->cluster] &&
            (p->led[s->cluster] || s->drive < 0 || quire_drive_is_constant(st, s->drive, t, t + h));
    }
    QUIRE_EACH(c, p->part, cluster)
    {
        any = any || p->tried[c];
    }
    return any;
}

/* Whether a roller stands where it would after the trial, and turns as it would then; that speed.
 */
static bool
is_settled(const struct quire_parked *p, const struct quire_small *s, const double *v,
           double *settled)
{
    const struct quire_roller_motion *r = s->body.self;
    const double *change = p->step + s->v0;
    const int spin = r->slides ? 1 : 0;

    if (r->slides && !(fabs(v[0] + change[0]) * QUIRE_PARKED_TRIAL <= p->position_bound &&
                       fabs(v[0]) <= p->velocity_bound)) {
        return false;
    }
    settled[0] = 0;
    if (r->spins) {
        settled[spin] = v[spin] + change[spin];
    }
    return !r->spins || fabs(change[spin]) * scale_of(s, spin) <= p->velocity_bound;
}

/* Those tried that have settled are parked: an implicit step of a second, in which nothing else
 * moves, would leave them where they are and as fast as they are. Whether any has. */
static bool
judge(struct quire_parked *p, struct quire_state *st, double t, const double *y)
{
    const struct quire_system *sys = st->system;
    const double h = QUIRE_PARKED_TRIAL;
    bool any = false;

    quire_parked_pick(&p->trial, sys, p->part, p->tried, true);
    quire_state_focus(st, &p->trial);
    const bool good = quire_state_matrix(st, t, y, h * h, h);
    st->n_matrix--; /* only the solver's own are counted */
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            p->step[s->v0 + i] = h * st->force[s->v0 + i];
        }
    }
    quire_state_solve_bodies(st, p->step);
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        const double *v = y + sys->layout.v0 + s->v0;
        p->tried[s->cluster] =
            good && p->tried[s->cluster] && is_settled(p, s, v, p->speed + s->v0);
    }
    QUIRE_EACH(c, &p->trial, cluster)
    {
        if (p->tried[c]) {
            quire_parked_release(p, c);
            p->is[c] = any = true;
            p->n_is++;
        }
    }
    return any;
}

/* ---- those parked now ---- */

/* drives of those parked that have something to be solved for */
static void
list_drives(struct quire_parked *p, const struct quire_state *st, double t)
{
    const struct quire_system *sys = st->system;

    p->n_drive = 0;
    for (int d = 0; d < sys->n_drive; d++) {
        bool any = false;
        QUIRE_EACH(k, p->part, small)
        {
            const struct quire_small *s = sys->small + k;
            any = any || (s->drive == d && is_steady(p, s->cluster) && !p->led[s->cluster]);
        }
        if (any) {
            p->drive[p->n_drive++] = d;
            quire_drive_command(st, d, t, p->command + d);
        }
    }
}

/* what flows through those that are steady as long as they are */
static void
find_power(struct quire_parked *p, struct quire_state *st, double t, const double *y)
{
    bool any = false;

    memset(&p->power, 0, sizeof p->power);
    QUIRE_EACH(c, p->part, cluster)
    {
        p->tried[c] = is_steady(p, c);
        any = any || (p->tried[c] && !p->led[c]);
    }
    if (any) {
        memcpy(p->y, y, sizeof *y * st->system->layout.length);
        quire_parked_hold(p, st->system, t, p->y);
        p->power = quire_parked_power_now(p, st, t);
    }
}

/* their velocities; those of bodies one behind the other are one range */
static void
list_held(struct quire_parked *p, const struct quire_system *sys)
{
    p->n_held = 0;
    QUIRE_EACH(k, p->part, mover)
    {
        const struct quire_small *s = sys->small + k;
        const size_t first = (size_t)s->v0;
        if (!p->is[s->cluster]) {
            continue;
        }
        if (p->n_held == 0 || p->held[p->n_held - 1].last != first) {
            p->held[p->n_held++].first = first;
        }
        p->held[p->n_held - 1].last = first + (size_t)s->body.nv;
    }
}

static void
list(struct quire_parked *p, struct quire_state *st, double t, const double *y)
{
    const struct quire_system *sys = st->system;

    quire_parked_pick(&p->active, sys, p->part, p->is, false);
    list_held(p, sys);
    list_drives(p, st, t);
    find_power(p, st, t, y);
    find_least(p);
}

bool
quire_parked_update(struct quire_parked *p, struct quire_state *st, double t, const double *y,
                    double h)
{
    if (p->n_may == 0) {
        return false;
    }
    p->motion.reopened = false;
    go_on(p, st, t, y);
    bool changed = release_driven(p, st, t, h);

    bool seek = --p->wait <= 0;
    if (seek || p->doubt || (p->n_is > 0 && p->least - p->gone < reach(p, st, h))) {
        measure(p, st, y);
        changed = release_near(p, st, h) || changed;
    }
    const bool stepped =
        quire_parked_move(p, st, t, y, h, 2 * reach(p, st, h) + QUIRE_ISLAND_PARTED, &changed);
    seek = seek || p->wait <= 0;
    if (seek) {
        p->wait = QUIRE_PARKED_EVERY;
        changed = (find_candidates(p, st, t, y, h) && judge(p, st, t, y)) || changed;
    }
    if (changed) {
        list(p, st, t, y);
    }
    if (changed || stepped) {
        quire_parked_find_powers(p, st, y);
    }
    quire_state_focus(st, quire_parked_rest(p));
    return changed;
}

struct quire_powers
quire_parked_power(const struct quire_parked *p, double t)
{
    struct quire_powers power = p->power;

    quire_parked_add_powers(p, t, &power);
    return power;
}

void
quire_parked_clear_rows(const struct quire_parked *p, double *v)
{
    for (int i = 0; i < p->n_held; i++) {
        const struct quire_range r = p->held[i];
        memset(v + r.first, 0, sizeof *v * (r.last - r.first));
    }
}
