#include "predict/optimum_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/box_minimise.h"
#include "math/detmath.h"
#include "math/random.h"

#define SEED         1    /* of the scrambling of starts */
#define LOOKED_AT    4096 /* points of all combinations of words together */
#define LOOKED_LEAST 64   /* and of each */
#define POLISHED     10   /* starts of a search */
#define JAM_WEIGHT   10   /* of jams above their limit, in log odds */

/* ---- what is lost at a setting */

/* minus the logarithm of the whole desirability, with what breaks the limit of jams */
static double
loss_at(const struct quire_search *s, const double *at)
{
    struct quire_predicted_jam jam;
    double sum = 0, weights = 0, mean, noise;

    for (size_t k = 0; k < s->runs->n_measured; k++) {
        const double importance = s->runs->measured[k].goal.importance;
        if (s->out->response[k].counts && quire_predict_mean(s->space, k, at, &mean, &noise)) {
            sum +=
                importance * quire_search_desirability(s, k, mean, noise, quire_log_desirability);
            weights += importance;
        }
    }
    quire_predict_jam(s->space, at, &jam);
    if (s->space->a->has_odds) {
        sum += quire_log_desirability(jam.share, 1, 0, 1);
        weights += 1;
    }
    return -sum / fmax(weights, 1e-300) +
           (isnan(s->request->jams) ? 0 : JAM_WEIGHT * quire_jam_excess(&jam, s->request->jams));
}

/* ---- ends of desirability where the study gives none: what is predicted */

static bool
is_desired(const struct quire_measured *r)
{
    return r->goal.better != QUIRE_BETTER_ANY || !isnan(r->limits.minimum) ||
           !isnan(r->limits.maximum);
}

static double
given_or(double given, double otherwise)
{
    return isnan(given) ? otherwise : given;
}

static void
set_ends(const struct quire_measured *r, double least, double most, struct quire_desired *d)
{
    const struct quire_goal *g = &r->goal;

    switch (g->better) {
    case QUIRE_BETTER_LESS:
        d->worst = given_or(g->worst, given_or(r->limits.maximum, most));
        d->best = given_or(g->best, fmin(least, d->worst));
        break;
    case QUIRE_BETTER_MORE:
        d->worst = given_or(g->worst, given_or(r->limits.minimum, least));
        d->best = given_or(g->best, fmax(most, d->worst));
        break;
    case QUIRE_BETTER_TARGET:
        d->worst = given_or(r->limits.maximum, fmax(most, g->target));
        d->low_worst = given_or(r->limits.minimum, fmin(least, g->target));
        d->best = g->target;
        break;
    case QUIRE_BETTER_ANY: break;
    }
}

/* of the response whose ends are looked for, smaller is better or larger */
static double
end_loss(const struct quire_search *s, const double *at)
{
    double mean, noise;

    quire_predict_mean(s->space, s->ending, at, &mean, &noise);
    return s->ending_sign * quire_judged_value(&s->runs->measured[s->ending].goal, mean, noise,
                                               s->request->deviations);
}

/* The least judged value of a response, or the largest (sign -1) with the sign turned. */
static bool
find_end(struct quire_search *s, const struct quire_sobol *sobol, size_t combinations,
         size_t points, double sign, double *end)
{
    size_t best_c = 0, best_i = 0;
    double value;

    s->ending_sign = sign;
    *end = HUGE_VAL;
    for (size_t c = 0; c < combinations; c++) {
        quire_search_combine(s, c);
        for (size_t i = 0; i < points; i++) {
            quire_search_point(s, sobol, i);
            if ((value = end_loss(s, s->at)) < *end) {
                *end = value;
                best_c = c;
                best_i = i;
            }
        }
    }
    quire_search_combine(s, best_c);
    quire_search_point(s, sobol, best_i);
    if (!quire_search_polish(s, end_loss, &value)) {
        return false;
    }
    *end = fmin(*end, value);
    return true;
}

static bool
find_ends(struct quire_search *s, const struct quire_sobol *sobol, size_t combinations,
          size_t points)
{
    bool good = true;

    for (size_t k = 0; good && k < s->runs->n_measured; k++) {
        double least, most;
        if (!s->out->response[k].counts) {
            continue;
        }
        s->ending = k;
        good = find_end(s, sobol, combinations, points, 1, &least) &&
               find_end(s, sobol, combinations, points, -1, &most);
        if (good) {
            set_ends(&s->runs->measured[k], least, -most, &s->out->response[k]);
        }
    }
    return good;
}

/* ---- the best point */

struct start {
    double loss;
    size_t combination, point;
};

static int
compare_starts(const void *a, const void *b)
{
    const struct start *x = a, *y = b;

    return x->loss != y->loss ? (x->loss > y->loss) - (x->loss < y->loss)
           : x->combination != y->combination
               ? (x->combination > y->combination) - (x->combination < y->combination)
               : (x->point > y->point) - (x->point < y->point);
}

static bool
find_best(struct quire_search *s, const struct quire_sobol *sobol, size_t combinations,
          size_t points)
{
    struct start *start = calloc(combinations * points + 1, sizeof *start);
    double best = HUGE_VAL, value;
    bool good = start != NULL;

    for (size_t c = 0; good && c < combinations; c++) {
        quire_search_combine(s, c);
        for (size_t i = 0; i < points; i++) {
            quire_search_point(s, sobol, i);
            start[c * points + i] = (struct start){loss_at(s, s->at), c, i};
        }
    }
    if (good) {
        qsort(start, combinations * points, sizeof *start, compare_starts);
    }
    for (size_t i = 0; good && i < POLISHED && i < combinations * points; i++) {
        quire_search_combine(s, start[i].combination);
        quire_search_point(s, sobol, start[i].point);
        good = quire_search_polish(s, loss_at, &value);
        if (good && value < best) {
            best = value;
            memcpy(s->out->at, s->at, s->runs->n_varied * sizeof *s->at);
        }
    }
    s->out->found = good && best < HUGE_VAL;
    free(start);
    return good;
}

static void
judge_best(struct quire_search *s)
{
    struct quire_optimum *out = s->out;
    struct quire_predicted_jam jam;
    double sum = 0, weights = 0, mean, noise;
    bool none = false;

    for (size_t k = 0; k < s->runs->n_measured; k++) {
        const struct quire_goal *goal = &s->runs->measured[k].goal;
        struct quire_desired *d = &out->response[k];
        if (!d->counts || !quire_predict_mean(s->space, k, out->at, &mean, &noise)) {
            continue;
        }
        d->value = quire_judged_value(goal, mean, noise, s->request->deviations);
        d->desirability = quire_search_desirability(s, k, mean, noise, quire_desirability);
        none = none || !(d->desirability > 0);
        sum += none ? 0 : goal->importance * quire_log(d->desirability);
        weights += goal->importance;
    }
    quire_predict_jam(s->space, out->at, &jam);
    out->jam_desirability = 1 - jam.share;
    if (s->space->a->has_odds) {
        none = none || !(out->jam_desirability > 0);
        sum += none ? 0 : quire_log(out->jam_desirability);
        weights += 1;
    }
    out->jams_hold = isnan(s->request->jams) || !(quire_jam_excess(&jam, s->request->jams) > 0);
    out->desirability = none ? 0 : quire_exp(sum / weights);
}

/* ---- the whole */

static const char *
refusal_of(const struct quire_search *s, size_t combinations)
{
    bool desired = false, models = false;

    for (size_t k = 0; k < s->runs->n_measured; k++) {
        desired = desired || is_desired(&s->runs->measured[k]);
        models = models || s->out->response[k].counts;
    }
    return !desired  ? "nothing says which responses are good: give a <response> better, or limits"
           : !models ? "no response with a goal has a model"
           : combinations > QUIRE_OPTIMUM_WORDS
               ? "there are too many combinations of words: hold some of them"
               : NULL;
}

static bool
make_room(struct quire_search *s)
{
    struct quire_arena *arena = s->space->a->arena;
    const size_t n = s->runs->n_varied;

    s->free = quire_arena_get(arena, n, sizeof *s->free);
    s->at = quire_arena_get(arena, n, sizeof *s->at);
    s->out->at = quire_arena_get(arena, n, sizeof *s->out->at);
    s->out->response = quire_arena_get(arena, s->runs->n_measured, sizeof *s->out->response);
    s->out->front = quire_arena_get(arena, n * s->request->pareto, sizeof *s->out->front);
    return s->free != NULL && s->at != NULL && s->out->at != NULL && s->out->response != NULL &&
           s->out->front != NULL;
}

static void
find_what_counts(struct quire_search *s)
{
    for (size_t i = 0; i < s->runs->n_varied; i++) {
        const struct quire_varied *v = &s->runs->varied[i];
        if (!v->noise && !v->words && isnan(s->request->held[i]) &&
            s->space->high[i] > s->space->low[i]) {
            s->free[s->n_free++] = i;
        }
    }
    for (size_t k = 0; k < s->runs->n_measured; k++) {
        s->out->response[k].counts =
            is_desired(&s->runs->measured[k]) && s->space->a->measured[k].order != QUIRE_MODEL_NONE;
        s->n_aim += s->out->response[k].counts;
    }
    s->alone = s->n_aim == 1 && s->space->n_noise > 1;
    s->n_aim += s->alone;
}

bool
quire_optimise(struct quire_optimum *out, struct quire_predictions *space,
               const struct quire_optimum_request *request)
{
    struct quire_search s = {
        .space = space, .request = request, .out = out, .runs = space->a->runs};
    struct quire_sobol sobol;

    *out = (struct quire_optimum){.jam_desirability = 1};
    if (!make_room(&s)) {
        return false;
    }
    find_what_counts(&s);
    const size_t combinations = quire_search_combinations(&s);
    out->refusal = refusal_of(&s, combinations);
    if (out->refusal != NULL) {
        return true;
    }
    size_t points = LOOKED_AT / combinations;
    points = s.n_free == 0 ? 1 : points > LOOKED_LEAST ? points : LOOKED_LEAST;
    if (!quire_sobol_init(&sobol, s.n_free > 0 ? s.n_free : 1, true, SEED, space->a->arena)) {
        return false;
    }
    if (!find_ends(&s, &sobol, combinations, points) ||
        !find_best(&s, &sobol, combinations, points)) {
        return false;
    }
    judge_best(&s);
    return request->pareto == 0 || s.n_aim < 2 || quire_search_front(&s, &sobol, combinations);
}

void
quire_optimum_judge(struct quire_optimum *out, struct quire_predictions *space,
                    const struct quire_optimum_request *request)
{
    struct quire_search s = {
        .space = space, .request = request, .out = out, .runs = space->a->runs};

    judge_best(&s);
}
