#include "adaptive/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/box_minimise.h"
#include "math/detmath.h"
#include "stat/surrogate/spread.h"

#define EVERYWHERE 2048 /* places that are tried all over */
#define NEARBY     512  /* and about the best design */
#define POLISHED   8    /* of them all, the best ones are improved */
#define APART      1e-3 /* in coded units: a place nearer to a design is that design */

enum { MOST = QUIRE_PROCESS_INPUTS };

struct place {
    double value, x[MOST];
};

/* a share of 0 to 1 as a value of the axis */
static double
value_at(const struct doe_axis *axis, double u)
{
    if (axis->level == NULL) {
        return 2 * u - 1;
    }
    const size_t i = (size_t)(u * (double)axis->n_level);
    return axis->level[i < axis->n_level ? i : axis->n_level - 1];
}

/* the nearest value that the axis has; words are what they are */
static double
snap(const struct doe_axis *axis, double x)
{
    double nearest = fmin(fmax(x, -1), 1);

    for (size_t i = 0; axis->level != NULL && i < axis->n_level; i++) {
        if (i == 0 || fabs(axis->level[i] - x) < fabs(nearest - x)) {
            nearest = axis->level[i];
        }
    }
    return nearest;
}

static bool
was_run(const struct doe_surrogate *s, const double *x)
{
    for (size_t i = 0; i < s->n_all; i++) {
        double most = 0;
        for (size_t j = 0; j < s->of.k; j++) {
            most = fmax(most, fabs(x[j] - s->jam_x[i * s->of.k + j]));
        }
        if (most < APART) {
            return true;
        }
    }
    return false;
}

/* about the best design: within a tenth of the ranges, every second one within a hundredth; words
 * change now and then */
static void
place_nearby(const struct doe_surrogate *s, size_t i, const double *u, double *x)
{
    const double *best = s->of.x + s->best * s->of.k, reach = i % 2 == 0 ? 0.2 : 0.02;

    for (size_t j = 0; j < s->of.k; j++) {
        const struct doe_axis *axis = &s->of.axis[j];
        x[j] = axis->words ? (i % 4 == 0 ? value_at(axis, u[j]) : best[j])
                           : snap(axis, best[j] + reach * (2 * u[j] - 1));
    }
}

/* the best places that were not run, best first */
static size_t
try_places(struct doe_surrogate *s, struct place *best)
{
    const size_t k = s->of.k, first = 1 + s->n_all * EVERYWHERE,
                 n = EVERYWHERE + (s->has_best ? NEARBY : 0);
    size_t found = 0;
    double u[MOST];
    struct place at;

    for (size_t i = 0; i < n; i++) {
        quire_spread(first + i, k, u);
        if (i >= EVERYWHERE) {
            place_nearby(s, i, u, at.x);
        }
        for (size_t j = 0; i < EVERYWHERE && j < k; j++) {
            at.x[j] = value_at(&s->of.axis[j], u[j]);
        }
        at.value = doe_surrogate_criterion(s, at.x, NULL);
        if (isnan(at.value) || was_run(s, at.x)) {
            continue;
        }
        size_t to = found < POLISHED ? found++ : POLISHED;
        for (; to > 0 && at.value > best[to - 1].value; to--) {
            if (to < POLISHED) {
                best[to] = best[to - 1];
            }
        }
        if (to < POLISHED) {
            best[to] = at;
        }
    }
    return found;
}

static bool
minus_criterion(void *user, const double *x, double *value, double *slope)
{
    struct doe_surrogate *s = user;

    *value = -doe_surrogate_criterion(s, x, slope);
    for (size_t j = 0; slope != NULL && j < s->of.k; j++) {
        slope[j] = -slope[j];
    }
    return isfinite(*value);
}

/* along the factors that may have any value */
static void
polish(struct doe_surrogate *s, struct place *at)
{
    double lower[MOST], upper[MOST], scale[MOST], x[MOST];
    struct quire_box_result result;
    const size_t k = s->of.k;

    for (size_t j = 0; j < k; j++) {
        const bool held = s->of.axis[j].level != NULL;
        lower[j] = held ? at->x[j] : -1;
        upper[j] = held ? at->x[j] : 1;
        scale[j] = 0.1;
    }
    const struct quire_box_problem problem = {.n = k,
                                              .lower = lower,
                                              .upper = upper,
                                              .scale = scale,
                                              .function = minus_criterion,
                                              .user = s,
                                              .has_gradient = true,
                                              .enough = 1e-4,
                                              .most_steps = 50};
    memcpy(x, at->x, k * sizeof *x);
    const bool found = quire_box_minimise(&problem, x, &result);
    s->starved = s->starved || result.starved;
    if (found && -result.value > at->value && !was_run(s, x)) {
        at->value = -result.value;
        memcpy(at->x, x, k * sizeof *x);
    }
}

double
doe_surrogate_next(struct doe_surrogate *s, double *x)
{
    struct place best[POLISHED];
    const size_t found = try_places(s, best);
    size_t top = 0;

    for (size_t i = 0; i < found; i++) {
        polish(s, &best[i]);
        top = best[i].value > best[top].value ? i : top;
    }
    if (found == 0) {
        return (double)NAN;
    }
    memcpy(x, best[top].x, s->of.k * sizeof *x);
    return s->has_best ? s->scale * quire_exp(best[top].value) : HUGE_VAL;
}
