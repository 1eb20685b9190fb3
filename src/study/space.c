#include "study/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "math/detmath.h"
#include "probability/families.h"
#include "study/parts.h"

/* standard normal numbers farther out have probabilities that are no numbers any more */
#define FARTHEST 37.0

/* ---- one noise: between its values and standard normal numbers ---- */

static double
value_of(const struct quire_study_own *v, double z)
{
    const bool normal = v->distribution.family == &quire_distribution_normal;
    const double at = normal ? z : fmax(-FARTHEST, fmin(FARTHEST, z));
    const struct quire_tails tails = quire_normal_tails(at);
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];

    quire_study_set_tails(v, tails.below, tails.above, at, &value, text);
    return v->seen->words ? (double)value.level : value.si;
}

/* the number below which lies as much of the normal distribution, exactly in both tails; infinite
 * if that is nothing or all */
static double
score_of_tails(double below, double above)
{
    return below < above ? quire_quantile(quire_normal(0, 1), below)
                         : quire_upper_quantile(quire_normal(0, 1), above);
}

/* NaN: the noise has no such value. A level is a range of scores, of which it takes the one in the
 * middle of its probability. */
static double
score_of(const struct quire_study_own *v, double si)
{
    if (v->distribution.family == NULL) {
        size_t l = 0;
        while (l < v->seen->n_level && v->level_si[l] != si) {
            l++;
        }
        if (l == v->seen->n_level) {
            return (double)NAN;
        }
        const double below = 0.5 * (v->share[l] + (l > 0 ? v->share[l - 1] : 0.0));
        return score_of_tails(below, 1.0 - below);
    }
    const double score =
        score_of_tails(quire_below(v->distribution, si), quire_above(v->distribution, si));
    return isfinite(score) ? score : (double)NAN;
}

/* ---- correlations: z = L u ---- */

static double
correlation(const struct quire_study *study, size_t i, size_t j)
{
    return study->cholesky != NULL ? study->cholesky[i * study->n_noise + j] : i == j ? 1.0 : 0.0;
}

/* z (n_noise) of u */
static void
correlate(const struct quire_study *study, const double *u, double *z)
{
    for (size_t i = study->n_noise; i-- > 0;) { /* from the last, as they may be the same */
        double sum = 0.0;
        for (size_t j = 0; j <= i; j++) {
            sum += correlation(study, i, j) * u[j];
        }
        z[i] = sum;
    }
}

/* u of z, in place; false where no u has that z: numbers of full correlation */
static bool
part(const struct quire_study *study, double *z)
{
    bool good = true;

    for (size_t i = 0; i < study->n_noise; i++) {
        const double pivot = correlation(study, i, i);
        for (size_t j = 0; j < i; j++) {
            z[i] -= correlation(study, i, j) * z[j];
        }
        good = good && (pivot > 0 || fabs(z[i]) < 1e-9);
        z[i] = pivot > 0 ? z[i] / pivot : 0.0;
    }
    return good;
}

/* w with L' w = u, in place: the direction in which the distance grows with the variables
 * themselves */
static void
turn_back(const struct quire_study *study, double *u)
{
    for (size_t i = study->n_noise; i-- > 0;) {
        const double pivot = correlation(study, i, i);
        for (size_t j = i + 1; j < study->n_noise; j++) {
            u[i] -= correlation(study, j, i) * u[j];
        }
        u[i] = pivot > 0 ? u[i] / pivot : 0.0;
    }
}

/* ---- the space ---- */

static bool
is_noise(const struct quire_study_space *self, size_t variable)
{
    return variable >= self->study->n_factor;
}

static bool
is_correlated(const struct quire_study *study, size_t noise)
{
    for (size_t i = 0; i < study->n_noise; i++) {
        if (i != noise && correlation(study, i > noise ? i : noise, i > noise ? noise : i) != 0) {
            return true;
        }
    }
    return false;
}

/* A value that cannot change is no coordinate, unless its number takes others along. */
static bool
is_coordinate(const struct quire_study *study, size_t j, bool noise_alone)
{
    const struct quire_study_variable *v = &study->variable[j];

    if (v->words && !(noise_alone && j >= study->n_factor)) {
        return false;
    }
    if (j < study->n_factor) {
        return !noise_alone && v->high > v->low;
    }
    return study->own[j].distribution.family != NULL || v->n_level > 1 ||
           is_correlated(study, j - study->n_factor);
}

static quire_status
refuse_words(const struct quire_study *study, const char *path, size_t j, quire_diag *diag)
{
    return quire_diag_error(diag, "E-MODEL",
                            (struct quire_place){path, study->own[j].object->place.line,
                                                 study->own[j].object->place.column},
                            NULL, "leave the correlation out, or vary numbers in its place",
                            "words stay as they are while a boundary is searched; those of '%s' "
                            "are correlated with other noise, which would have to stay, too",
                            study->variable[j].name);
}

static quire_status
make(struct quire_study_space *out, const struct quire_study *study, const char *path,
     bool noise_alone, quire_diag *diag)
{
    const size_t n = study->n_factor + study->n_noise;

    *out = (struct quire_study_space){.study = study,
                                      .variable = calloc(n + 1, sizeof *out->variable),
                                      .middle = calloc(n + 1, sizeof *out->middle),
                                      .score = calloc(n + 1, sizeof *out->score),
                                      .own = calloc(2 * n + 1, sizeof *out->own)};
    if (out->variable == NULL || out->middle == NULL || out->score == NULL || out->own == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t j = 0; j < n; j++) {
        const struct quire_study_own *v = &study->own[j];
        if (!noise_alone && is_noise(out, j) && v->seen->words &&
            is_correlated(study, j - study->n_factor)) {
            return refuse_words(study, path, j, diag);
        }
        out->middle[j] = is_noise(out, j) && !v->seen->words ? value_of(v, 0.0) : v->seen->nominal;
        if (is_coordinate(study, j, noise_alone)) {
            out->variable[out->n++] = j;
        }
    }
    return QUIRE_OK;
}

quire_status
quire_study_space_make(struct quire_study_space *out, const struct quire_study *study,
                       const char *path, quire_diag *diag)
{
    return make(out, study, path, false, diag);
}

quire_status
quire_study_space_make_noise(struct quire_study_space *out, const struct quire_study *study,
                             const char *path, quire_diag *diag)
{
    return make(out, study, path, true, diag);
}

bool
quire_study_space_is_correlated(const struct quire_study_space *self, size_t variable)
{
    return is_noise(self, variable) && is_correlated(self->study, variable - self->study->n_factor);
}

void
quire_study_space_clear(struct quire_study_space *self)
{
    free(self->variable);
    free(self->middle);
    free(self->score);
    free(self->own);
    *self = (struct quire_study_space){0};
}

const char *
quire_study_space_begin(struct quire_study_space *self, size_t variable, double value)
{
    const struct quire_study_own *v = &self->study->own[variable];

    if (is_noise(self, variable) && !v->seen->words) {
        const double score = score_of(v, value);
        if (isnan(score)) {
            return v->distribution.family == NULL
                       ? "the study has no such level"
                       : "the noise has no such value: it is outside of its distribution";
        }
        self->score[variable] = score;
    }
    self->middle[variable] = value;
    return NULL;
}

bool
quire_study_space_is_possible(const struct quire_study_space *self)
{
    memcpy(self->own, self->score + self->study->n_factor,
           self->study->n_noise * sizeof *self->own);
    return part(self->study, self->own);
}

/* deviations of the noise by its own numbers, from the coordinates: 0 of what is none */
static void
spread(const struct quire_study_space *self, const double *deviation, double *u)
{
    memset(u, 0, self->study->n_noise * sizeof *u);
    for (size_t k = 0; k < self->n; k++) {
        if (is_noise(self, self->variable[k])) {
            u[self->variable[k] - self->study->n_factor] = deviation[k];
        }
    }
}

static double
factor_at(const struct quire_study_variable *v, double middle, double deviation)
{
    return v->logarithmic ? middle * quire_exp(0.5 * deviation * quire_log(v->high / v->low))
                          : middle + 0.5 * deviation * (v->high - v->low);
}

void
quire_study_space_values(const struct quire_study_space *self, const double *deviation,
                         double *value)
{
    const struct quire_study *study = self->study;

    spread(self, deviation, self->own);
    correlate(study, self->own, self->own);
    memcpy(value, self->middle, (study->n_factor + study->n_noise) * sizeof *value);
    for (size_t k = 0; k < self->n; k++) {
        const size_t j = self->variable[k];
        const double own = is_noise(self, j) ? self->own[j - study->n_factor] : deviation[k];
        if (own != 0) {
            value[j] = is_noise(self, j) ? value_of(&study->own[j], self->score[j] + own)
                                         : factor_at(&study->variable[j], self->middle[j], own);
        }
    }
}

void
quire_study_space_own(const struct quire_study_space *self, const double *deviation, double *own,
                      double *share)
{
    const struct quire_study *study = self->study;
    double *z = self->own, *w = z + study->n_noise, square = 0.0;

    spread(self, deviation, z);
    memcpy(w, z, study->n_noise * sizeof *w);
    correlate(study, z, z);
    turn_back(study, w);
    for (size_t k = 0; k < self->n; k++) {
        const size_t j = self->variable[k];
        square += deviation[k] * deviation[k];
        own[k] = is_noise(self, j) ? z[j - study->n_factor] : deviation[k];
        share[k] = own[k] * (is_noise(self, j) ? w[j - study->n_factor] : deviation[k]);
    }
    for (size_t k = 0; k < self->n; k++) {
        share[k] = square > 0 ? share[k] / square : 0.0;
    }
}

void
quire_study_space_alone(const struct quire_study_space *self, size_t coordinate, double *direction)
{
    const struct quire_study *study = self->study;
    const size_t j = self->variable[coordinate];
    double square = 0.0;

    memset(direction, 0, self->n * sizeof *direction);
    if (!is_noise(self, j)) {
        direction[coordinate] = 1.0;
        return;
    }
    memset(self->own, 0, study->n_noise * sizeof *self->own);
    self->own[j - study->n_factor] = 1.0;
    if (!part(study, self->own)) {
        return;
    }
    for (size_t i = 0; i < study->n_noise; i++) {
        square += self->own[i] * self->own[i];
    }
    for (size_t k = 0; k < self->n && square > 0; k++) {
        direction[k] = is_noise(self, self->variable[k])
                           ? self->own[self->variable[k] - study->n_factor] / sqrt(square)
                           : 0.0;
    }
}
