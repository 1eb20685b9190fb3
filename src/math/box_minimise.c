#include "math/box_minimise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/cholesky.h"
#include "math/skyline_symmetric.h"

#define MOST_STEPS 200
#define DIFFERENCE 1e-5
#define FLAT       1e-9
#define LEAST_STEP 1e-12 /* in scales; a shorter one ends the search */
#define DECREASE   1e-4  /* of what the slope promises, to accept a step */
#define STEEP      0.5   /* of the slope is left after a step: a longer one is tried */
#define CURVED     1e-10 /* relative curvature that an update needs */
#define MOST_TRIES 60

/* All vectors are in scales: u = x / scale, g = df/du. */
struct search {
    const struct quire_box_problem *p;
    struct quire_box_result *out;
    double *x, *next, *far; /* (n): here, after a step, after a longer one */
    double *g, *g_next, *g_far;
    double *curvature; /* (n x n): estimate of the second derivatives */
    double *factor;    /* (n x n): Cholesky factor of its free part */
    double *step, *change, *product, *at;
    double value, value_next, value_far;
    bool *is_free;
};

static bool
create(struct search *s)
{
    const size_t n = s->p->n;
    double *at = calloc(10 * n + 2 * n * n, sizeof *at);

    s->is_free = calloc(n, sizeof *s->is_free);
    s->x = at;
    if (at == NULL || s->is_free == NULL) {
        return false;
    }
    s->next = s->x + n;
    s->far = s->next + n;
    s->g = s->far + n;
    s->g_next = s->g + n;
    s->g_far = s->g_next + n;
    s->step = s->g_far + n;
    s->change = s->step + n;
    s->product = s->change + n;
    s->at = s->product + n;
    s->curvature = s->at + n;
    s->factor = s->curvature + n * n;
    return true;
}

/* ---- values and derivatives ---- */

/* the value, and the derivatives where they come with it */
static bool
look(struct search *s, const double *x, double *value, double *g)
{
    const struct quire_box_problem *p = s->p;

    s->out->calls++;
    if (!p->function(p->user, x, value, p->has_gradient ? g : NULL) || !isfinite(*value)) {
        return false;
    }
    for (size_t j = 0; j < p->n && p->has_gradient; j++) {
        g[j] = isfinite(g[j]) ? g[j] * p->scale[j] : 0;
    }
    return true;
}

/* the value where one unknown is changed */
static bool
look_beside(struct search *s, const double *x, size_t j, double to, double *value)
{
    memcpy(s->at, x, s->p->n * sizeof *x);
    s->at[j] = to;
    return look(s, s->at, value, NULL);
}

/* the derivative in direction j by three values: about the middle, or from a bound inwards; 0 where
 * there is no room or no value */
static double
differentiate_one(struct search *s, const double *x, double value, size_t j)
{
    const struct quire_box_problem *p = s->p;
    const double h = (p->difference > 0 ? p->difference : DIFFERENCE) * p->scale[j];
    const bool low = x[j] - h<p->lower[j], high = x[j] + h> p->upper[j];
    double first, second, d = 0;

    if (!low && !high) {
        if (look_beside(s, x, j, x[j] - h, &first) && look_beside(s, x, j, x[j] + h, &second)) {
            d = (second - first) / (2 * h);
        }
    } else if (low ? x[j] + 2 * h <= p->upper[j] : x[j] - 2 * h >= p->lower[j]) {
        const double inwards = low ? h : -h;
        if (look_beside(s, x, j, x[j] + inwards, &first) &&
            look_beside(s, x, j, x[j] + 2 * inwards, &second)) {
            d = (4 * first - 3 * value - second) / (2 * inwards);
        }
    }
    return isfinite(d) ? d * p->scale[j] : 0;
}

/* the derivatives where they do not come with the value */
static void
differentiate(struct search *s, const double *x, double value, double *g)
{
    for (size_t j = 0; j < s->p->n && !s->p->has_gradient; j++) {
        g[j] = differentiate_one(s, x, value, j);
    }
}

/* ---- the direction ---- */

/* an unknown that would only leave its bounds does not move; returns the largest slope of others */
static double
find_free(struct search *s)
{
    const struct quire_box_problem *p = s->p;
    double most = 0;

    for (size_t j = 0; j < p->n; j++) {
        s->is_free[j] = (s->x[j] > p->lower[j] || s->g[j] < 0) &&
                        (s->x[j] < p->upper[j] || s->g[j] > 0) && p->upper[j] > p->lower[j];
        most = s->is_free[j] ? fmax(most, fabs(s->g[j])) : most;
    }
    return most;
}

static void
reset_curvature(struct search *s, double size)
{
    const size_t n = s->p->n;

    memset(s->curvature, 0, n * n * sizeof *s->curvature);
    for (size_t j = 0; j < n; j++) {
        s->curvature[j * n + j] = size;
    }
}

/* curvature step = -g on what is free; elsewhere the curvature is that of the identity */
static bool
find_step(struct search *s)
{
    const size_t n = s->p->n;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            const bool both = s->is_free[i] && s->is_free[j];
            s->factor[i * n + j] = both ? s->curvature[i * n + j] : i == j ? 1 : 0;
        }
        s->step[i] = s->is_free[i] ? -s->g[i] : 0;
    }
    if (!quire_cholesky(n, s->factor)) {
        return false;
    }
    quire_cholesky_forward(n, s->factor, s->step);
    quire_cholesky_backward(n, s->factor, s->step);
    return quire_dot(s->step, s->g, (int)n) < 0;
}

/* ---- how far ---- */

/* to x + length step, held by the bounds; returns the largest change in scales */
static double
move(const struct search *s, double length, double *out)
{
    const struct quire_box_problem *p = s->p;
    double most = 0;

    for (size_t j = 0; j < p->n; j++) {
        const double x = s->x[j] + length * s->step[j] * p->scale[j];
        out[j] = s->step[j] == 0 ? s->x[j] : fmin(fmax(x, p->lower[j]), p->upper[j]);
        most = fmax(most, fabs(out[j] - s->x[j]) / p->scale[j]);
    }
    return most;
}

static double
promise(const struct search *s, const double *g, const double *to)
{
    double sum = 0;

    for (size_t j = 0; j < s->p->n; j++) {
        sum += g[j] * (to[j] - s->x[j]) / s->p->scale[j];
    }
    return sum;
}

static bool
is_enough(const struct search *s, double value, const double *to)
{
    return value < s->value && value <= s->value + DECREASE * promise(s, s->g, to);
}

/* a step that was accepted whole is doubled while that leads further down */
static void
lengthen(struct search *s)
{
    double length = 1;

    for (int i = 0; i < 20 && promise(s, s->g_next, s->next) < STEEP * promise(s, s->g, s->next);
         i++) {
        length *= 2;
        if (!(move(s, length, s->far) > 0) || !look(s, s->far, &s->value_far, s->g_far) ||
            !(s->value_far < s->value_next) || !is_enough(s, s->value_far, s->far)) {
            return;
        }
        differentiate(s, s->far, s->value_far, s->g_far);
        const size_t size = s->p->n * sizeof(double);
        memcpy(s->next, s->far, size);
        memcpy(s->g_next, s->g_far, size);
        s->value_next = s->value_far;
    }
}

/* shorter steps until one leads down enough; a failed one is shortened by the parabola through what
 * is known */
static bool
search_line(struct search *s)
{
    double length = 1;

    for (int i = 0; i < MOST_TRIES; i++) {
        if (!(move(s, length, s->next) > LEAST_STEP)) {
            return false;
        }
        double shorter = 0.1;
        if (look(s, s->next, &s->value_next, s->g_next)) {
            if (is_enough(s, s->value_next, s->next)) {
                differentiate(s, s->next, s->value_next, s->g_next);
                if (i == 0) {
                    lengthen(s);
                }
                return true;
            }
            const double slope = promise(s, s->g, s->next),
                         above = s->value_next - s->value - slope;
            shorter = above > 0 ? fmin(fmax(-0.5 * slope / above, 0.1), 0.5) : 0.5;
        }
        length *= shorter;
    }
    return false;
}

/* ---- what a step tells of the curvature ---- */

static void
update_curvature(struct search *s, bool first)
{
    const size_t n = s->p->n;
    double *y = s->product;

    for (size_t j = 0; j < n; j++) {
        s->change[j] = (s->next[j] - s->x[j]) / s->p->scale[j];
        y[j] = s->g_next[j] - s->g[j];
    }
    const double sy = quire_dot(s->change, y, (int)n), ss = quire_dot(s->change, s->change, (int)n),
                 yy = quire_dot(y, y, (int)n);
    if (!(sy > CURVED * sqrt(ss) * sqrt(yy))) {
        return;
    }
    if (first) {
        reset_curvature(s, yy / sy);
    }
    for (size_t i = 0; i < n; i++) {
        s->at[i] = quire_dot(s->curvature + i * n, s->change, (int)n);
    }
    const double sbs = quire_dot(s->change, s->at, (int)n);
    if (!(sbs > 0)) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            s->curvature[i * n + j] += y[i] * y[j] / sy - s->at[i] * s->at[j] / sbs;
        }
    }
}

static void
run(struct search *s)
{
    const struct quire_box_problem *p = s->p;
    const int most = p->most_steps > 0 ? p->most_steps : MOST_STEPS;
    bool fresh = true; /* the curvature says nothing yet */

    while (s->out->steps < most) {
        s->out->slope = find_free(s);
        const double enough = p->enough > 0 ? p->enough : FLAT * (1 + fabs(s->value));
        if (!(s->out->slope > enough)) {
            return;
        }
        if (fresh) {
            reset_curvature(s, s->out->slope);
        }
        if (!find_step(s) || !search_line(s)) {
            if (fresh) {
                return;
            }
            fresh = true;
            continue;
        }
        s->out->steps++;
        update_curvature(s, fresh);
        fresh = false;
        memcpy(s->x, s->next, p->n * sizeof *s->x);
        memcpy(s->g, s->g_next, p->n * sizeof *s->g);
        s->value = s->value_next;
    }
    s->out->slope = find_free(s);
}

bool
quire_box_minimise(const struct quire_box_problem *problem, double *x, struct quire_box_result *out)
{
    struct search s = {.p = problem, .out = out};

    *out = (struct quire_box_result){.value = HUGE_VAL, .starved = !create(&s)};
    bool good = !out->starved;
    if (good) {
        memcpy(s.x, x, problem->n * sizeof *x);
        good = look(&s, s.x, &s.value, s.g);
    }
    if (good) {
        differentiate(&s, s.x, s.value, s.g);
        run(&s);
        memcpy(x, s.x, problem->n * sizeof *x);
        out->value = s.value;
    }
    free(s.x);
    free(s.is_free);
    return good;
}
