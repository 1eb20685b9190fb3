#include "jobs/merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "text/number.h"

struct level_table {
    const char *text[QUIRE_ANALYSIS_LEVELS];
    size_t n; /* beyond QUIRE_ANALYSIS_LEVELS: too many */
};

struct gathering {
    struct doe_runs *out;
    const struct doe_work *work;
    quire_diag *diag;
    struct doe_run run;
    struct level_table *level; /* (n_varied) */
    struct quire_varied *varied;
    size_t room, n;
    /* by variable, by response; each (room) */
    size_t **which;
    double **coded, **si, **value;
    const char ***text;
    uint64_t *index;
    size_t *point, *setting, *draw, *outer, *replicate, *block, n_block;
    unsigned char *outcome;
};

static quire_status
load_run(struct gathering *g, uint64_t index)
{
    return doe_work_run(g->work, index, &g->run, g->diag);
}

/* ---- levels */

static size_t
find_level(const struct level_table *t, const char *text)
{
    size_t l = 0;

    while (l < t->n && strcmp(t->text[l], text) != 0) {
        l++;
    }
    return l;
}

/* Keeps levels that are numbers in ascending order, others as they are seen. The text is there but
 * once. */
static void
insert_level(struct level_table *t, const char *text)
{
    double number, other;
    size_t at = t->n;

    if (quire_number_read_result(&number, text, NULL) == QUIRE_NUMBER_OK) {
        while (at > 0 &&
               quire_number_read_result(&other, t->text[at - 1], NULL) == QUIRE_NUMBER_OK &&
               other > number) {
            t->text[at] = t->text[at - 1];
            at--;
        }
    }
    t->text[at] = text;
}

static quire_status
see_levels(void *self, const struct doe_record *record)
{
    struct gathering *g = self;
    const quire_status status = load_run(g, record->index);

    for (size_t i = 0; status == QUIRE_OK && i < g->work->n_variable; i++) {
        struct level_table *t = &g->level[i];
        const char *text = g->run.of.value[i].text;
        if (t->n > QUIRE_ANALYSIS_LEVELS || find_level(t, text) < t->n) {
            continue;
        }
        if (t->n < QUIRE_ANALYSIS_LEVELS) {
            const char *copy = quire_arena_copy(g->out->arena, text);
            if (copy == NULL) {
                return quire_diag_memory_error(g->diag);
            }
            insert_level(t, copy);
        }
        t->n++;
    }
    return status;
}

/* a study file that lists levels has them in its own order */
static void
take_listed_levels(struct gathering *g)
{
    for (size_t i = 0; i < g->work->n_variable; i++) {
        const struct quire_study_variable *v = &g->work->variable[i];
        for (size_t l = 0; v->n_level <= QUIRE_ANALYSIS_LEVELS && l < v->n_level; l++) {
            g->level[i].text[g->level[i].n++] = v->level[l];
        }
    }
}

/* ---- runs */

static enum quire_outcome
outcome_of(enum doe_status status)
{
    return status == DOE_PASSED          ? QUIRE_OUTCOME_PASSED
           : status == DOE_JAM           ? QUIRE_OUTCOME_JAM
           : status == DOE_LIMIT         ? QUIRE_OUTCOME_OTHER
           : status == DOE_DOUBTFUL      ? QUIRE_OUTCOME_DOUBTFUL
           : status == DOE_NOT_EVALUATED ? QUIRE_OUTCOME_NOT_EVALUATED
                                         : QUIRE_OUTCOME_UNKNOWN;
}

/* which noise it met: runs of one setting that met the same are the same run */
static size_t
draw_of(const struct gathering *g)
{
    const struct quire_study_run *run = &g->run.of;

    switch (quire_study_sampling(g->work->study)) {
    case QUIRE_SAMPLING_NONE: return 0;
    case QUIRE_SAMPLING_COMMON: return (size_t)run->noise << 32 | (size_t)run->replicate;
    case QUIRE_SAMPLING_INDEPENDENT: return g->n;
    case QUIRE_SAMPLING_SPREAD:
    case QUIRE_SAMPLING_SET: break;
    }
    return (size_t)run->outer;
}

static quire_status
take_run(void *self, const struct doe_record *record)
{
    struct gathering *g = self;
    const quire_status status = load_run(g, record->index);
    const size_t r = g->n;

    if (status != QUIRE_OK || r == g->room) {
        return status;
    }
    g->index[r] = record->index;
    g->point[r] = (size_t)g->run.of.point;
    g->draw[r] = draw_of(g);
    g->outer[r] = (size_t)g->run.of.outer;
    g->replicate[r] = (size_t)g->run.of.replicate;
    g->block[r] = (size_t)g->run.of.block - 1;
    g->n_block = g->block[r] >= g->n_block ? g->block[r] + 1 : g->n_block;
    g->outcome[r] = (unsigned char)outcome_of(record->status);
    for (size_t i = 0; i < g->work->n_variable; i++) {
        const struct quire_study_value *v = &g->run.of.value[i];
        g->coded[i][r] = v->coded;
        g->si[i][r] = v->si;
        g->which[i][r] = g->varied[i].n_level > 0 ? find_level(&g->level[i], v->text) : 0;
        if (g->varied[i].n_level == 0 &&
            (g->text[i][r] = quire_arena_copy(g->out->arena, v->text)) == NULL) {
            return quire_diag_memory_error(g->diag);
        }
        if (fabs(fabs(v->coded) - 1) < 1e-9) {
            const char **end = v->coded < 0 ? &g->varied[i].low : &g->varied[i].high;
            *end = *end != NULL ? *end : quire_arena_copy(g->out->arena, v->text);
        }
    }
    for (size_t k = 0; k < g->work->n_response; k++) {
        g->value[k][r] = doe_status_has_verdict(record->status) ? record->response[k] : (double)NAN;
    }
    g->n++;
    return QUIRE_OK;
}

/* where the study gives no range, -1 and 1 are the least and the largest value that were run */
static void
code_by_range(struct gathering *g, size_t i)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    bool all = true;

    for (size_t r = 0; r < g->n; r++) {
        least = fmin(least, g->si[i][r]);
        most = fmax(most, g->si[i][r]);
        all = all && isfinite(g->coded[i][r]);
    }
    for (size_t r = 0; !all && r < g->n; r++) {
        g->coded[i][r] = most > least ? (g->si[i][r] - least) / (most - least) * 2 - 1 : 0;
    }
}

/* ---- settings: points whose factors have the same values are one */

struct set_run {
    const struct gathering *g;
    size_t run;
};

static int
compare_settings(const void *a, const void *b)
{
    const struct set_run *x = a, *y = b;
    const struct gathering *g = x->g;
    int order = 0;

    for (size_t i = 0;
         order == 0 && i < g->work->n_variable && g->point[x->run] != g->point[y->run]; i++) {
        const size_t *which = g->which[i];
        if (g->varied[i].noise) {
            continue;
        }
        order = g->varied[i].n_level == 0
                    ? strcmp(g->text[i][x->run], g->text[i][y->run])
                    : (which[x->run] > which[y->run]) - (which[x->run] < which[y->run]);
    }
    return order;
}

static bool
number_settings(struct gathering *g)
{
    struct set_run *sorted = calloc(g->n + 1, sizeof *sorted);
    const bool good = sorted != NULL;

    for (size_t r = 0; good && r < g->n; r++) {
        sorted[r] = (struct set_run){g, r};
    }
    if (good && g->n > 0) {
        qsort(sorted, g->n, sizeof *sorted, compare_settings);
    }
    for (size_t i = 0, k = 0; good && i < g->n; i++) {
        k += i > 0 && compare_settings(&sorted[i - 1], &sorted[i]) != 0;
        g->setting[sorted[i].run] = k;
    }
    free(sorted);
    return good;
}

static void *
get(struct gathering *g, size_t n, size_t size)
{
    return quire_arena_get(g->out->arena, n, size);
}

static bool
create_columns(struct gathering *g)
{
    const size_t n = g->work->n_variable, k = g->work->n_response;
    bool good = (g->which = get(g, n, sizeof *g->which)) != NULL &&
                (g->coded = get(g, n, sizeof *g->coded)) != NULL &&
                (g->si = get(g, n, sizeof *g->si)) != NULL &&
                (g->text = get(g, n, sizeof *g->text)) != NULL &&
                (g->value = get(g, k, sizeof *g->value)) != NULL &&
                (g->index = get(g, g->room, sizeof *g->index)) != NULL &&
                (g->point = get(g, g->room, sizeof *g->point)) != NULL &&
                (g->setting = get(g, g->room, sizeof *g->setting)) != NULL &&
                (g->draw = get(g, g->room, sizeof *g->draw)) != NULL &&
                (g->block = get(g, g->room, sizeof *g->block)) != NULL &&
                (g->outer = get(g, g->room, sizeof *g->outer)) != NULL &&
                (g->replicate = get(g, g->room, sizeof *g->replicate)) != NULL &&
                (g->outcome = get(g, g->room, 1)) != NULL;

    for (size_t i = 0; good && i < n; i++) {
        good = (g->which[i] = get(g, g->room, sizeof *g->which[i])) != NULL &&
               (g->coded[i] = get(g, g->room, sizeof *g->coded[i])) != NULL &&
               (g->si[i] = get(g, g->room, sizeof *g->si[i])) != NULL &&
               (g->varied[i].n_level > 0 ||
                (g->text[i] = get(g, g->room, sizeof *g->text[i])) != NULL);
    }
    for (size_t i = 0; good && i < k; i++) {
        good = (g->value[i] = get(g, g->room, sizeof *g->value[i])) != NULL;
    }
    return good;
}

static void
describe_variables(struct gathering *g)
{
    for (size_t i = 0; i < g->work->n_variable; i++) {
        const struct quire_study_variable *v = &g->work->variable[i];
        const struct level_table *t = &g->level[i];
        const size_t n = t->n <= QUIRE_ANALYSIS_LEVELS ? t->n : 0;
        g->varied[i] = (struct quire_varied){.name = v->name,
                                             .unit = v->unit,
                                             .noise = v->role == QUIRE_STUDY_NOISE,
                                             .words = v->words,
                                             .level = n > 0 ? t->text : NULL,
                                             .n_level = n};
    }
}

static bool
describe_runs(struct gathering *g, const struct doe_store *store)
{
    struct quire_measured *measured = get(g, g->work->n_response, sizeof *measured);

    for (size_t i = 0; i < g->work->n_variable; i++) {
        struct quire_varied *v = &g->varied[i];
        v->which = v->n_level > 0 ? g->which[i] : NULL;
        v->text = g->text[i];
        if (!v->words) {
            code_by_range(g, i);
            v->coded = g->coded[i];
        }
    }
    for (size_t k = 0; measured != NULL && k < g->work->n_response; k++) {
        const struct quire_study_response *r = &g->work->response[k];
        const char *unit = quire_arena_copy(g->out->arena, doe_store_unit(store, k));
        if (unit == NULL) {
            return false;
        }
        measured[k] = (struct quire_measured){r->name, unit, {r->minimum, r->maximum}, g->value[k]};
    }
    g->out->of = (struct quire_runs){.layout = quire_study_layout(g->work->study),
                                     .noise_layout = quire_study_noise_layout(g->work->study),
                                     .name = g->work->name,
                                     .planned = g->work->n_run,
                                     .n = g->n,
                                     .index = g->index,
                                     .point = g->point,
                                     .sampling = quire_study_sampling(g->work->study),
                                     .setting = g->setting,
                                     .draw = g->draw,
                                     .outer = g->outer,
                                     .replicate = g->replicate,
                                     .block = g->block,
                                     .n_block = g->n_block,
                                     .outcome = g->outcome,
                                     .n_varied = g->work->n_variable,
                                     .n_measured = g->work->n_response,
                                     .varied = g->varied,
                                     .measured = measured};
    return measured != NULL;
}

static quire_status
add_command(struct gathering *g)
{
    struct quire_text command = {0};

    quire_text_add(&command, "quire run ");
    doe_quote_for_shell(&command, g->work->model_path);
    g->out->of.command = command.failed ? NULL : quire_arena_copy(g->out->arena, command.data);
    quire_text_clear(&command);
    return g->out->of.command != NULL ? QUIRE_OK : quire_diag_memory_error(g->diag);
}

static quire_status
gather(struct gathering *g, struct doe_store *store)
{
    struct doe_tally tally = {0};
    quire_status status = doe_store_tally(store, &tally);

    g->room = (size_t)tally.done;
    take_listed_levels(g);
    if (status != QUIRE_OK || (status = doe_store_each(store, see_levels, g)) != QUIRE_OK) {
        return status;
    }
    describe_variables(g);
    if (!create_columns(g)) {
        return quire_diag_memory_error(g->diag);
    }
    if ((status = doe_store_each(store, take_run, g)) != QUIRE_OK) {
        return status;
    }
    if (!number_settings(g)) {
        return quire_diag_memory_error(g->diag);
    }
    return describe_runs(g, store) ? add_command(g) : quire_diag_memory_error(g->diag);
}

quire_status
doe_gather(struct doe_runs *out, const struct doe_work *work, struct doe_store *store,
           quire_diag *diag)
{
    struct gathering g = {.out = out, .work = work, .diag = diag};
    quire_status status;

    doe_runs_clear(out);
    out->arena = quire_arena_create();
    g.level =
        out->arena != NULL ? quire_arena_get(out->arena, work->n_variable, sizeof *g.level) : NULL;
    g.varied =
        out->arena != NULL ? quire_arena_get(out->arena, work->n_variable, sizeof *g.varied) : NULL;
    status = g.level != NULL && g.varied != NULL && doe_run_init(&g.run, work)
                 ? gather(&g, store)
                 : quire_diag_memory_error(diag);
    doe_run_clear(&g.run);
    return status;
}

void
doe_runs_clear(struct doe_runs *self)
{
    if (self->arena != NULL) {
        quire_arena_destroy(self->arena);
    }
    *self = (struct doe_runs){0};
}
