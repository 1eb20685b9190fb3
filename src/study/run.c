/* One run of a study: from its index to the values of all variables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/random.h"
#include "probability/families.h"
#include "study/parts.h"

#define SAME_FOR_ALL_POINTS UINT32_MAX /* in place of the point's number; no point has it */

/* room for what one run needs */
struct work {
    const struct quire_study *study;
    struct quire_study_run *run;
    struct quire_design_value *design; /* (n) */
    double *z;                         /* (n_noise) */
    struct quire_text text;
};

static void
put(struct work *w, const char *text)
{
    quire_text_add(&w->text, text);
    quire_text_add_char(&w->text, '\0');
}

static void
set_factors(struct work *w)
{
    const struct quire_study *study = w->study;
    char text[QUIRE_STUDY_TEXT_SIZE];
    study->design.ops->point(&study->design, w->run->point, w->design);
    for (size_t j = study->n_designed; j < study->n_factor; j++) {
        w->design[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_LEVEL};
    }
    for (size_t j = 0; j < study->n_factor; j++) {
        quire_study_set(&study->own[j], &w->design[j], &w->run->value[j], text);
        put(w, text);
    }
}

/* ---- noise ---- */

static void
set_outer(struct work *w)
{
    const struct quire_study *study = w->study;
    char text[QUIRE_STUDY_TEXT_SIZE];
    study->outer.ops->point(&study->outer, w->run->outer, w->design);
    for (size_t j = 0; j < study->n_noise; j++) {
        const struct quire_study_own *v = &study->own[study->n_factor + j];
        struct quire_study_value *value = &w->run->value[study->n_factor + j];
        const double coded = w->design[j].coded;
        if (w->design[j].sort != QUIRE_DESIGN_CODED) {
            quire_study_set(v, &w->design[j], value, text);
        } else if (study->outer.samples) {
            const double below = 0.5 * (1.0 + coded), above = 0.5 * (1.0 - coded);
            quire_study_set_tails(v, below, above, quire_quantile(quire_normal(0, 1), below), value,
                                  text);
        } else {
            const struct quire_tails tails = quire_normal_tails(coded / v->spread);
            quire_study_set_tails(v, tails.below, tails.above, coded / v->spread, value, text);
        }
        put(w, text);
    }
}

/* Points that meet the same noise have the same number. What indices compare must differ by one
 * factor alone: the points of a trajectory, and those of a Saltelli row with all or all but one of
 * their factors from sample a. Sample b has noise of its own, as it has factors of its own: noise
 * is one more input of the two. */
static uint32_t
noise_of(const struct quire_study *study, uint64_t point)
{
    const uint64_t k = study->n_designed;
    switch (study->params->draws == QUIRE_DRAWS_COMMON ? QUIRE_LAYOUT_FREE
                                                       : study->design.ops->layout) {
    case QUIRE_LAYOUT_MORRIS: return (uint32_t)(point / (k + 1));
    case QUIRE_LAYOUT_SALTELLI:
        return (uint32_t)(2 * (point / (k + 2)) + (point % (k + 2) == k + 1 ? 1 : 0));
    case QUIRE_LAYOUT_SALTELLI_SECOND:
        return (uint32_t)(2 * (point / (2 * k + 2)) + (point % (2 * k + 2) > k ? 1 : 0));
    case QUIRE_LAYOUT_FREE: break;
    }
    return study->params->draws == QUIRE_DRAWS_COMMON ? SAME_FOR_ALL_POINTS : (uint32_t)point;
}

/* What is drawn for a block is so in place of a point's number that no point has. */
static double
draw(const struct work *w, size_t j)
{
    const struct quire_noise_params *p = w->study->own[w->study->n_factor + j].object->params;
    const bool of_block = p->per == QUIRE_NOISE_PER_BLOCK;
    const uint32_t place[4] = {
        of_block ? SAME_FOR_ALL_POINTS - (uint32_t)w->run->block : w->run->noise,
        QUIRE_RANDOM_NOISE, of_block ? 0 : (uint32_t)w->run->replicate, (uint32_t)j};
    return quire_random_uniform(quire_study_seed(w->study), place);
}

static void
set_independent(struct work *w)
{
    const struct quire_study *study = w->study;
    char text[QUIRE_STUDY_TEXT_SIZE];
    for (size_t j = 0; j < study->n_noise; j++) {
        const double p = draw(w, j);
        quire_study_set_tails(&study->own[study->n_factor + j], p, 1.0 - p,
                              quire_quantile(quire_normal(0, 1), p),
                              &w->run->value[study->n_factor + j], text);
        put(w, text);
    }
}

/* Gaussian copula: correlated normal numbers, each turned into its own distribution
 * (doc/theory/designs.md) */
static void
set_correlated(struct work *w)
{
    const struct quire_study *study = w->study;
    const size_t n = study->n_noise;
    char text[QUIRE_STUDY_TEXT_SIZE];
    for (size_t j = 0; j < n; j++) {
        w->z[j] = quire_quantile(quire_normal(0, 1), draw(w, j));
    }
    for (size_t i = 0; i < n; i++) {
        double z = 0.0;
        for (size_t j = 0; j <= i; j++) {
            z += study->cholesky[i * n + j] * w->z[j];
        }
        const struct quire_tails tails = quire_normal_tails(z);
        quire_study_set_tails(&study->own[study->n_factor + i], tails.below, tails.above, z,
                              &w->run->value[study->n_factor + i], text);
        put(w, text);
    }
}

static void
set_noise(struct work *w)
{
    if (w->study->outer_object != NULL) {
        set_outer(w);
    } else if (w->study->cholesky != NULL) {
        set_correlated(w);
    } else {
        set_independent(w);
    }
}

/* ---- public ---- */

static bool
make_room(struct work *w)
{
    const size_t n = w->study->n_factor + w->study->n_noise;
    if (w->run->n != n || w->run->value == NULL) {
        quire_study_run_clear(w->run);
        w->run->value = calloc(n, sizeof *w->run->value);
        w->run->n = w->run->value != NULL ? n : 0;
    }
    free(w->run->text);
    w->run->text = NULL;
    w->design = calloc(n, sizeof *w->design);
    w->z = calloc(w->study->n_noise + 1, sizeof *w->z);
    return w->run->value != NULL && w->design != NULL && w->z != NULL;
}

/* the texts lie one behind the other */
static void
point_at_texts(struct quire_study_run *run)
{
    const char *text = run->text;
    for (size_t i = 0; i < run->n; i++) {
        run->value[i].text = text;
        text += strlen(text) + 1;
    }
}

/* gives the run its texts, if all is good so far */
static quire_status
finish(struct work *w, bool good)
{
    if (good) {
        w->run->text = quire_text_take(&w->text);
        good = w->run->text != NULL;
    }
    if (good) {
        point_at_texts(w->run);
    }
    quire_text_clear(&w->text);
    free(w->design);
    free(w->z);
    return good ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

/* false if the plan has no such run */
static bool
set_place(struct work *w, uint64_t index)
{
    const struct quire_study *study = w->study;
    struct quire_study_run *run = w->run;

    run->index = index;
    run->replicate = index % study->replicates;
    run->outer = index / study->replicates % study->outer_points;
    run->point = quire_study_point(study, index / study->replicates / study->outer_points);
    if (run->point == UINT64_MAX) {
        return false;
    }
    run->noise = noise_of(study, run->point);
    run->block =
        study->design.ops->block != NULL ? study->design.ops->block(&study->design, run->point) : 1;
    return true;
}

quire_status
quire_study_run(const struct quire_study *study, uint64_t index, struct quire_study_run *run)
{
    struct work w = {.study = study, .run = run};
    const bool good = make_room(&w) && set_place(&w, index);
    if (good) {
        set_factors(&w);
        set_noise(&w);
    }
    return finish(&w, good);
}

quire_status
quire_study_run_known(const struct quire_study *study, uint64_t index,
                      const struct quire_study_known *known, struct quire_study_run *run,
                      bool *same)
{
    struct work w = {.study = study, .run = run};
    char text[QUIRE_STUDY_TEXT_SIZE];
    const bool good = make_room(&w) && set_place(&w, index);
    *same = good;
    for (size_t j = 0; good && j < run->n; j++) {
        *same = *same && quire_study_set_known(&study->own[j], &known[j], &run->value[j], text);
        put(&w, *same ? text : "");
    }
    return finish(&w, good);
}

quire_status
quire_study_run_at(const struct quire_study *study, const double *si, struct quire_study_run *run)
{
    const struct quire_design_value nominal = {.sort = QUIRE_DESIGN_NOMINAL};
    struct work w = {.study = study, .run = run};
    bool good = make_room(&w);
    char text[QUIRE_STUDY_TEXT_SIZE];
    run->index = run->point = run->outer = run->replicate = 0;
    run->noise = 0;
    run->block = 1;
    for (size_t j = 0; good && j < run->n; j++) {
        if (isnan(si[j])) {
            quire_study_set(&study->own[j], &nominal, &run->value[j], text);
        } else if (study->variable[j].words) {
            quire_study_set_level(&study->own[j], (size_t)si[j], &run->value[j], text);
        } else {
            quire_study_set_si(&study->own[j], si[j], &run->value[j], text);
        }
        put(&w, text);
    }
    return finish(&w, good);
}

void
quire_study_run_clear(struct quire_study_run *run)
{
    free(run->value);
    free(run->text);
    *run = (struct quire_study_run){0};
}
