#include "adaptive/surrogate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/surrogate/improvement.h"

/* One design of so many is chosen with deviations so many times as large: a surrogate that is too
 * sure of itself is found out. */
#define BOLD_EVERY 3
#define BOLDNESS   3
/* power of the probability that jams are few enough: with 1, four of five designs beside an edge of
 * jams were tried beyond it, where they tell nothing of the response; with 4 less than half */
#define CAUTION 4

/* ---- data ---- */

static bool
make_room(struct doe_surrogate *s, size_t more)
{
    const size_t k = s->of.k, n = s->of.n + more;

    s->room = n;
    s->x = calloc(2 * n * k + 3 * n + 1, sizeof *s->x);
    s->design = calloc(n + 1, sizeof *s->design);
    s->words = calloc(k + 1, sizeof *s->words);
    if (s->x == NULL || s->design == NULL || s->words == NULL) {
        return false;
    }
    s->jam_x = s->x + n * k;
    s->y = s->jam_x + n * k;
    s->noise = s->y + n;
    s->jam_y = s->noise + n;
    return true;
}

static void
take_data(struct doe_surrogate *s)
{
    const size_t k = s->of.k;

    for (size_t j = 0; j < k; j++) {
        s->words[j] = s->of.axis[j].words;
    }
    for (size_t i = 0; i < s->of.n; i++) {
        const double *x = s->of.x + i * k;
        memcpy(s->jam_x + s->n_all * k, x, k * sizeof *x);
        s->jam_y[s->n_all] = s->of.jams[i];
        s->has_jams = s->has_jams || s->of.jams[i] != s->of.jams[0];
        s->n_all++;
        if (!isnan(s->of.y[i])) {
            memcpy(s->x + s->n_number * k, x, k * sizeof *x);
            s->y[s->n_number] = s->of.y[i];
            s->noise[s->n_number] = s->of.noise != NULL ? s->of.noise[i] : 0;
            s->design[s->n_number] = i;
            s->n_number++;
        }
    }
}

static bool
standardise(struct doe_surrogate *s)
{
    const double n = (double)s->n_number;
    double square = 0;

    s->sign = s->of.goal == DOE_GOAL_MOST ? -1 : 1;
    for (size_t i = 0; i < s->n_number; i++) {
        s->centre += s->y[i] / n;
    }
    for (size_t i = 0; i < s->n_number; i++) {
        square += (s->y[i] - s->centre) * (s->y[i] - s->centre) / n;
    }
    s->scale = sqrt(square);
    for (size_t i = 0; i < s->n_number && s->scale > 0; i++) {
        s->y[i] = s->sign * (s->y[i] - s->centre) / s->scale;
        s->noise[i] /= square;
        s->next_noise += s->noise[i] / n;
    }
    return s->scale > 1e-12 * fabs(s->centre);
}

static struct quire_process_data
response_data(const struct doe_surrogate *s)
{
    return (struct quire_process_data){.n = s->n_number,
                                       .k = s->of.k,
                                       .x = s->x,
                                       .y = s->y,
                                       .words = s->words,
                                       .noise = s->of.noise != NULL ? s->noise : NULL};
}

static struct quire_process_data
jam_data(const struct doe_surrogate *s)
{
    return (struct quire_process_data){
        .n = s->n_all, .k = s->of.k, .x = s->jam_x, .y = s->jam_y, .words = s->words};
}

/* ---- the best so far ---- */

/* what is to become small, of a standardised response */
static double
cost_of(const struct doe_surrogate *s, double mean)
{
    return s->of.goal == DOE_GOAL_TARGET ? fabs(mean - (s->of.target - s->centre) / s->scale)
                                         : mean;
}

static void
find_best(struct doe_surrogate *s)
{
    for (size_t i = 0; i < s->n_number; i++) {
        const double cost =
            cost_of(s, quire_process_predict(&s->process, s->x + i * s->of.k, NULL, NULL).mean);
        const bool real = s->design[i] < s->of.n;
        if (real && s->of.jams[s->design[i]] > s->of.jams_most) {
            continue;
        }
        if (!s->has_best || cost < s->least) {
            s->best = real ? s->design[i] : s->best;
            s->least = cost;
            s->has_best = true;
        }
    }
}

static bool
fit(struct doe_surrogate *s)
{
    const struct quire_process_data response = response_data(s), jams = jam_data(s);
    const struct quire_process_fit how = {.estimate_noise = s->of.noise == NULL, .prior = true},
                                   of_jams = {.estimate_noise = true, .prior = true};
    const bool good =
        quire_process_create(&s->process, &response) && quire_process_fit(&s->process, &how) &&
        (!s->has_jams ||
         (quire_process_create(&s->jam, &jams) && quire_process_fit(&s->jam, &of_jams)));

    s->starved = s->process.starved || s->jam.starved;
    return good;
}

enum doe_surrogate_end
doe_surrogate_make(struct doe_surrogate *s, const struct doe_observed *of, size_t more)
{
    *s = (struct doe_surrogate){.of = *of};
    if (!make_room(s, more)) {
        s->starved = true;
        return DOE_SURROGATE_STARVED;
    }
    take_data(s);
    if (s->n_number < 2 || !standardise(s)) {
        return DOE_SURROGATE_ALIKE;
    }
    if (!fit(s)) {
        return s->starved ? DOE_SURROGATE_STARVED : DOE_SURROGATE_NONE;
    }
    find_best(s);
    return DOE_SURROGATE_MADE;
}

void
doe_surrogate_clear(struct doe_surrogate *s)
{
    quire_process_destroy(&s->process);
    quire_process_destroy(&s->jam);
    free(s->x);
    free(s->design);
    free(s->words);
    *s = (struct doe_surrogate){0};
}

/* ---- the criterion ---- */

static double
deviation_of(const struct quire_process *p, double variance)
{
    return sqrt(fmax(variance, 1e-14 * p->variance));
}

/* adds a logarithm that depends on a prediction, and its derivatives by x */
static void
add_slopes(const struct quire_improvement *of, double deviation, const double *dmean,
           const double *dvariance, size_t k, double *slope)
{
    for (size_t j = 0; slope != NULL && j < k; j++) {
        slope[j] += of->by_mean * dmean[j] + of->by_deviation * dvariance[j] / (2 * deviation);
    }
}

/* the part of a new number that noise leaves to be learned: places that are known as well as their
 * noise allows are not run again and again (D. Huang et al., J. Global Optim. 34 (2006) 441) */
static struct quire_improvement
worth_of(const struct doe_surrogate *s, double deviation)
{
    const double variance = s->process.noise + s->next_noise, noise = sqrt(variance),
                 all = sqrt(deviation * deviation + variance),
                 part = deviation * deviation / (all * (all + noise)); /* 1 - noise/all */

    return (struct quire_improvement){.log = quire_log(part),
                                      .by_deviation = noise * deviation / (all * all * all) / part};
}

double
doe_surrogate_criterion(struct doe_surrogate *s, const double *x, double *slope)
{
    const size_t k = s->of.k;
    double dmean[QUIRE_PROCESS_INPUTS], dvariance[QUIRE_PROCESS_INPUTS], log = 0;
    double *const by_mean = slope != NULL ? dmean : NULL, *const by_variance =
                                                              slope != NULL ? dvariance : NULL;

    for (size_t j = 0; slope != NULL && j < k; j++) {
        slope[j] = 0;
    }
    if (s->has_best) {
        const struct quire_prediction at =
            quire_process_predict(&s->process, x, by_mean, by_variance);
        const double boldness = s->n_all % BOLD_EVERY == 0 ? BOLDNESS : 1,
                     deviation = boldness * deviation_of(&s->process, at.variance);
        for (size_t j = 0; slope != NULL && j < k; j++) {
            dvariance[j] *= boldness * boldness;
        }
        const struct quire_improvement gain =
            s->of.goal == DOE_GOAL_TARGET
                ? quire_improvement_towards(at.mean, deviation,
                                            (s->of.target - s->centre) / s->scale, s->least)
                : quire_improvement(at.mean, deviation, s->least);
        log += gain.log;
        add_slopes(&gain, deviation, dmean, dvariance, k, slope);
        const struct quire_improvement worth = worth_of(s, deviation);
        log += worth.log;
        add_slopes(&worth, deviation, dmean, dvariance, k, slope);
    }
    if (s->has_jams) {
        const struct quire_prediction at = quire_process_predict(&s->jam, x, by_mean, by_variance);
        const double deviation = deviation_of(&s->jam, at.variance);
        struct quire_improvement allowed =
            quire_improvement_below(at.mean, deviation, s->of.jams_most);
        allowed.log *= CAUTION;
        allowed.by_mean *= CAUTION;
        allowed.by_deviation *= CAUTION;
        log += allowed.log;
        add_slopes(&allowed, deviation, dmean, dvariance, k, slope);
    }
    return log;
}

bool
doe_surrogate_believe(struct doe_surrogate *s, const double *x)
{
    const size_t k = s->of.k;
    double parameter[QUIRE_PROCESS_PARAMETERS(QUIRE_PROCESS_INPUTS)];
    const double mean = quire_process_predict(&s->process, x, NULL, NULL).mean;

    if (s->n_all == s->room) {
        return false;
    }
    memcpy(s->x + s->n_number * k, x, k * sizeof *x);
    s->y[s->n_number] = mean;
    s->noise[s->n_number] = 0;
    s->design[s->n_number++] = s->of.n; /* none that was run */
    memcpy(s->jam_x + s->n_all * k, x, k * sizeof *x);
    s->jam_y[s->n_all] =
        s->has_jams ? quire_process_predict(&s->jam, x, NULL, NULL).mean : s->jam_y[0];
    s->n_all++;
    const struct quire_process_data response = response_data(s), jams = jam_data(s);
    memcpy(parameter, s->process.parameter, sizeof parameter);
    quire_process_destroy(&s->process);
    bool good =
        quire_process_create(&s->process, &response) && quire_process_set(&s->process, parameter);
    if (good && s->has_jams) {
        memcpy(parameter, s->jam.parameter, sizeof parameter);
        quire_process_destroy(&s->jam);
        good = quire_process_create(&s->jam, &jams) && quire_process_set(&s->jam, parameter);
    }
    if (good) {
        find_best(s);
    }
    s->starved = s->starved || s->process.starved || s->jam.starved;
    return good;
}

/* ---- reports ---- */

void
doe_surrogate_predict(struct doe_surrogate *s, const double *x, double *mean, double *deviation)
{
    const struct quire_prediction at = quire_process_predict(&s->process, x, NULL, NULL);

    *mean = s->centre + s->sign * s->scale * at.mean;
    *deviation = s->scale * sqrt(at.variance);
}

double
doe_surrogate_allowed(struct doe_surrogate *s, const double *x)
{
    if (!s->has_jams) {
        return 1;
    }
    const struct quire_prediction at = quire_process_predict(&s->jam, x, NULL, NULL);
    return quire_exp(
        quire_improvement_below(at.mean, deviation_of(&s->jam, at.variance), s->of.jams_most).log);
}

double
doe_surrogate_error(struct doe_surrogate *s)
{
    const size_t n = s->n_number;
    double *error = calloc(2 * n, sizeof *error), square = 0;

    if (error == NULL) {
        s->starved = true;
        return (double)NAN;
    }
    quire_process_leave_out(&s->process, error, error + n);
    for (size_t i = 0; i < n; i++) {
        square += error[i] * error[i] / (double)n;
    }
    free(error);
    return s->scale * sqrt(square);
}
