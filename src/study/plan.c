/* The plan: the design of the factors, the outer array of the noise, and the points that are left
 * out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/params.h"
#include "model/problem.h"
#include "study/parts.h"
#include "text/suggest.h"

#define CHUNK 256 /* points between two counts */
/* most points of a plan of which some are left out: each is looked at before the study starts */
#define EXCLUDED_MOST 10000000
#define OUTER_MOST    1000000 /* most points of an outer array */

/* ---- <exclude> ---- */

/* "plain-80, card-300": the levels as the words of a formula; NULL where there are none */
static const char *
level_words(struct quire_study *study, const struct quire_study_variable *variable)
{
    struct quire_text list = {0};
    for (size_t i = 0; i < variable->n_level; i++) {
        quire_text_add(&list, i > 0 ? ", " : "");
        quire_text_add(&list, variable->level[i]);
    }
    const char *words =
        list.failed || list.data == NULL ? NULL : quire_arena_copy(study->arena, list.data);
    quire_text_clear(&list);
    return words;
}

static bool
find_factor(void *user, const char *text, size_t *length, struct quire_formula_name *out,
            char *error, size_t size)
{
    struct quire_study *study = user;
    char word[QUIRE_NAME_LIMIT + 1], hint[200];
    *length = quire_formula_word(text);
    quire_number_format(word, sizeof word, "%.*s",
                        (int)(*length < QUIRE_NAME_LIMIT ? *length : QUIRE_NAME_LIMIT), text);
    struct quire_suggest s = quire_suggest_begin(word);
    for (size_t i = 0; i < study->n_factor; i++) {
        const struct quire_study_variable *v = &study->variable[i];
        quire_suggest_offer(&s, v->name);
        if (strlen(v->name) != *length || memcmp(v->name, text, *length) != 0) {
            continue;
        }
        *out = (struct quire_formula_name){.index = (int)i, .dimension = study->own[i].dimension};
        if (v->words && (out->words = level_words(study, v)) == NULL) {
            quire_number_format(error, size, "the words of factor '%s' are not listed by levels",
                                v->name);
            return false;
        }
        return true;
    }
    const char *near = quire_suggest_hint(&s, hint, sizeof hint);
    quire_number_format(error, size, "there is no factor '%s'%s%s", word, near != NULL ? "; " : "",
                        near != NULL ? near : "");
    return false;
}

static quire_status
read_exclusion(struct quire_study *study, const struct quire_object *self, quire_diag *diag)
{
    const struct quire_exclude_params *p = self->params;
    const struct quire_formula_names names = {find_factor, study};
    struct quire_formula **formula = &study->left.formula[study->left.n];
    char error[300] = "", excerpt[QUIRE_EXCERPT_SIZE];
    if (!quire_formula_read(formula, p->when, true, &names, error, sizeof error)) {
        return quire_formula_lacked_memory(error)
                   ? quire_diag_memory_error(diag)
                   : quire_object_error(self, diag, "E-FORMULA", NULL, "when = '%s': %s",
                                        quire_excerpt(excerpt, p->when), error);
    }
    study->left.n++;
    return quire_formula_is_logical(*formula)
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-FORMULA", "such as nip_load > 8 N",
                                    "when = '%s' is neither true nor false",
                                    quire_excerpt(excerpt, p->when));
}

static quire_status
read_exclusions(struct quire_study *study, quire_diag *diag)
{
    const struct quire_object *self = quire_object_child_of(study->file->root, &quire_kind_exclude),
                              *design = study->design_object;
    quire_status status = QUIRE_OK;
    if (self != NULL &&
        ((const struct quire_design_ops *)design->kind->ops)->layout != QUIRE_LAYOUT_FREE) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "narrow the ranges, or take a latin-hypercube design",
                                  "indices of the %s design at line %d compare whole rows of its "
                                  "points, so that none can be left out",
                                  design->kind->variant, design->place.line);
    }
    study->left.formula =
        quire_arena_get(study->arena, study->file->root->n_child, sizeof *study->left.formula);
    if (study->left.formula == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0;
         (self = quire_object_next_of(study->file->root, &quire_kind_exclude, &i)) != NULL;) {
        const quire_status one = read_exclusion(study, self, diag);
        status = one != QUIRE_OK ? one : status;
    }
    return status;
}

struct setting {
    const struct quire_study *study;
    const struct quire_design_value *value;
};

/* in SI; of words the number of the level */
static double
value_of(void *user, size_t column, const struct quire_design_value *from)
{
    const struct quire_study *study = user;
    const struct quire_study_own *v = &study->own[column];
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];
    quire_study_set(v, from, &value, text);
    return v->seen->words ? (double)value.level : value.si;
}

static double
get_factor(void *user, int index)
{
    static const struct quire_design_value only = {.sort = QUIRE_DESIGN_LEVEL};
    const struct setting *s = user;
    if ((size_t)index >= s->study->n_designed) { /* it is held */
        return value_of((void *)s->study, (size_t)index, &only);
    }
    return value_of((void *)s->study, (size_t)index, &s->value[index]);
}

/* whether no <exclude> leaves the point out */
static bool
allows(void *user, const struct quire_design_value *value)
{
    const struct quire_study *study = user;
    struct setting s = {study, value};
    for (size_t i = 0; i < study->left.n; i++) {
        if (quire_formula_value(study->left.formula[i], get_factor, &s) != 0.0) {
            return false;
        }
    }
    return true;
}

static bool
allows_point(const struct quire_study *study, uint64_t point, struct quire_design_value *value)
{
    study->design.ops->point(&study->design, point, value);
    return allows((void *)study, value);
}

/* The points that are left in, counted up to each chunk; met[i]: some point meets the i-th
 * <exclude>.
 */
static void
count_points(struct quire_study *study, struct quire_design_value *value, bool *met)
{
    struct setting s = {study, value};

    for (uint64_t point = 0; point < study->design.points; point++) {
        bool out = false;
        if (point % CHUNK == 0) {
            study->left.before[point / CHUNK] = study->points;
        }
        study->design.ops->point(&study->design, point, value);
        for (size_t i = 0; i < study->left.n; i++) {
            if (quire_formula_value(study->left.formula[i], get_factor, &s) != 0.0) {
                met[i] = out = true;
            }
        }
        study->points += out ? 0 : 1;
    }
    study->left.before[study->left.n_chunk] = study->points;
}

static void
warn_of_idle_exclusions(const struct quire_study *study, const bool *met, quire_diag *diag)
{
    const struct quire_object *self;

    for (size_t i = 0, n = 0;
         (self = quire_object_next_of(study->file->root, &quire_kind_exclude, &i)) != NULL; n++) {
        if (!met[n]) {
            quire_object_warning(self, diag, "W-UNUSED", NULL,
                                 "none of the design's %llu points meets it",
                                 (unsigned long long)study->design.points);
        }
    }
}

static quire_status
count_left(struct quire_study *study, quire_diag *diag)
{
    struct quire_study_left *left = &study->left;
    struct quire_design_value *value =
        quire_arena_get(study->arena, study->n_factor, sizeof *value);
    bool *met = quire_arena_get(study->arena, left->n, sizeof *met);
    const struct quire_object *first =
        quire_object_child_of(study->file->root, &quire_kind_exclude);
    if (study->design.points > EXCLUDED_MOST) {
        return quire_object_error(
            first, diag, "E-LIMIT", NULL,
            "points are left out only of plans with at most %d points; this one has %llu",
            EXCLUDED_MOST, (unsigned long long)study->design.points);
    }
    left->n_chunk = (size_t)((study->design.points + CHUNK - 1) / CHUNK);
    left->before = calloc(left->n_chunk + 1, sizeof *left->before);
    if (value == NULL || met == NULL || left->before == NULL) {
        return quire_diag_memory_error(diag);
    }
    count_points(study, value, met);
    warn_of_idle_exclusions(study, met, diag);
    return study->points > 0
               ? QUIRE_OK
               : quire_object_error(
                     first, diag, "E-MODEL",
                     "make the conditions narrower, or add levels that meet none of them",
                     "every one of the design's %llu points is left out",
                     (unsigned long long)study->design.points);
}

/* the i-th of the points left in */
uint64_t
quire_study_point(const struct quire_study *study, uint64_t i)
{
    const struct quire_study_left *left = &study->left;
    if (left->before == NULL) {
        return i;
    }
    size_t low = 0, high = left->n_chunk; /* the chunk is in [low, high) */
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (left->before[middle] <= i) {
            low = middle;
        } else {
            high = middle;
        }
    }
    struct quire_design_value *value = calloc(study->n_factor + 1, sizeof *value);
    uint64_t point = (uint64_t)low * CHUNK;
    for (uint64_t n = left->before[low]; value != NULL; point++) {
        n += allows_point(study, point, value) ? 1 : 0;
        if (n > i) {
            break;
        }
    }
    const bool failed = value == NULL;
    free(value);
    return failed ? UINT64_MAX : point;
}

/* ---- designs ---- */

static double
nominal_of(const struct quire_study_own *v)
{
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];
    const struct quire_design_value nominal = {.sort = QUIRE_DESIGN_NOMINAL};
    quire_study_set(v, &nominal, &value, text);
    if (v->seen->n_level > 0) {
        return value.level >= 0 ? (double)value.level : (double)NAN;
    }
    return value.coded;
}

static void
fill_columns(struct quire_study *study)
{
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const struct quire_study_own *v = &study->own[i];
        const bool open =
            v->seen->role == QUIRE_STUDY_FACTOR && v->seen->n_level == 0 && isnan(v->first);
        study->column[i] = (struct quire_design_column){
            .name = v->seen->name,
            .levels = open ? -1 : (long)v->seen->n_level,
            .ordered = !v->seen->words,
            .share = v->alike ? NULL : v->share,
            .nominal = v->seen->role == QUIRE_STUDY_FACTOR && !open ? nominal_of(v) : (double)NAN,
            .place = v->object->place,
        };
    }
}

/* what a text or the model's own value comes to */
static void
code(void *user, size_t column, struct quire_design_value *value)
{
    const struct quire_study *study = user;
    const struct quire_study_own *v = &study->own[column];
    struct quire_study_value found;
    char text[QUIRE_STUDY_TEXT_SIZE];
    if (value->sort != QUIRE_DESIGN_TEXT && value->sort != QUIRE_DESIGN_NOMINAL) {
        return;
    }
    quire_study_set(v, value, &found, text);
    if (v->seen->n_level > 0 && found.level >= 0) {
        *value = (struct quire_design_value){.sort = QUIRE_DESIGN_LEVEL, .level = found.level};
    } else if (v->seen->n_level == 0 && isfinite(found.coded)) {
        *value = (struct quire_design_value){.sort = QUIRE_DESIGN_CODED, .coded = found.coded};
    }
}

static struct quire_design_task
task_of(struct quire_study *study, const struct quire_object *self, size_t first, size_t n,
        const struct quire_formula_names *names, quire_diag *diag)
{
    return (struct quire_design_task){
        .self = self,
        .column = study->column + first,
        .n = n,
        .seed = (uint64_t)study->params->seed,
        .allows = first == 0 ? allows : NULL,
        .code = code,
        .names = first == 0 ? names : NULL,
        .value = value_of,
        .user = study,
        .folder = study->folder,
        .arena = study->arena,
        .diag = diag,
    };
}

static quire_status
make_design(struct quire_design_plan *out, const struct quire_design_task *task)
{
    *out = (struct quire_design_plan){
        .ops = task->self->kind->ops, .column = task->column, .n = task->n, .seed = task->seed};
    return out->ops->make(out, task);
}

/* a table's cells are read before anything runs; what they hold becomes the variable's range or
 * levels */
static quire_status
check_cell(struct quire_study *study, const struct quire_design_plan *plan, uint64_t point,
           size_t column, struct quire_study_own *v, const char *text, quire_diag *diag)
{
    const struct quire_place place =
        plan->ops->place != NULL ? plan->ops->place(plan, point, column) : v->object->place;
    struct quire_object at = *v->object; /* the problem is in the table */
    struct quire_study_own there = *v;
    struct quire_study_value value;
    char written[QUIRE_STUDY_TEXT_SIZE];
    double number;
    at.place = place;
    there.object = &at;
    if (text[0] == '\0' || strlen(text) > QUIRE_STUDY_QUANTITY_LIMIT) {
        return quire_object_error(&at, diag, "E-MISSING", NULL,
                                  text[0] == '\0' ? "the cell is empty"
                                                  : "the cell is longer than a value can be");
    }
    if (v->seen->words) {
        return QUIRE_OK;
    }
    if (!quire_study_read_value(&there, v->seen->name, text, &number, diag)) {
        return QUIRE_ERROR_INPUT;
    }
    const struct quire_design_value from = {.sort = QUIRE_DESIGN_TEXT, .text = text};
    quire_study_set(v, &from, &value, written);
    if (isnan(v->first) && v->seen->n_level == 0) {
        v->seen->low = fmin(v->seen->low, value.si); /* fmin and fmax pass over NaN */
        v->seen->high = fmax(v->seen->high, value.si);
    }
    (void)study;
    return QUIRE_OK;
}

static quire_status
check_texts(struct quire_study *study, const struct quire_design_plan *plan, size_t first,
            quire_diag *diag)
{
    struct quire_design_value *value = quire_arena_get(study->arena, plan->n, sizeof *value);
    quire_status status = QUIRE_OK;
    if (value == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (uint64_t point = 0; point < plan->points; point++) {
        plan->ops->point(plan, point, value);
        for (size_t j = 0; j < plan->n; j++) {
            if (value[j].sort != QUIRE_DESIGN_TEXT) {
                return status; /* designs say all in words, or nothing */
            }
            const quire_status one =
                check_cell(study, plan, point, j, &study->own[first + j], value[j].text, diag);
            status = one != QUIRE_OK ? one : status;
        }
    }
    return status;
}

/* levels of an outer array lie so that, equally often met, they have the noise's standard deviation
 * (doc/theory/designs.md) */
static quire_status
spread_outer(struct quire_study *study, quire_diag *diag)
{
    struct quire_design_value *value = quire_arena_get(study->arena, study->n_noise, sizeof *value);
    double *sum = quire_arena_get(study->arena, study->n_noise, sizeof *sum);
    if (value == NULL || sum == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (uint64_t point = 0; point < study->outer.points && !study->outer.samples; point++) {
        study->outer.ops->point(&study->outer, point, value);
        for (size_t j = 0; j < study->n_noise; j++) {
            sum[j] += value[j].sort == QUIRE_DESIGN_CODED ? value[j].coded * value[j].coded : 0.0;
        }
    }
    for (size_t j = 0; j < study->n_noise; j++) {
        study->own[study->n_factor + j].spread =
            sum[j] > 0.0 ? sqrt(sum[j] / (double)study->outer.points) : 1.0;
    }
    return QUIRE_OK;
}

static quire_status
make_outer(struct quire_study *study, quire_diag *diag)
{
    const struct quire_object *self = study->outer_object;
    const struct quire_design_common *common = study->design_object->params;
    study->outer_points = 1;
    if (self == NULL) {
        return QUIRE_OK;
    }
    if (common->replicates > 1 ||
        ((const struct quire_design_common *)self->params)->replicates > 1) {
        return quire_object_error(
            self, diag, "E-MODEL", NULL,
            "an outer array sets all noise, so that replicates would be equal; leave them out");
    }
    const struct quire_design_task task =
        task_of(study, self, study->n_factor, study->n_noise, NULL, diag);
    quire_status status = make_design(&study->outer, &task);
    if (status == QUIRE_OK) {
        status = check_texts(study, &study->outer, study->n_factor, diag);
    }
    study->outer_points = study->outer.points;
    if (status == QUIRE_OK && study->outer_points > OUTER_MOST) {
        status = quire_object_error(self, diag, "E-LIMIT", NULL,
                                    "an outer array has at most %d points; this one has %llu",
                                    OUTER_MOST, (unsigned long long)study->outer_points);
    }
    return status == QUIRE_OK ? spread_outer(study, diag) : status;
}

static quire_status
count_runs(struct quire_study *study, quire_diag *diag)
{
    const struct quire_object *self = study->design_object;
    const struct quire_design_common *common = self->params;
    study->replicates = (uint64_t)common->replicates;
    if (study->replicates > 1 && study->n_noise == 0) {
        quire_object_warning(self, diag, "W-MODEL", "add <noise>, or leave replicates out",
                             "there is no noise: the %ld replicates of each point are equal",
                             common->replicates);
    }
    /* each of the three is at most 1e9: no overflow before the last product is looked at */
    const uint64_t per_point = study->outer_points * study->replicates;
    if (per_point > QUIRE_STUDY_RUN_LIMIT || study->points > QUIRE_STUDY_RUN_LIMIT / per_point) {
        return quire_object_error(
            self, diag, "E-LIMIT", NULL,
            "%llu points with %llu runs each are more than the %d runs a study may have",
            (unsigned long long)study->points, (unsigned long long)per_point,
            QUIRE_STUDY_RUN_LIMIT);
    }
    study->runs = study->points * per_point;
    return QUIRE_OK;
}

/* why noise cannot be drawn for blocks; NULL: it can */
static const char *
block_refusal(const struct quire_study *study)
{
    const struct quire_design_common *common = study->design_object->params;
    return study->design.blocks < 2      ? "the design has no blocks"
           : study->outer_object != NULL ? "an outer array sets the noise"
           : study->cholesky != NULL     ? "noise with correlations is drawn for runs"
           : study->params->draws == QUIRE_DRAWS_COMMON
               ? "all blocks meet the same noise where draws are common"
           : common->replicates > 1 ? "replicates of a point are in one block and would share it"
                                    : NULL;
}

/* noise of a block needs blocks, and draws of its own */
static quire_status
check_blocks(const struct quire_study *study, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    const char *why = block_refusal(study);
    for (size_t j = 0; j < study->n_noise; j++) {
        const struct quire_object *self = study->own[study->n_factor + j].object;
        const struct quire_noise_params *p = self->params;
        if (p->per == QUIRE_NOISE_PER_BLOCK && why != NULL) {
            status = quire_object_error(self, diag, "E-MODEL", "leave per out", "per = 'block': %s",
                                        why);
        }
    }
    return status;
}

/* each design sees the points of those before it */
static quire_status
make_designs(struct quire_study *study, quire_diag *diag)
{
    const struct quire_formula_names names = {find_factor, study};
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < study->n_part && status == QUIRE_OK; i++) {
        struct quire_study_part *part = &study->part[i];
        struct quire_design_task task =
            task_of(study, part->object, 0, study->n_designed, &names, diag);
        task.part = i;
        task.earlier = i > 0 ? &study->design : NULL;
        status = make_design(&part->plan, &task);
        if (status == QUIRE_OK) {
            status = check_texts(study, &part->plan, 0, diag);
        }
        if (status == QUIRE_OK && i == 0) {
            study->design = part->plan;
        } else if (status == QUIRE_OK) {
            status = quire_study_join(&study->design, study->part, i + 1, study->arena, diag);
        }
        if (status == QUIRE_OK && study->design.points > QUIRE_DESIGN_POINT_LIMIT) {
            status = quire_object_error(part->object, diag, "E-LIMIT", NULL,
                                        "with these the plan has more than %d points",
                                        QUIRE_DESIGN_POINT_LIMIT);
        }
    }
    return status;
}

quire_status
quire_study_make_plan(struct quire_study *study, quire_diag *diag)
{
    study->column =
        quire_arena_get(study->arena, study->n_factor + study->n_noise, sizeof *study->column);
    if (study->column == NULL) {
        return quire_diag_memory_error(diag);
    }
    fill_columns(study);
    quire_status status = read_exclusions(study, diag);
    if (status == QUIRE_OK) {
        status = make_designs(study, diag);
    }
    if (status == QUIRE_OK) {
        status = make_outer(study, diag);
    }
    if (status == QUIRE_OK && study->left.n > 0) {
        status = count_left(study, diag);
    } else {
        study->points = study->design.points;
    }
    if (status == QUIRE_OK) {
        status = check_blocks(study, diag);
    }
    return status == QUIRE_OK ? count_runs(study, diag) : status;
}
