#include "engine/parked_motion.h"

#include <math.h>
#include <string.h>

#include "engine/parked_parts.h"
#include "evaluate/evaluate.h"
#include "integ/constants.h"
#include "motion/roller_motion.h"
#include "solve/linear_system.h"
#include "state/commands.h"

#define SAME 1e-12 /* moments that are one [s] */

void
quire_parked_release(struct quire_parked *p, int cluster)
{
    p->motion.reopened = p->motion.reopened || p->motion.is[cluster];
    p->n_is -= p->is[cluster];
    p->motion.n_is -= p->motion.is[cluster];
    p->is[cluster] = p->motion.is[cluster] = false;
}

/* ---- the polynomial through moments ---- */

/* How much each of the moments from first to before last counts for its value at t. */
static void
weigh_moments(const struct quire_parked_motion *m, int first, int last, double t, double *weight)
{
    for (int i = first; i < last; i++) {
        weight[i] = 1;
        for (int j = first; j < last; j++) {
            weight[i] *= j == i ? 1 : (t - m->moment[j].t) / (m->moment[i].t - m->moment[j].t);
        }
    }
}

/* The same for its slope at moment 0. */
static void
weigh_slope(const struct quire_parked_motion *m, int last, double *weight)
{
    const double t = m->moment[0].t;

    weight[0] = 0;
    for (int i = 1; i < last; i++) {
        weight[0] += 1 / (t - m->moment[i].t);
        weight[i] = 1 / (m->moment[i].t - t);
        for (int j = 1; j < last; j++) {
            weight[i] *= j == i ? 1 : (t - m->moment[j].t) / (m->moment[i].t - m->moment[j].t);
        }
    }
}

static double
sum_moments(const struct quire_parked_motion *m, int first, int last, const double *weight, int at)
{
    double sum = 0;

    for (int i = first; i < last; i++) {
        sum += weight[i] * m->moment[i].v[at];
    }
    return sum;
}

static int
spin_of(const struct quire_small *s)
{
    return s->v0 + (((const struct quire_roller_motion *)s->body.self)->slides ? 1 : 0);
}

/* those of bodies that move, at t, into p->speed */
static void
set_speeds(const struct quire_parked *p, const struct quire_system *sys, double t)
{
    const struct quire_parked_motion *m = &p->motion;
    double weight[QUIRE_PARKED_MOMENTS];

    if (m->n_is == 0) {
        return;
    }
    weigh_moments(m, 0, m->n_used, t, weight);
    QUIRE_EACH(k, p->part, mover)
    {
        const struct quire_small *s = sys->small + k;
        if (m->is[s->cluster]) {
            p->speed[s->v0] = 0; /* those that slide have settled */
            if (spin_of(s) < s->v0 + s->body.nv) {
                p->speed[spin_of(s)] = sum_moments(m, 0, m->n_used, weight, spin_of(s));
            }
        }
    }
}

void
quire_parked_hold(const struct quire_parked *p, const struct quire_system *sys, double t, double *y)
{
    set_speeds(p, sys, t);
    for (int i = 0; i < p->n_held; i++) {
        const struct quire_range r = p->held[i];
        memcpy(y + sys->layout.v0 + r.first, p->speed + r.first, sizeof *y * (r.last - r.first));
    }
}

/* ---- corners of drives' courses ---- */

static void
consider_corner(double corner, double t, double *before, double *after)
{
    if (corner <= t + SAME) {
        *before = fmax(*before, corner);
    } else {
        *after = fmin(*after, corner);
    }
}

/* the last ones up to t, and the next ones after it */
static void
find_corners(const struct quire_parked *p, const struct quire_state *st, double t, double *before,
             double *after)
{
    *before = -HUGE_VAL;
    *after = HUGE_VAL;
    QUIRE_EACH(d, p->part, drive)
    {
        const struct quire_override *o = st->override + d;
        const struct quire_course *c = &st->system->drive[d].course;
        if (o->active) {
            consider_corner(o->since, t, before, after);
            consider_corner(o->since + o->ramp, t, before, after);
        }
        for (int i = 0; i < c->n && !o->active; i++) {
            consider_corner(c->corner[i].time, t, before, after);
        }
    }
}

/* ---- moments ---- */

static void
forget_moments_before(struct quire_parked_motion *m, double t)
{
    while (m->n_moment > 0 && m->moment[m->n_moment].t < t - SAME) {
        m->n_moment--;
    }
}

static void
add_moment(struct quire_parked *p, const struct quire_system *sys, double t, const double *y)
{
    struct quire_parked_motion *m = &p->motion;
    const size_t first = sys->layout.sheet_length;

    if (m->n_moment > 0 && !(t > m->moment[1].t + SAME)) {
        m->n_moment = 0;
    }
    double *v = m->moment[QUIRE_PARKED_MOMENTS - 1].v;
    for (int i = QUIRE_PARKED_MOMENTS - 1; i > 1; i--) {
        m->moment[i] = m->moment[i - 1];
    }
    m->moment[1].t = t;
    m->moment[1].v = v;
    memcpy(v + first, y + sys->layout.v0 + first, sizeof *v * (sys->layout.nv - first));
    m->n_moment += m->n_moment < QUIRE_PARKED_MOMENTS - 1;
}

/* ---- a step of theirs ---- */

/* x = M x, of one body */
static void
multiply_mass(const struct quire_parked *p, const struct quire_small *s, double *x)
{
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS], product[QUIRE_BODY_DOFS] = {0};
    const double *mass = quire_body_mass(&s->body, p->y + s->q0, room);

    for (int i = 0; i < s->body.nv; i++) {
        for (int j = 0; j < s->body.nv; j++) {
            product[i] += mass[i * s->body.nv + j] * x[j];
        }
    }
    memcpy(x, product, sizeof *x * (size_t)s->body.nv);
}

/* towards the end of their step: the solution of S dv = gamma (F - M v'), v' the polynomial's slope
 * there */
static bool
correct(struct quire_parked *p, struct quire_state *st, const double *slope, bool matrix)
{
    const struct quire_system *sys = st->system;
    struct quire_parked_motion *m = &p->motion;
    const double t = m->moment[0].t, gamma = 1 / slope[0];
    const bool good = matrix ? quire_state_matrix(st, t, p->y, gamma * gamma, gamma)
                             : quire_state_forces(st, t, p->y);

    *(matrix ? &st->n_matrix : &st->n_forces) -= 1; /* only the solver's own are counted */
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        double *r = p->step + s->v0;
        for (int i = 0; i < s->body.nv; i++) {
            r[i] = sum_moments(m, 0, m->n_used, slope, s->v0 + i);
        }
        multiply_mass(p, s, r);
        for (int i = 0; i < s->body.nv; i++) {
            r[i] = gamma * (st->force[s->v0 + i] - r[i]);
        }
    }
    quire_state_solve_bodies(st, p->step);
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        for (int i = s->v0; i < s->v0 + s->body.nv; i++) {
            m->moment[0].v[i] += p->step[i];
            p->y[sys->layout.v0 + (size_t)i] = m->moment[0].v[i];
        }
    }
    return good;
}

/* those whose last correction was not small would need more of them */
static void
reject_unsolved(struct quire_parked *p, const struct quire_system *sys)
{
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        const struct quire_roller_motion *r = s->body.self;
        for (int i = 0; i < s->body.nv; i++) {
            const double scale = i == 1 || !r->slides ? *r->radius : 1;
            p->tried[s->cluster] =
                p->tried[s->cluster] && fabs(p->step[s->v0 + i]) * scale <= 0.1 * p->velocity_bound;
        }
    }
}

/* Of the distance of the solution from the polynomial through all moments before, what the error is
 * between the moments. */
static double
share_between(const struct quire_parked_motion *m)
{
    const double t = m->moment[0].t, middle = 0.5 * (t + m->moment[1].t);
    double share = 1;

    for (int i = 0; i < m->n_used; i++) {
        share *= fabs(middle - m->moment[i].t) / (t - m->moment[i + 1].t);
    }
    return share;
}

/* Those whose error is beyond the bound are tried no more; the largest one of the others, as a part
 * of the bound. The slope is wrong by what the next term of the polynomial would add, and the
 * speed by S^-1 M times that, which of stiff nips is a small part. */
static double
judge_errors(struct quire_parked *p, struct quire_state *st, double gamma)
{
    const struct quire_system *sys = st->system;
    const struct quire_parked_motion *m = &p->motion;
    const double length = m->moment[0].t - m->moment[1].t, between = share_between(m),
                 solved = gamma / (m->moment[0].t - m->moment[m->n_moment].t);
    double worst = 0;

    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        for (int i = s->v0; i < s->v0 + s->body.nv; i++) {
            p->step[i] = m->moment[0].v[i] - p->speed[i];
        }
        multiply_mass(p, s, p->step + s->v0);
    }
    quire_state_solve_bodies(st, p->step);
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        const struct quire_roller_motion *r = s->body.self;
        const double slide = fmax(fabs(m->moment[0].v[s->v0]), fabs(m->moment[1].v[s->v0]));
        const int spin = spin_of(s);
        double error = 0;
        if (r->slides && !(slide * length <= p->position_bound && slide <= p->velocity_bound)) {
            p->tried[s->cluster] = false;
        }
        if (spin < s->v0 + s->body.nv) {
            const double distance = m->moment[0].v[spin] - p->speed[spin];
            error = fmax(between * fabs(distance), solved * fabs(p->step[spin])) * *r->radius /
                    p->velocity_bound;
        }
        p->tried[s->cluster] = p->tried[s->cluster] && error <= 1;
        worst = p->tried[s->cluster] ? fmax(worst, error) : worst;
    }
    return worst;
}

/* A step of those tried, of this length: who cannot take it is tried no more. The largest error of
 * the others, as a part of the bound. */
static double
try_step(struct quire_parked *p, struct quire_state *st, const double *y, double length)
{
    const struct quire_system *sys = st->system;
    struct quire_parked_motion *m = &p->motion;
    double slope[QUIRE_PARKED_MOMENTS], ahead[QUIRE_PARKED_MOMENTS];

    m->n_used = m->n_moment;
    m->moment[0].t = m->moment[1].t + length;
    weigh_slope(m, m->n_used, slope);
    weigh_moments(m, 1, m->n_moment + 1, m->moment[0].t, ahead);
    memcpy(p->y, y, sizeof *y * sys->layout.length);
    quire_parked_pick(&p->trial, sys, p->part, p->tried, true);
    quire_state_focus(st, &p->trial);
    QUIRE_EACH(k, &p->trial, mover)
    {
        const struct quire_small *s = sys->small + k;
        for (int i = s->v0; i < s->v0 + s->body.nv; i++) {
            p->speed[i] = sum_moments(m, 1, m->n_moment + 1, ahead, i);
            m->moment[0].v[i] = p->y[sys->layout.v0 + (size_t)i] = p->speed[i];
        }
    }
    if (!correct(p, st, slope, true) || !correct(p, st, slope, false)) {
        memset(p->tried, 0, sizeof *p->tried * (size_t)sys->n_cluster);
        return 0;
    }
    reject_unsolved(p, sys);
    return judge_errors(p, st, 1 / slope[0]);
}

/* ---- who takes part ---- */

/* those that move, and others that are far from all sheets and have not settled; how many */
static int
find_wanted(struct quire_parked *p, double far)
{
    int n = 0;

    QUIRE_EACH(c, p->part, cluster)
    {
        const bool moves = p->motion.is[c];
        p->tried[c] =
            moves || (p->may[c] && !p->led[c] && !p->is[c] && p->clear[c] - p->gone > far);
        n += p->tried[c];
    }
    return n;
}

/* Whether all that moved can go on; *n: how many could now. */
static bool
all_go_on(const struct quire_parked *p, int *n)
{
    bool all = true;

    *n = 0;
    QUIRE_EACH(c, &p->trial, cluster)
    {
        *n += p->tried[c];
        all = all && (p->tried[c] || !p->motion.is[c]);
    }
    return all;
}

/* those tried move now, and no others */
static bool
take_over(struct quire_parked *p)
{
    bool changed = false;

    QUIRE_EACH(c, p->part, cluster)
    {
        if (p->motion.is[c] && !p->tried[c]) {
            quire_parked_release(p, c);
            changed = true;
        } else if (p->tried[c] && !p->motion.is[c]) {
            p->is[c] = p->motion.is[c] = p->motion.reopened = changed = true;
            p->n_is++;
            p->motion.n_is++;
        }
    }
    return changed;
}

/* Steps that end at a corner, if one would lie beyond it; `rest`: how far that is. */
static double
fit_length(double length, double rest)
{
    return isinf(rest) ? length : rest / ceil(rest / length - 1e-9);
}

/* The longest step, not shorter than the least one, that all can take that have moved, or any if
 * none has; none is tried where there is no such step. */
static void
find_step(struct quire_parked *p, struct quire_state *st, const double *y, double least,
          double rest, double far)
{
    struct quire_parked_motion *m = &p->motion;
    double length = m->n_is > 0 ? fmax(m->length, least) : 2 * least;
    int n = find_wanted(p, far);

    for (bool enough = n == 0; !enough; length *= 0.5) {
        length = fit_length(length, rest);
        if (!(length >= least)) {
            memset(p->tried, 0, sizeof *p->tried * (size_t)st->system->n_cluster);
            return;
        }
        const double worst = try_step(p, st, y, length);
        enough = all_go_on(p, &n) && n > 0;
        if (enough) {
            m->length = ldexp(worst, m->n_used + 1) < 1 ? 2 * length : length;
        } else if (0.5 * length < least) {
            m->length = length;
            return;
        } else {
            find_wanted(p, far);
        }
    }
}

static void
release_moving(struct quire_parked *p, bool *changed)
{
    QUIRE_EACH(c, p->part, cluster)
    {
        if (p->motion.is[c]) {
            quire_parked_release(p, c);
            *changed = true;
        }
    }
}

/* whether drives will do at the end of the step what they were expected to do */
static bool
is_foreseen(const struct quire_parked *p, const struct quire_state *st)
{
    const struct quire_parked_motion *m = &p->motion;
    bool good = true;

    QUIRE_EACH(d, p->part, drive)
    {
        struct quire_command now;
        quire_drive_command(st, d, m->moment[0].t, &now);
        good = good && now.quantity == m->command[d].quantity && now.value == m->command[d].value;
    }
    return good;
}

/* They stop where the drive's course has a corner; behind it they may be steady. */
static void
look_soon(struct quire_parked *p, const struct quire_system *sys, const double *y)
{
    const size_t first = sys->layout.sheet_length;

    p->wait = 2;
    memcpy(p->earlier + first, y + sys->layout.v0 + first, sizeof *y * (sys->layout.nv - first));
}

bool
quire_parked_move(struct quire_parked *p, struct quire_state *st, double t, const double *y,
                  double h, double far, bool *changed)
{
    struct quire_parked_motion *m = &p->motion;
    double before, after;

    if (m->n_is > 0 && (m->n_moment == 0 || !is_foreseen(p, st))) {
        m->n_moment = 0;
        release_moving(p, changed);
    }
    m->since++;
    if (m->n_is > 0 ? t + h <= m->moment[0].t
                    : m->since < QUIRE_PARKED_APART || p->n_is == p->n_may) {
        return false;
    }
    find_corners(p, st, t, &before, &after);
    add_moment(p, st->system, t, y);
    forget_moments_before(m, before);
    m->since = 0;
    if (m->n_is == 0 && (--m->wait > 0 || m->n_moment < 3)) {
        return false;
    }
    const bool moved = m->n_is > 0;
    if (h > 0 && m->n_moment >= 2) {
        find_step(p, st, y, QUIRE_PARKED_SHORTEST * h, after - t, far);
    } else {
        memset(p->tried, 0, sizeof *p->tried * (size_t)st->system->n_cluster);
    }
    *changed = take_over(p) || *changed;
    if (m->n_is == 0) {
        m->wait = QUIRE_PARKED_AGAIN;
        if (moved && after - t < QUIRE_PARKED_SHORTEST * h) {
            look_soon(p, st->system, y);
        }
        return false;
    }
    QUIRE_EACH(d, p->part, drive)
    {
        quire_drive_command(st, d, m->moment[0].t, m->command + d);
    }
    return true;
}

/* ---- power ---- */

struct quire_powers
quire_parked_power_now(struct quire_parked *p, struct quire_state *st, double t)
{
    quire_parked_pick(&p->trial, st->system, p->part, p->tried, true);
    quire_state_focus(st, &p->trial);
    quire_state_forces(st, t, p->y);
    st->n_forces--;
    struct quire_powers power = st->power;
    power.contact -= power.given;
    return power;
}

void
quire_parked_find_powers(struct quire_parked *p, struct quire_state *st, const double *y)
{
    struct quire_parked_motion *m = &p->motion;

    if (m->n_is == 0) {
        return;
    }
    memcpy(p->y, y, sizeof *y * st->system->layout.length);
    memcpy(p->tried, m->is, sizeof *p->tried * (size_t)st->system->n_cluster);
    for (int i = 0; i < 3; i++) {
        const double t = m->moment[1].t + 0.5 * i * (m->moment[0].t - m->moment[1].t);
        quire_parked_hold(p, st->system, t, p->y);
        m->power[i] = quire_parked_power_now(p, st, t);
    }
}

void
quire_parked_add_powers(const struct quire_parked *p, double t, struct quire_powers *sum)
{
    const struct quire_parked_motion *m = &p->motion;

    if (m->n_is == 0) {
        return;
    }
    const double s = (t - m->moment[1].t) / (m->moment[0].t - m->moment[1].t),
                 weight[3] = {(1 - s) * (1 - 2 * s), 4 * s * (1 - s), s * (2 * s - 1)};
    for (int i = 0; i < 3; i++) {
        struct quire_powers part = m->power[i];
        quire_powers_scale(&part, weight[i]);
        quire_powers_add(sum, &part);
    }
}
