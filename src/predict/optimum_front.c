/* The settings of which none is better in all that is desired. */
#include "predict/optimum_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"

#define FRONT     2048 /* points among which the front is looked for */
#define SHARPEST  1e4
#define AUGMENTED 1e-3 /* share of the sum in the distance, so that no point is weakly better */

/* All that is desired, smaller is better: of each response its value; of one response alone its
 * mean and the deviation that noise causes. */
static void
find_aims(const struct quire_search *s, const double *at, double *aim)
{
    const double deviations = s->alone ? 0 : s->request->deviations;
    size_t n = 0;
    double mean, noise = 0;

    for (size_t k = 0; k < s->runs->n_measured; k++) {
        const struct quire_goal *goal = &s->runs->measured[k].goal;
        if (!s->out->response[k].counts || !quire_predict_mean(s->space, k, at, &mean, &noise)) {
            continue;
        }
        switch (goal->better) {
        case QUIRE_BETTER_LESS: aim[n++] = mean + deviations * noise; break;
        case QUIRE_BETTER_MORE: aim[n++] = -(mean - deviations * noise); break;
        case QUIRE_BETTER_TARGET: aim[n++] = fabs(mean - goal->target) + deviations * noise; break;
        case QUIRE_BETTER_ANY:
            aim[n++] = -quire_search_desirability(s, k, mean, noise, quire_desirability);
            break;
        }
    }
    if (s->alone) {
        aim[n] = noise;
    }
}

static bool
is_dominated(const double *a, const double *by, size_t n)
{
    bool better = false;

    for (size_t i = 0; i < n; i++) {
        if (by[i] > a[i]) {
            return false;
        }
        better = better || by[i] < a[i];
    }
    return better;
}

/* Steuer and Choo's augmented Tchebycheff distance from the best of each aim, in their ranges; the
 * largest part rounded off, ever less, as it is a kink along the whole front */
static double
distance_to_ideal(const struct quire_search *s, const double *at)
{
    const struct quire_front *f = s->front;
    double most = -HUGE_VAL, sum = 0, rounded = 0;

    find_aims(s, at, f->aim);
    for (size_t i = 0; i < s->n_aim; i++) {
        const double part = (f->aim[i] - f->least[i]) / fmax(f->most[i] - f->least[i], 1e-300);
        f->aim[i] = f->weight[i] * part;
        most = fmax(most, f->aim[i]);
        sum += part;
    }
    for (size_t i = 0; i < s->n_aim; i++) {
        rounded += quire_exp(f->sharpness * (f->aim[i] - most));
    }
    most += quire_log(rounded) / f->sharpness;
    if (!isnan(s->request->jams)) {
        struct quire_predicted_jam jam;
        quire_predict_jam(s->space, at, &jam);
        sum += quire_jam_excess(&jam, s->request->jams) / AUGMENTED;
    }
    return most + AUGMENTED * sum;
}

/* Each point of the front goes on to the front itself, along the line from the ideal through it. */
static bool
polish_front(struct quire_search *s)
{
    struct quire_front *f = s->front;
    bool good = true;
    double value;

    for (size_t p = 0; good && p < s->out->n_front; p++) {
        double *at = s->out->front + p * s->runs->n_varied;
        memcpy(s->at, at, s->runs->n_varied * sizeof *at);
        find_aims(s, at, f->aim);
        for (size_t i = 0; i < s->n_aim; i++) {
            const double part = (f->aim[i] - f->least[i]) / fmax(f->most[i] - f->least[i], 1e-300);
            f->weight[i] = 1 / fmax(part, 1e-3);
        }
        for (f->sharpness = 10; good && f->sharpness <= SHARPEST; f->sharpness *= 10) {
            good = quire_search_polish(s, distance_to_ideal, &value);
        }
        memcpy(at, s->at, s->runs->n_varied * sizeof *at);
    }
    return good;
}

struct on_front {
    double aim;
    size_t point;
};

static int
compare_on_front(const void *a, const void *b)
{
    const struct on_front *x = a, *y = b;

    return x->aim != y->aim ? (x->aim > y->aim) - (x->aim < y->aim)
                            : (x->point > y->point) - (x->point < y->point);
}

/* The points that none dominates; where they are many, at even distances along the first aim. */
static bool
choose_front(struct quire_search *s, const double *place, const double *aim, size_t n)
{
    struct on_front *kept = calloc(n + 1, sizeof *kept);
    const size_t d = s->n_aim;
    size_t m = 0;

    for (size_t i = 0; kept != NULL && i < n; i++) {
        bool dominated = false;
        for (size_t j = 0; !dominated && j < n; j++) {
            dominated = is_dominated(aim + i * d, aim + j * d, d);
        }
        if (!dominated) {
            kept[m++] = (struct on_front){aim[i * d], i};
        }
    }
    if (kept != NULL) {
        qsort(kept, m, sizeof *kept, compare_on_front);
        s->out->n_front = m < s->request->pareto ? m : s->request->pareto;
    }
    size_t next = 0;
    for (size_t p = 0; kept != NULL && p < s->out->n_front; p++) {
        const size_t left = s->out->n_front - p - 1;
        const double wanted = left > 0 ? kept[0].aim + (kept[m - 1].aim - kept[0].aim) * (double)p /
                                                           (double)(s->out->n_front - 1)
                                       : kept[m - 1].aim;
        while (next + 1 + left < m && kept[next].aim < wanted) {
            next++;
        }
        memcpy(s->out->front + p * s->runs->n_varied, place + kept[next].point * s->runs->n_varied,
               s->runs->n_varied * sizeof *place);
        next++;
    }
    free(kept);
    return kept != NULL;
}

static bool
jams_are_few(const struct quire_search *s, const double *at)
{
    struct quire_predicted_jam jam;

    quire_predict_jam(s->space, at, &jam);
    return isnan(s->request->jams) || !(quire_jam_excess(&jam, s->request->jams) > 0);
}

bool
quire_search_front(struct quire_search *s, const struct quire_sobol *sobol, size_t combinations)
{
    const size_t n = s->runs->n_varied, d = s->n_aim,
                 points = combinations < FRONT ? FRONT / combinations : 1;
    double *place = calloc(combinations * points * n + 1, sizeof *place),
           *aim = calloc(combinations * points * d + 1, sizeof *aim),
           *room = calloc(4 * d + 1, sizeof *room);
    struct quire_front f = {room, room + d, room + 2 * d, room + 3 * d, 0};
    size_t m = 0;
    bool good = place != NULL && aim != NULL && room != NULL;

    for (size_t c = 0; good && c < combinations; c++) {
        quire_search_combine(s, c);
        for (size_t i = 0; i < points; i++) {
            quire_search_point(s, sobol, i);
            if (jams_are_few(s, s->at)) {
                memcpy(place + m * n, s->at, n * sizeof *place);
                find_aims(s, s->at, aim + m * d);
                m++;
            }
        }
    }
    for (size_t i = 0; good && i < d; i++) {
        f.least[i] = HUGE_VAL;
        f.most[i] = -HUGE_VAL;
        for (size_t p = 0; p < m; p++) {
            f.least[i] = fmin(f.least[i], aim[p * d + i]);
            f.most[i] = fmax(f.most[i], aim[p * d + i]);
        }
    }
    s->front = &f;
    good = good && choose_front(s, place, aim, m) && polish_front(s);
    free(place);
    free(aim);
    free(room);
    return good;
}
