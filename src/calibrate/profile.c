#include "calibrate/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/least_squares.h"

#define NEAR         0.06 /* of the threshold: so near to it the end is interpolated */
#define NEAR_SMOOTH  0.002
#define STEPS_MOST   6 /* of the other unknowns at one place */
#define STEPS_SMOOTH 40
#define ENCLOSED     0.25 /* of the way: so near to each other two places enclose the end */
#define LOWER        0.2  /* variances: so much less than the minimum is another minimum */

/* Sides go on one step each at the same time, so that all workers are busy. */
struct side {
    size_t unknown;
    int way; /* -1, 1 */
    struct doe_profile_side *out;
    struct doe_point at;     /* the best there so far, with derivatives brought up to date */
    double *next;            /* point that is tried (n) */
    double target, promised; /* place of the unknown; what the step promises */
    double shrink;           /* of the step */
    int steps;
    bool fresh; /* the point at this place has no residuals yet */
    bool done;
};

struct work {
    const struct doe_search_problem *p;
    const struct doe_point *best;
    const struct doe_spread *spread;
    double variance;
    struct side *side; /* (2 n) */
    double *x, *r, *room, *step, *shifted;
    bool *good;
    size_t *who, count;
    struct doe_point *lower; /* the deepest point below the minimum; good: there is one */
};

static double
within(double x)
{
    return fmin(fmax(x, 0), 1);
}

static double
threshold(const struct work *w, size_t j)
{
    return w->spread->quantile * sqrt(w->variance * w->spread->ratio[j]);
}

/* The farthest point within the threshold, and the nearest beyond that; o->n: there is none. Runs
 * are rough, so that what is farther may seem to be nearer. */
static void
find_bracket(const struct doe_profile_side *o, double from, size_t *below, size_t *above)
{
    *above = *below = o->n;
    for (size_t i = 0; i < o->n; i++) {
        const double way = fabs(o->x[i] - from);
        if (o->root[i] < 1 && (*below == o->n || way > fabs(o->x[*below] - from))) {
            *below = i;
        }
    }
    for (size_t i = 0; i < o->n; i++) {
        const double way = fabs(o->x[i] - from);
        if (o->root[i] >= 1 && (*below == o->n || way > fabs(o->x[*below] - from)) &&
            (*above == o->n || way < fabs(o->x[*above] - from))) {
            *above = i;
        }
    }
}

/* where the side looks next: the first place by the standard error, then along the secant from the
 * minimum, and between two places of which one is too near and one too far */
static double
next_place(const struct work *w, const struct side *s)
{
    const double from = w->best->x[s->unknown];
    const struct doe_profile_side *o = s->out;
    double way = 0.6 * w->spread->quantile * w->spread->error[s->unknown];
    size_t below, above;

    find_bracket(o, from, &below, &above);
    const double near = below < o->n ? fabs(o->x[below] - from) : 0,
                 root = below < o->n ? o->root[below] : 0;
    if (above < o->n) {
        const double far = fabs(o->x[above] - from);
        way = near +
              (far - near) *
                  fmin(fmax((1 - root) / (o->root[above] - root), root < 0.3 ? 0.4 : 0.15), 0.85);
    } else if (o->n > 0) {
        way = fmin(fmax(1.03 * near / root, 1.1 * near), root > 0.4 ? 1.7 * near : 2.5 * near);
    }
    return within(from + s->way * fmax(way, 1e-9));
}

/* The step of the others, as the derivatives have it, with the unknown at its target. */
static void
plan_step(struct work *w, struct side *s)
{
    const struct doe_search_problem *p = w->p;
    const double dx = s->target - s->at.x[s->unknown];
    double may[DOE_SEARCH_UNKNOWNS], sum = 0;

    doe_search_free(p, &s->at, may);
    may[s->unknown] = 0;
    for (size_t i = 0; i < p->m; i++) { /* residuals there, to first order */
        w->shifted[i] = s->at.r[i] + s->at.jacobian[i * p->n + s->unknown] * dx;
    }
    if (!quire_least_squares_step(p->m, p->n, s->at.jacobian, w->shifted, may, 1e-6 * w->variance,
                                  w->room, w->step)) {
        memset(w->step, 0, p->n * sizeof *w->step);
    }
    for (size_t j = 0; j < p->n; j++) {
        s->next[j] = within(s->at.x[j] + s->shrink * w->step[j]);
    }
    s->next[s->unknown] = s->target;
    for (size_t i = 0; i < p->m; i++) {
        double r = s->at.r[i];
        for (size_t j = 0; j < p->n; j++) {
            r += s->at.jacobian[i * p->n + j] * (s->next[j] - s->at.x[j]);
        }
        sum += r * r;
    }
    s->promised = s->at.sum - sum;
}

static void
move_on(struct work *w, struct side *s)
{
    const double from = w->best->x[s->unknown];

    s->target = next_place(w, s);
    if (fabs(s->target - from) < 0.7 * fabs(s->at.x[s->unknown] - from)) {
        doe_point_copy(&s->at, w->best, w->p); /* it went too far: from the minimum again */
    }
    s->at.sum = HUGE_VAL; /* what comes is taken, as there is nothing there yet */
    s->fresh = true;
    s->shrink = 1;
    s->steps = 0;
    plan_step(w, s);
}

/* Broyden's update: the derivatives agree with what the step did */
static void
update(const struct doe_search_problem *p, struct side *s, const double *r)
{
    double length = 0;

    for (size_t j = 0; j < p->n; j++) {
        length += (s->next[j] - s->at.x[j]) * (s->next[j] - s->at.x[j]);
    }
    if (!p->smooth && length < p->step * p->step) {
        return; /* so small a step shows the roughness of runs more than their derivatives */
    }
    for (size_t i = 0; i < p->m && length > 0; i++) {
        double error = r[i] - s->at.r[i];
        for (size_t j = 0; j < p->n; j++) {
            error -= s->at.jacobian[i * p->n + j] * (s->next[j] - s->at.x[j]);
        }
        for (size_t j = 0; j < p->n; j++) {
            s->at.jacobian[i * p->n + j] += error * (s->next[j] - s->at.x[j]) / length;
        }
    }
}

static void
accept(const struct doe_search_problem *p, struct side *s, const double *r, double sum)
{
    memcpy(s->at.x, s->next, p->n * sizeof *s->next);
    memcpy(s->at.r, r, p->m * sizeof *r);
    s->at.sum = sum;
}

/* the place where the root is 1, by a parabola through the minimum and two points about it */
static double
interpolate(const struct work *w, const struct side *s)
{
    const double from = w->best->x[s->unknown];
    const struct doe_profile_side *o = s->out;
    size_t above, below;

    find_bracket(o, from, &below, &above);
    const size_t a = above < o->n ? above : below;
    size_t b = above < o->n ? below : o->n;
    for (size_t i = 0; b == o->n && i < o->n; i++) {
        b = i != a ? i : b;
    }
    const double ra = o->root[a], da = o->x[a] - from;
    if (b >= o->n || o->root[b] <= 0 || o->root[b] == ra) {
        return within(from + da / ra);
    }
    /* d = r (p + q r) through both */
    const double rb = o->root[b], db = o->x[b] - from, q = (da / ra - db / rb) / (ra - rb);
    const double d = da / ra - q * ra + q;
    const double low = fmin(fabs(da), fabs(db)), high = fmax(fabs(da), fabs(db));
    const bool bracketed = (ra - 1) * (rb - 1) <= 0;
    return bracketed && (fabs(d) < low || fabs(d) > high)
               ? within(from + db + (1 - rb) / (ra - rb) * (da - db))
               : within(from + d);
}

/* The place where the root is 1, by a parabola through the minimum that is fitted to all points:
 * runs are rough, and one point alone is worth little. Points near the threshold count most. NaN
 * where there are too few. */
static double
smooth_end(const struct work *w, const struct side *s)
{
    const double from = w->best->x[s->unknown];
    const struct doe_profile_side *o = s->out;
    double a[3] = {0}, b[2] = {0}, scale = 0;

    for (size_t i = 0; i < o->n; i++) {
        scale = fmax(scale, fabs(o->x[i] - from));
    }
    for (size_t i = 0; i < o->n; i++) {
        const double d = fabs(o->x[i] - from) / scale, off = 2 * (o->root[i] - 1),
                     weight = 1 / (1 + off * off);
        a[0] += weight * d * d;
        a[1] += weight * d * d * d;
        a[2] += weight * d * d * d * d;
        b[0] += weight * d * o->root[i];
        b[1] += weight * d * d * o->root[i];
    }
    const double det = a[0] * a[2] - a[1] * a[1], p = (b[0] * a[2] - b[1] * a[1]) / det,
                 q = (b[1] * a[0] - b[0] * a[1]) / det, inside = p * p + 4 * q;
    const double d = 2 / (p + sqrt(inside > 0 ? inside : 0));
    return o->n > 2 && p > 0 && inside > 0 && d > 0.3 && d < 1.15
               ? within(from + s->way * d * scale)
               : (double)NAN;
}

/* The end lies between two places that are near each other. */
static bool
is_enclosed(const struct work *w, const struct side *s)
{
    const double from = w->best->x[s->unknown];
    size_t below, above;

    find_bracket(s->out, from, &below, &above);
    return !w->p->smooth && below < s->out->n && above < s->out->n &&
           fabs(s->out->x[above] - s->out->x[below]) < ENCLOSED * fabs(s->out->x[above] - from);
}

/* where the interval ends, of places that lie about it; or the farthest that it may */
static double
find_end(const struct work *w, struct side *s)
{
    const double from = w->best->x[s->unknown];
    const struct doe_profile_side *o = s->out;
    size_t below, above;

    find_bracket(o, from, &below, &above);
    if (o->n == DOE_PROFILE_POINTS && below < o->n && o->root[below] < 0.5) {
        return above < o->n ? o->x[above] : s->way < 0 ? 0 : 1;
    }
    const double end = w->p->smooth ? (double)NAN : smooth_end(w, s);
    const bool both = below < o->n && above < o->n;
    const double near = both ? fabs(o->x[below] - from) : 0,
                 far = both ? fabs(o->x[above] - from) : HUGE_VAL,
                 slack = both ? 0.5 * (far - near) : 0;
    return isnan(end) || fabs(end - from) < near - slack || fabs(end - from) > far + slack
               ? interpolate(w, s)
               : end;
}

/* the others are where they are best: what that says of the unknown */
static void
end_place(struct work *w, struct side *s)
{
    struct doe_profile_side *o = s->out;
    const double near = w->p->smooth ? NEAR_SMOOTH : NEAR,
                 root = sqrt(fmax(s->at.sum - w->best->sum, 0)) / threshold(w, s->unknown);
    const bool edge = s->way < 0 ? !(s->target > 0) : !(s->target < 1);

    if (isfinite(root)) {
        o->x[o->n] = s->target;
        o->root[o->n++] = root;
    }
    s->done = !isfinite(root) || o->n == DOE_PROFILE_POINTS || fabs(root - 1) < near ||
              is_enclosed(w, s) || (edge && root < 1);
    o->open = !isfinite(root) ? o->n == 0 : edge && root < 1;
    if (s->done && !o->open && o->n > 0) {
        o->end = find_end(w, s);
    } else if (s->done) {
        o->open = true;
        o->end = s->way < 0 ? 0 : 1;
    } else {
        move_on(w, s);
    }
}

static void
judge(struct work *w, struct side *s, const double *r, bool good)
{
    const struct doe_search_problem *p = w->p;
    const double enough = p->enough * w->variance;
    double sum = 0;

    for (size_t i = 0; i < p->m; i++) {
        sum += r[i] * r[i];
    }
    good = good && isfinite(sum);
    s->steps++;
    if (good && sum < w->best->sum - fmax(LOWER * w->variance, enough) &&
        !(w->lower->good && w->lower->sum < sum)) {
        memcpy(w->lower->x, s->next, p->n * sizeof *s->next);
        memcpy(w->lower->r, r, p->m * sizeof *r);
        memcpy(w->lower->jacobian, s->at.jacobian, p->n * p->m * sizeof *r);
        w->lower->sum = sum;
        w->lower->good = true;
    }
    if (good) {
        update(p, s, r);
    }
    const double gain = s->at.sum - sum;
    if (good && (s->fresh || gain > 0)) {
        accept(p, s, r, sum);
        s->shrink = 1;
    } else if (s->fresh) { /* no residuals so far out: nearer */
        s->target = s->at.x[s->unknown] + 0.4 * (s->target - s->at.x[s->unknown]);
    } else {
        s->shrink *= 0.4;
    }
    const bool was_fresh = s->fresh;
    s->fresh = s->fresh && !good;
    plan_step(w, s);
    if (s->fresh && s->steps < STEPS_MOST) {
        return;
    }
    if ((!was_fresh && good && gain > -enough && !(gain > enough)) || !(s->promised > enough) ||
        s->steps >= (p->smooth ? STEPS_SMOOTH : STEPS_MOST)) {
        end_place(w, s);
    }
}

static bool
create(struct work *w, struct doe_profile *profile)
{
    const struct doe_search_problem *p = w->p;
    const size_t n = p->n, sides = 2 * n, room = p->m * n + n + n * n;

    w->side = calloc(sides, sizeof *w->side);
    w->x = calloc(2 * sides * n + sides * p->m + room + n + p->m, sizeof *w->x);
    w->good = calloc(sides, sizeof *w->good);
    w->who = calloc(sides, sizeof *w->who);
    if (w->side == NULL || w->x == NULL || w->good == NULL || w->who == NULL) {
        return false;
    }
    w->r = w->x + sides * n;
    w->room = w->r + sides * p->m;
    w->step = w->room + room;
    w->shifted = w->step + n + sides * n;
    for (size_t k = 0; k < sides; k++) {
        struct side *s = &w->side[k];
        s->unknown = k / 2;
        s->way = k % 2 == 0 ? -1 : 1;
        s->out = &profile[k / 2].side[k % 2];
        s->next = w->step + n + k * n;
        *s->out = (struct doe_profile_side){0};
        if (!doe_point_init(&s->at, p)) {
            return false;
        }
        doe_point_copy(&s->at, w->best, p);
        const double x = w->best->x[k / 2];
        if (s->way < 0 ? x <= 0 : x >= 1) { /* the minimum is at the end of the range */
            s->done = s->out->open = true;
            s->out->end = s->way < 0 ? 0 : 1;
        } else {
            move_on(w, s);
        }
    }
    return true;
}

static bool
advance(struct work *w)
{
    const struct doe_search_problem *p = w->p;

    w->count = 0;
    for (size_t k = 0; k < 2 * p->n; k++) {
        if (!w->side[k].done) {
            memcpy(w->x + w->count * p->n, w->side[k].next, p->n * sizeof *w->x);
            w->who[w->count++] = k;
        }
    }
    if (w->count > 0 && !p->residuals(p->user, w->count, w->x, w->r, w->good)) {
        return false;
    }
    for (size_t b = 0; b < w->count; b++) {
        judge(w, &w->side[w->who[b]], w->r + b * p->m, w->good[b]);
    }
    return true;
}

enum doe_search_end
doe_profile_make(const struct doe_search_problem *p, struct doe_point *at,
                 const struct doe_spread *spread, struct doe_profile *profile, bool *lower)
{
    struct doe_point deeper = {0};
    struct work w = {.p = p,
                     .best = at,
                     .spread = spread,
                     .variance = doe_search_variance(p, at),
                     .lower = &deeper};
    enum doe_search_end end =
        doe_point_init(&deeper, p) && create(&w, profile) ? DOE_SEARCH_FOUND : DOE_SEARCH_STARVED;

    do {
        end = end != DOE_SEARCH_FOUND || advance(&w) ? end : DOE_SEARCH_STOPPED;
    } while (end == DOE_SEARCH_FOUND && w.count > 0 && !deeper.good);
    *lower = end == DOE_SEARCH_FOUND && deeper.good;
    if (*lower) {
        doe_point_copy(at, &deeper, p);
        end = doe_search_polish(p, at);
    }
    for (size_t k = 0; w.side != NULL && k < 2 * p->n; k++) {
        doe_point_clear(&w.side[k].at);
    }
    free(w.side);
    free(w.x);
    free(w.good);
    free(w.who);
    doe_point_clear(&deeper);
    return end;
}
