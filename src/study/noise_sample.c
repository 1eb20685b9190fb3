/* Vectors of noise: that stand for its distribution in sums over it, and drawn ones. */
#include <math.h>
#include <stdlib.h>

#include "design/sampling/sobol_points.h"
#include "math/random.h"
#include "probability/families.h"
#include "study/parts.h"

#define SEED 1 /* of the scrambling: any; always the same */

/* Standard normal scores (n, d): a scrambled sequence, moved and turned so that means are 0,
 * variances 1 and covariances 0 exactly. What is quadratic in normal noise then has its exact mean.
 */
static bool
make_scores(double *z, size_t n, size_t d, struct quire_arena *arena)
{
    struct quire_sobol sobol;
    double *factor = quire_arena_get(arena, d * d + 1, sizeof *factor);

    if (factor == NULL || !quire_sobol_init(&sobol, d, true, SEED, arena)) {
        return false;
    }
    for (size_t j = 0; j < d; j++) {
        double mean = 0;
        for (size_t i = 0; i < n; i++) {
            z[i * d + j] = quire_quantile(quire_normal(0, 1), quire_sobol_share(&sobol, i, j));
            mean += z[i * d + j] / (double)n;
        }
        for (size_t i = 0; i < n; i++) {
            z[i * d + j] -= mean;
        }
    }
    for (size_t j = 0; j < d; j++) { /* Gram and Schmidt's, column by column */
        double square = 0;
        for (size_t k = 0; k < j; k++) {
            double along = 0;
            for (size_t i = 0; i < n; i++) {
                along += z[i * d + j] * z[i * d + k] / (double)n;
            }
            for (size_t i = 0; i < n; i++) {
                z[i * d + j] -= along * z[i * d + k];
            }
        }
        for (size_t i = 0; i < n; i++) {
            square += z[i * d + j] * z[i * d + j] / (double)n;
        }
        for (size_t i = 0; i < n; i++) {
            z[i * d + j] /= sqrt(square);
        }
    }
    return true;
}

/* scores that are drawn, each by itself */
static void
draw_scores(double *z, size_t n, size_t d, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < d; j++) {
            const uint32_t place[] = {QUIRE_RANDOM_ANALYSIS, (uint32_t)i, (uint32_t)(i >> 32),
                                      (uint32_t)j};
            z[i * d + j] = quire_quantile(quire_normal(0, 1), quire_random_uniform(seed, place));
        }
    }
}

/* values of noise from scores (n, d) */
static void
set_values(const struct quire_study *study, const double *z, size_t n, double *out)
{
    const size_t d = study->n_noise;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < d; j++) {
            const struct quire_study_own *v = &study->own[study->n_factor + j];
            struct quire_study_value value;
            char text[QUIRE_STUDY_TEXT_SIZE];
            double score = study->cholesky == NULL ? z[i * d + j] : 0;
            for (size_t k = 0; study->cholesky != NULL && k <= j; k++) {
                score += study->cholesky[j * d + k] * z[i * d + k];
            }
            const struct quire_tails tails = quire_normal_tails(score);
            quire_study_set_tails(v, tails.below, tails.above, score, &value, text);
            out[i * d + j] = v->seen->words ? (double)value.level : value.si;
        }
    }
}

bool
quire_study_noise_sample(const struct quire_study *study, size_t n, double *out)
{
    const size_t d = study->n_noise;
    struct quire_arena *arena = quire_arena_create();
    double *z = arena != NULL ? quire_arena_get(arena, n * d + 1, sizeof *z) : NULL;
    const bool good = z != NULL && make_scores(z, n, d, arena);

    if (good) {
        set_values(study, z, n, out);
    }
    if (arena != NULL) {
        quire_arena_destroy(arena);
    }
    return good;
}

bool
quire_study_noise_draws(const struct quire_study *study, size_t n, uint64_t seed, double *out)
{
    double *z = calloc(n * study->n_noise + 1, sizeof *z);

    if (z != NULL) {
        draw_scores(z, n, study->n_noise, seed);
        set_values(study, z, n, out);
    }
    free(z);
    return z != NULL;
}
