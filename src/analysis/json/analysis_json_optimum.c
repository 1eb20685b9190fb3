/* What predictions are made of, and the best settings, as JSON. */
#include "analysis/json/analysis_json.h"

#include <math.h>

#include "predict/conclusion.h"
#include "probability/families.h"

#define FRONT 20 /* points of the front */

/* ---- predictions */

/* a square matrix, its upper half by rows */
static void
write_upper(struct quire_json *out, const char *key, const double *matrix, size_t n)
{
    quire_json_open(out, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            quire_json_number(out, NULL, matrix[i * n + j]);
        }
    }
    quire_json_close(out, '[');
}

void
quire_json_prediction(struct quire_json *out, const struct quire_predictions *space, size_t k)
{
    const struct quire_measured_analysis *m = &space->a->measured[k];
    const size_t rank = m->fit.qr.rank;

    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "prediction", '{', true);
    quire_json_open(out, "known", '[', true);
    for (size_t j = 0; j < rank; j++) {
        quire_json_count(out, NULL, m->fit.qr.column[j]);
    }
    quire_json_close(out, '[');
    quire_json_number(out, "reach",
                      m->covariance != NULL
                          ? quire_upper_quantile(quire_student(m->predicted_freedom),
                                                 (1 - space->a->confidence) / 2)
                          : (double)NAN);
    quire_json_number(out, "misfit", m->misfit);
    quire_json_bool(out, "same_noise",
                    quire_analysis_same_noise(space->a, m) != QUIRE_NOISE_DIFFERS);
    write_upper(out, "covariance", m->covariance, m->covariance != NULL ? rank : 0);
    quire_json_numbers(out, "noise_mean", space->moments[k].mean, m->fit.n);
    write_upper(out, "noise_covariance", space->moments[k].covariance, m->fit.n);
    quire_json_close(out, '{');
}

void
quire_json_goal(struct quire_json *out, const struct quire_goal *goal)
{
    static const char *const words[] = {NULL, "smaller", "larger", "target"};

    quire_json_string(out, "better", words[goal->better]);
    quire_json_number(out, "target", goal->target);
    quire_json_number(out, "importance", goal->importance);
    quire_json_number(out, "shape", goal->shape);
}

/* ---- the optimum */

/* coded values, of words the number of the level; null of noise */
static void
write_place(struct quire_json *out, const char *key, const double *at, size_t n)
{
    quire_json_numbers(out, key, at, n);
}

static void
write_optimum(struct quire_json *out, const struct quire_predictions *space,
              const struct quire_optimum *best)
{
    const struct quire_runs *runs = space->a->runs;

    quire_json_open(out, "optimum", '{', true);
    write_place(out, "at", best->at, runs->n_varied);
    quire_json_number(out, "desirability", best->desirability);
    quire_json_number(out, "deviations", QUIRE_OPTIMUM_DEVIATIONS);
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "responses", '[', true);
    for (size_t k = 0; k < runs->n_measured; k++) {
        const struct quire_desired *d = &best->response[k];
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_bool(out, "counts", d->counts);
        quire_json_number(out, "worst", d->worst);
        quire_json_number(out, "low_worst", d->low_worst);
        quire_json_number(out, "best", d->best);
        quire_json_number(out, "desirability", d->counts ? d->desirability : (double)NAN);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "front", '[', true);
    for (size_t p = 0; p < best->n_front; p++) {
        quire_json_break(out, QUIRE_LINE_ITEM);
        write_place(out, NULL, best->front + p * runs->n_varied, runs->n_varied);
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

static void
write_region(struct quire_json *out, const struct quire_predictions *space)
{
    const struct quire_runs *runs = space->a->runs;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "region", '[', true);
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_numbers(out, "ends", (const double[]){space->low[i], space->high[i]}, 2);
        quire_json_numbers(out, "values",
                           (const double[]){v->words ? (double)NAN : v->low_si / v->worth,
                                            v->words ? (double)NAN : v->high_si / v->worth},
                           2);
        quire_json_bool(out, "logarithmic", v->logarithmic);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

/* what the noise adds to the log odds of jams, vector by vector */
static void
write_jam_noise(struct quire_json *out, const struct quire_predictions *space)
{
    const struct quire_analysis *a = space->a;
    const size_t n = a->runs->n_varied;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "jam_noise", '[', true);
    for (size_t s = 0; a->has_odds && s < space->n_noise; s++) {
        double sum = 0;
        for (size_t j = 1; j < a->odds.n; j++) {
            const size_t v = a->odds_predictor[a->odds_term[a->odds_x.term[j]].predictor[0]];
            const double value = space->noise[s * n + v];
            const size_t contrast = j - quire_analysis_first_column(&a->odds_x, j);
            if (v < n && a->runs->varied[v].noise && !a->odds.odds[j].aliased) {
                sum += a->odds.odds[j].value *
                       (a->runs->varied[v].words
                            ? quire_analysis_contrast(&a->runs->varied[v], contrast, value)
                            : value);
            }
        }
        quire_json_number(out, NULL, sum);
    }
    quire_json_close(out, '[');
}

/* "conclusion": its lines */
static void
write_conclusion(struct quire_json *out, struct quire_predictions *space,
                 const struct quire_optimum *best)
{
    struct quire_text text = {0};

    text.failed = !quire_conclusion(&text, space, best);
    quire_json_lines(out, "conclusion", &text);
    quire_text_clear_part(&text, out->text);
}

void
quire_json_optimum(struct quire_json *out, struct quire_predictions *space)
{
    const size_t n = space->a->runs->n_varied;
    double *held = quire_arena_get(space->a->arena, n, sizeof *held);
    const struct quire_optimum_request request = {
        .held = held, .deviations = QUIRE_OPTIMUM_DEVIATIONS, .jams = (double)NAN, .pareto = FRONT};
    struct quire_optimum best = {.found = false};

    for (size_t i = 0; held != NULL && i < n; i++) {
        held[i] = (double)NAN;
    }
    out->text->failed =
        out->text->failed || held == NULL || !quire_optimise(&best, space, &request);
    write_region(out, space);
    write_jam_noise(out, space);
    quire_json_break(out, QUIRE_LINE_KEY);
    if (best.found) {
        write_optimum(out, space, &best);
    } else {
        quire_json_string(out, "optimum", NULL);
    }
    write_conclusion(out, space, &best);
}
