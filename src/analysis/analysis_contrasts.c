/* All orthogonal contrasts of the points of a two-level design, those that no term of the model
 * uses too: what Lenth's method needs (doc/theory/statistics.md, 3). */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FACTORS 16 /* 2^16 products */

/* x[mask] becomes the sum over all i of x[i] times the product of the signs of i's bits in mask */
static void
transform(double *x, size_t bits)
{
    const size_t n = (size_t)1 << bits;

    for (size_t half = 1; half < n; half *= 2) {
        for (size_t i = 0; i < n; i += 2 * half) {
            for (size_t j = i; j < i + half; j++) {
                const double low = x[j], high = x[j + half];
                x[j] = low + high;
                x[j + half] = low - high;
            }
        }
    }
}

static double
value_of(const struct quire_varied *v, size_t run)
{
    return v->words ? (double)v->which[run] : v->coded[run];
}

/* the corner of each run, a bit a predictor; false where one has more than two values */
static bool
find_corners(size_t *corner, const struct quire_measured_analysis *out,
             const struct quire_runs *runs, const size_t *run, size_t m)
{
    memset(corner, 0, m * sizeof *corner);
    for (size_t p = 0; p < out->n_predictor; p++) {
        const struct quire_varied *v = &runs->varied[out->predictor[p]];
        double low = value_of(v, run[0]), high = low;
        for (size_t i = 1; i < m; i++) {
            low = fmin(low, value_of(v, run[i]));
            high = fmax(high, value_of(v, run[i]));
        }
        for (size_t i = 0; i < m; i++) {
            const double x = value_of(v, run[i]);
            if (x != low && x != high) {
                return false;
            }
            corner[i] |= (size_t)(x == high) << p;
        }
    }
    return true;
}

/* Products are orthogonal or the same but for their sign: the sum of each over the runs is 0 or all
 * of them. */
static bool
is_regular(const double *sum, size_t n, size_t m)
{
    for (size_t mask = 0; mask < n; mask++) {
        if (sum[mask] != 0 && fabs(sum[mask]) != (double)m) {
            return false;
        }
    }
    return true;
}

/* it differs between blocks alone: what it shows is theirs */
static bool
is_of_blocks(size_t mask, const size_t *corner, const struct quire_runs *runs, const size_t *run,
             size_t m, signed char *seen)
{
    memset(seen, 0, runs->n_block);
    for (size_t i = 0; i < m; i++) {
        size_t odd = corner[i] & mask;
        for (size_t shift = MOST_FACTORS / 2; shift > 0; shift /= 2) {
            odd ^= odd >> shift;
        }
        const signed char sign = odd & 1 ? -1 : 1;
        signed char *own = &seen[runs->block[run[i]]];
        if (*own != 0 && *own != sign) {
            return false;
        }
        *own = sign;
    }
    return true;
}

bool
quire_analysis_contrasts(double *effect, size_t *n_effect,
                         const struct quire_measured_analysis *out, const struct quire_runs *runs,
                         const double *y, const size_t *run, size_t m)
{
    const size_t bits = out->n_predictor, n = (size_t)1 << (bits > MOST_FACTORS ? 0 : bits);
    const bool blocks = runs->block != NULL && runs->n_block > 1;

    *n_effect = 0;
    if (bits == 0 || bits > MOST_FACTORS || m < 2 || quire_analysis_is_mixture(runs)) {
        return true;
    }
    size_t *corner = calloc(m, sizeof *corner), *word = calloc(n, sizeof *word);
    double *sum = calloc(n, sizeof *sum), *of = calloc(n, sizeof *of);
    signed char *seen = calloc(runs->n_block + 1, 1);
    bool *taken = calloc(n, sizeof *taken);
    const bool good = corner != NULL && word != NULL && sum != NULL && of != NULL && seen != NULL &&
                      taken != NULL;

    if (good && find_corners(corner, out, runs, run, m)) {
        for (size_t i = 0; i < m; i++) {
            sum[corner[i]] += 1;
            of[corner[i]] += y[i];
        }
        transform(sum, bits);
        transform(of, bits);
        const bool regular = is_regular(sum, n, m);
        size_t words = 0;
        for (size_t mask = 0; regular && mask < n; mask++) {
            if (sum[mask] != 0) {
                word[words++] = mask;
            }
        }
        for (size_t mask = 0; regular && mask < n; mask++) {
            if (taken[mask]) {
                continue;
            }
            for (size_t w = 0; w < words; w++) { /* its aliases */
                taken[mask ^ word[w]] = true;
            }
            if (mask > 0 && !(blocks && is_of_blocks(mask, corner, runs, run, m, seen))) {
                effect[(*n_effect)++] = 2 * of[mask] / (double)m;
            }
        }
    }
    free(corner);
    free(word);
    free(sum);
    free(of);
    free(seen);
    free(taken);
    return good;
}
