/* What a study will show before it is run: the smallest effects, the efficiency of its design. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis_parts.h"
#include "base/diag.h"
#include "design/sampling/sobol_points.h"
#include "doe/verbs.h"
#include "jobs/merge.h"
#include "math/random.h"
#include "stat/model/efficiency.h"
#include "stat/model/power.h"

#define MOST_RUNS 20000 /* of a study: more take too long */
#define LEVEL     0.05
#define POWER     0.9
#define REGION    2000 /* points of the region for efficiencies */
#define PER_LINE  6

/* The plan as runs, with any numbers in place of a response: terms follow from the points alone. */
static quire_status
make_runs(const struct doe_work *work, struct doe_runs *out, quire_diag *diag)
{
    struct doe_columns c;
    struct doe_run run = {0};
    struct quire_measured *measured = NULL;
    quire_status status = QUIRE_OK;

    out->arena = quire_arena_create();
    bool good = out->arena != NULL && doe_columns_begin(&c, out->arena, work->n_variable, 1) &&
                doe_run_init(&run, work) &&
                (measured = quire_arena_get(out->arena, 1, sizeof *measured)) != NULL;
    if (good) {
        doe_columns_take_variables(&c, work);
    }
    for (uint64_t i = 0; good && status == QUIRE_OK && i < work->n_run; i++) {
        status = doe_work_run(work, i, &run, diag);
        for (size_t v = 0; good && status == QUIRE_OK && v < work->n_variable; v++) {
            good = doe_columns_see(&c, v, run.of.value[v].text);
        }
    }
    good = good && doe_columns_make_room(&c, (size_t)work->n_run);
    for (uint64_t i = 0; good && status == QUIRE_OK && i < work->n_run; i++) {
        const uint32_t place[] = {QUIRE_RANDOM_ANALYSIS, (uint32_t)i, 0, 0};
        status = doe_work_run(work, i, &run, diag);
        c.value[0][i] = quire_random_uniform(1, place);
        good = status == QUIRE_OK && doe_columns_place(&c, work, &run);
    }
    doe_run_clear(&run);
    if (!good) {
        return status != QUIRE_OK ? status : quire_diag_memory_error(diag);
    }
    measured[0] = (struct quire_measured){.name = "any", .unit = "", .limits = {NAN, NAN}};
    out->of = (struct quire_runs){.layout = quire_study_layout(work->study),
                                  .noise_layout = quire_study_noise_layout(work->study),
                                  .name = work->name,
                                  .planned = work->n_run,
                                  .sampling = quire_study_sampling(work->study)};
    return doe_columns_end(&c, measured, &out->of) ? QUIRE_OK : quire_diag_memory_error(diag);
}

/* ---- the smallest effects */

static bool
is_of_kind(const struct quire_term *t, size_t kind)
{
    return kind == 0   ? t->order == 1
           : kind == 1 ? t->order == 2 && t->predictor[0] != t->predictor[1]
                       : t->order == 2 && t->predictor[0] == t->predictor[1];
}

static void
add_name(struct quire_text *out, const struct quire_runs *runs,
         const struct quire_measured_analysis *m, const struct quire_term *t)
{
    for (size_t i = 0; i < t->order; i++) {
        const size_t v = m->predictor[t->predictor[i]];
        quire_text_format(out, "%s%s", i > 0 ? " x " : "",
                          v < runs->n_varied ? runs->varied[v].name : "block");
    }
}

static void
tell_effects(struct quire_text *out, const struct quire_runs *runs,
             const struct quire_measured_analysis *m, const struct quire_term_power *row)
{
    static const char *const kinds[] = {"main effects", "interactions", "squares"};

    quire_text_add(out, "\nsmallest effects from low to high that are shown with 90 % power at the "
                        "5 % level, in deviations of a run about the model\n");
    for (size_t kind = 0; kind < 3; kind++) {
        size_t n = 0;
        for (size_t t = 1; t < m->n_term; t++) {
            if (!is_of_kind(&m->term[t], kind) || (m->has_block && t == m->n_term - 1)) {
                continue;
            }
            if (n % PER_LINE == 0) {
                quire_text_format(out, "%s  %-14s", n > 0 ? "\n" : "", n > 0 ? "" : kinds[kind]);
            }
            quire_text_add(out, n % PER_LINE > 0 ? ", " : " ");
            add_name(out, runs, m, &m->term[t]);
            quire_text_format(out, row[t].freedom > 0 ? " %.3g" : " aliased", row[t].effect);
            n++;
        }
        quire_text_add(out, n > 0 ? "\n" : "");
    }
}

/* ---- the design */

/* points of the box and levels of words, as the model's terms take them */
static bool
make_region(struct quire_regressors *out, const struct quire_runs *runs,
            const struct quire_measured_analysis *m, struct quire_arena *arena)
{
    struct quire_predictor *p = quire_arena_get(arena, m->n_predictor + 1, sizeof *p);
    struct quire_sobol sobol;
    bool good = p != NULL &&
                quire_sobol_init(&sobol, m->n_predictor > 0 ? m->n_predictor : 1, true, 1, arena);

    for (size_t i = 0; good && i < m->n_predictor; i++) {
        const struct quire_varied *v = &runs->varied[m->predictor[i]];
        double *x = quire_arena_get(arena, REGION, sizeof *x);
        size_t *level = quire_arena_get(arena, REGION, sizeof *level);
        good = x != NULL && level != NULL;
        for (size_t r = 0; good && r < REGION; r++) {
            const double share = quire_sobol_share(&sobol, r, i);
            x[r] = 2 * share - 1;
            level[r] = (size_t)(share * (double)(v->n_level > 0 ? v->n_level : 1));
        }
        p[i] = (struct quire_predictor){v->words ? v->n_level : 0, x, level};
    }
    return good && quire_regressors_make(out, p, m->term, m->n_term - m->has_block, NULL, REGION);
}

static bool
tell_efficiency(struct quire_text *out, const struct quire_runs *runs,
                const struct quire_measured_analysis *m, struct quire_arena *arena)
{
    struct quire_regressors region = {0};
    struct quire_efficiency e;
    struct quire_regressors x = m->x;
    size_t column;

    while (m->has_block && x.n > 0 && x.term[x.n - 1] == m->n_term - 1) {
        x.n--; /* blocks are no part of what is predicted */
    }
    const bool good = make_region(&region, runs, m, arena);
    const enum quire_model_status status =
        good ? quire_efficiency_make(&e, &x, &region, &column) : QUIRE_MODEL_MEMORY;
    if (status == QUIRE_MODEL_FINE) {
        quire_text_format(out,
                          "efficiency: D %.3g, A %.3g, G %.3g, I %.3g; standard error of a "
                          "predicted mean, in these deviations: %.3g on average, %.3g at most\n",
                          e.d, e.a, e.g, e.i, sqrt(e.mean), sqrt(e.largest));
    }
    quire_regressors_clear(&region);
    return status != QUIRE_MODEL_MEMORY;
}

quire_status
doe_describe_power(const struct doe_work *work, struct quire_text *out, quire_diag *diag)
{
    struct doe_runs runs = {0};
    struct quire_analysis a = {0};
    quire_status status = QUIRE_OK;

    if (work->n_run < 2 || work->n_run > MOST_RUNS || work->n_variable == 0) {
        return QUIRE_OK;
    }
    status = make_runs(work, &runs, diag);
    if (status == QUIRE_OK && !quire_analyse(&a, &runs.of, DOE_CONFIDENCE)) {
        status = quire_diag_memory_error(diag);
    }
    const struct quire_measured_analysis *m = a.measured;
    if (status == QUIRE_OK && m->order != QUIRE_MODEL_NONE) {
        struct quire_term_power *row = calloc(m->n_term + 1, sizeof *row);
        const enum quire_model_status found =
            row != NULL ? quire_design_power(row, &m->x, m->n_term, LEVEL, POWER, 0)
                        : QUIRE_MODEL_MEMORY;
        if (found == QUIRE_MODEL_FINE && runs.of.sampling == QUIRE_SAMPLING_INDEPENDENT) {
            tell_effects(out, &runs.of, m, row);
        }
        if (found == QUIRE_MODEL_MEMORY || !tell_efficiency(out, &runs.of, m, a.arena)) {
            status = quire_diag_memory_error(diag);
        }
        free(row);
        if (quire_analysis_same_noise(&a, m) != QUIRE_NOISE_DIFFERS) {
            quire_text_add(out, "warning: ");
            quire_analysis_noise_warning(out, &a, m);
        }
    }
    if (a.runs != NULL) {
        quire_analysis_clear(&a);
    }
    doe_runs_clear(&runs);
    return status;
}
