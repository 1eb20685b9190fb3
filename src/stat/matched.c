#include "stat/matched.h"

#include <math.h>
#include <stdlib.h>

#include "probability/families.h"
#include "stat/rate.h"
#include "stat/summary.h"

/* by draw, rest and level: of each draw the pairs lie together */
static int
compare(const void *a, const void *b)
{
    const struct quire_trial *x = a, *y = b;

    return x->draw != y->draw   ? (x->draw > y->draw) - (x->draw < y->draw)
           : x->rest != y->rest ? (x->rest > y->rest) - (x->rest < y->rest)
                                : (x->level > y->level) - (x->level < y->level);
}

static const struct quire_trial *
find(const struct quire_trial *trial, size_t n, size_t level)
{
    for (size_t i = 0; i < n; i++) {
        if (trial[i].level == level) {
            return &trial[i];
        }
    }
    return NULL;
}

/* of the runs of one draw; NaN: none can be compared */
static double
difference_of(struct quire_matched *out, const struct quire_trial *trial, size_t n)
{
    double sum = 0;
    size_t pairs = 0;

    for (size_t i = 0, same; i < n; i += same) {
        for (same = 1; i + same < n && trial[i + same].rest == trial[i].rest; same++) {
        }
        const struct quire_trial *a = find(trial + i, same, out->a),
                                 *b = find(trial + i, same, out->b);
        if (a == NULL || b == NULL) {
            continue;
        }
        if (isfinite(a->y) && isfinite(b->y)) {
            sum += b->y - a->y;
            pairs++;
        } else {
            out->left_out++;
        }
    }
    return pairs > 0 ? sum / (double)pairs : (double)NAN;
}

static void
test(struct quire_matched *out, const double *d, double confidence)
{
    const double n = (double)out->n, freedom = n - 1;
    double sum = 0;

    out->difference = quire_mean(d, out->n);
    out->error = out->low = out->high = out->p = (double)NAN;
    out->sign_p = quire_pairs_differ(out->more, out->fewer);
    if (out->n < 2) {
        return;
    }
    for (size_t i = 0; i < out->n; i++) {
        sum += (d[i] - out->difference) * (d[i] - out->difference);
    }
    out->error = sqrt(sum / freedom / n);
    const double reach =
        quire_upper_quantile(quire_student(freedom), (1 - confidence) / 2) * out->error;
    out->low = out->difference - reach;
    out->high = out->difference + reach;
    if (out->error > 0) {
        out->p = 2 * quire_above(quire_student(freedom), fabs(out->difference) / out->error);
    }
}

static void
compare_levels(struct quire_matched *out, const struct quire_trial *trial, size_t n, double *d,
               double confidence)
{
    for (size_t i = 0, same; i < n; i += same) {
        for (same = 1; i + same < n && trial[i + same].draw == trial[i].draw; same++) {
        }
        const double difference = difference_of(out, trial + i, same);
        if (!isnan(difference)) {
            d[out->n++] = difference;
            out->more += difference > 0;
            out->fewer += difference < 0;
        }
    }
    test(out, d, confidence);
}

bool
quire_matched_compare(struct quire_matched *out, size_t n_level, struct quire_trial *trial,
                      size_t n, double confidence)
{
    double *d = malloc((n + 1) * sizeof *d);
    size_t k = 0;

    if (d == NULL) {
        return false;
    }
    if (n > 0) {
        qsort(trial, n, sizeof *trial, compare);
    }
    for (size_t a = 0; a < n_level; a++) {
        for (size_t b = a + 1; b < n_level; b++, k++) {
            out[k] = (struct quire_matched){.a = a, .b = b};
            compare_levels(&out[k], trial, n, d, confidence);
        }
    }
    free(d);
    return true;
}
