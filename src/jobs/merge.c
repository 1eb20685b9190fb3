#include "jobs/merge.h"

#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "batch/run_bits.h"
#include "jobs/setting_numbers.h"

#define NOISE_VECTORS 256
#define STRETCH       4096 /* runs */

struct gathering {
    struct doe_runs *out;
    const struct doe_work *work;
    quire_diag *diag;
    struct doe_run run;
    struct doe_columns of;
    struct doe_setting_numbers settings; /* of many runs */
};

/* ---- levels */

void
doe_columns_take_variables(struct doe_columns *c, const struct doe_work *work)
{
    for (size_t i = 0; i < work->n_variable; i++) {
        const struct quire_study_variable *v = &work->variable[i];
        struct doe_level_table *t = &c->level[i];
        for (size_t l = 0; v->n_level <= QUIRE_ANALYSIS_LEVELS && l < v->n_level; l++) {
            t->text[t->n++] = v->level[l];
        }
        c->varied[i] = (struct quire_varied){.name = v->name,
                                             .unit = v->unit,
                                             .noise = v->role == QUIRE_STUDY_NOISE,
                                             .words = v->words,
                                             .low_si = v->low,
                                             .high_si = v->high,
                                             .logarithmic = v->logarithmic};
    }
}

static quire_status
see_run(struct gathering *g, uint64_t index)
{
    quire_status status = doe_work_values(g->work, index, &g->run, g->diag);

    for (size_t i = 0; status == QUIRE_OK && i < g->work->n_variable; i++) {
        if (!doe_columns_see(&g->of, i, g->run.of.value[i].text)) {
            status = quire_diag_memory_error(g->diag);
        }
    }
    return status;
}

/* the runs of a stretch that are there; goes on as see_levels() does */
static quire_status
see_stretch(struct gathering *g, struct doe_store *store, uint64_t from)
{
    unsigned char there[STRETCH / 8] = {0};
    quire_status status = doe_store_mark(store, from, STRETCH, there);

    for (uint64_t i = 0; status == QUIRE_OK && i < STRETCH; i++) {
        if (doe_bit_is_set(there, i) && !doe_columns_have_no_levels(&g->of)) {
            status = see_run(g, from + i);
        }
    }
    return status;
}

/* goes on until all variables have too many values to be levels, or all runs were seen */
static quire_status
see_levels(struct gathering *g, struct doe_store *store)
{
    quire_status status = QUIRE_OK;

    for (uint64_t from = 0;
         status == QUIRE_OK && from < g->work->n_run && !doe_columns_have_no_levels(&g->of);
         from += STRETCH) {
        status = see_stretch(g, store, from);
    }
    return status;
}

/* ---- runs */

enum quire_outcome
doe_outcome_of(enum doe_status status)
{
    return status == DOE_PASSED          ? QUIRE_OUTCOME_PASSED
           : status == DOE_JAM           ? QUIRE_OUTCOME_JAM
           : status == DOE_LIMIT         ? QUIRE_OUTCOME_OTHER
           : status == DOE_DOUBTFUL      ? QUIRE_OUTCOME_DOUBTFUL
           : status == DOE_NOT_EVALUATED ? QUIRE_OUTCOME_NOT_EVALUATED
                                         : QUIRE_OUTCOME_UNKNOWN;
}

struct quire_measured
doe_measured_of(const struct quire_study_response *r, const char *unit)
{
    static const enum quire_better better[] = {[QUIRE_STUDY_ANY] = QUIRE_BETTER_ANY,
                                               [QUIRE_STUDY_SMALLER] = QUIRE_BETTER_LESS,
                                               [QUIRE_STUDY_LARGER] = QUIRE_BETTER_MORE,
                                               [QUIRE_STUDY_NOMINAL] = QUIRE_BETTER_TARGET};

    return (struct quire_measured){
        .name = r->name,
        .unit = unit,
        .limits = {r->minimum, r->maximum},
        .goal = {better[r->better], r->target, r->worst, r->best, r->importance, r->shape},
        .choice = {(enum quire_transform)r->transform, r->select, r->term, r->n_term}};
}

/* which noise it met: runs of one setting that met the same are the same run */
static size_t
draw_of(const struct doe_work *work, const struct quire_study_run *run, size_t number)
{
    switch (quire_study_sampling(work->study)) {
    case QUIRE_SAMPLING_NONE: return 0;
    case QUIRE_SAMPLING_COMMON: return (size_t)run->noise << 32 | (size_t)run->replicate;
    case QUIRE_SAMPLING_INDEPENDENT: return number;
    case QUIRE_SAMPLING_SPREAD:
    case QUIRE_SAMPLING_SET: break;
    }
    return (size_t)run->outer;
}

static bool
put_values(struct doe_columns *c, const struct doe_work *work, const struct doe_run *run)
{
    for (size_t i = 0; i < work->n_variable; i++) {
        const struct quire_study_value *v = &run->of.value[i];
        if (!doe_columns_put(c, i, v->text, v->si, v->coded)) {
            return false;
        }
    }
    return true;
}

bool
doe_columns_place(struct doe_columns *c, const struct doe_work *work, const struct doe_run *run)
{
    const size_t r = c->n;

    c->index[r] = run->of.index;
    c->point[r] = (size_t)run->of.point;
    c->draw[r] = draw_of(work, &run->of, r);
    c->outer[r] = (size_t)run->of.outer;
    c->replicate[r] = (size_t)run->of.replicate;
    c->block[r] = (size_t)run->of.block - 1;
    c->n_block = c->block[r] >= c->n_block ? c->block[r] + 1 : c->n_block;
    if (!put_values(c, work, run)) {
        return false;
    }
    c->n++;
    return true;
}

/* runs of a point have the same factors */
static bool
find_setting(struct gathering *g, const struct doe_run *run, size_t *setting)
{
    const struct doe_columns *c = &g->of;
    struct doe_setting_hash hash = doe_setting_hash_begin();

    if (c->n > 0 && c->point[c->n - 1] == run->of.point) {
        *setting = c->setting[c->n - 1];
        return true;
    }
    for (size_t i = 0; i < g->work->n_variable; i++) {
        if (g->work->variable[i].role != QUIRE_STUDY_NOISE) {
            doe_setting_hash_add(&hash, run->of.value[i].text);
        }
    }
    return doe_setting_number_of(&g->settings, &hash, setting);
}

/* The same of many runs: pages of columns that are 0 throughout stay untouched. */
static bool
place_lean(struct gathering *g, const struct doe_run *run)
{
    struct doe_columns *c = &g->of;
    const size_t r = c->n, block = (size_t)run->of.block - 1;
    const bool in_lines = quire_study_layout(g->work->study) != QUIRE_LAYOUT_FREE ||
                          quire_study_noise_layout(g->work->study) != QUIRE_LAYOUT_FREE;

    c->index[r] = run->of.index;
    c->point[r] = (size_t)run->of.point;
    if (quire_study_sampling(g->work->study) != QUIRE_SAMPLING_INDEPENDENT) {
        c->draw[r] = draw_of(g->work, &run->of, r);
    }
    if (in_lines) {
        c->outer[r] = (size_t)run->of.outer;
        c->replicate[r] = (size_t)run->of.replicate;
    }
    if (block > 0) {
        c->block[r] = block;
    }
    c->n_block = block >= c->n_block ? block + 1 : c->n_block;
    if (!find_setting(g, run, &c->setting[r]) || !put_values(c, g->work, run)) {
        return false;
    }
    c->n++;
    return true;
}

static quire_status
take_run(void *self, const struct doe_run *run, const struct doe_record *record)
{
    struct gathering *g = self;
    struct doe_columns *c = &g->of;
    const size_t r = c->n;

    if (r == c->room) {
        return QUIRE_OK;
    }
    c->outcome[r] = (unsigned char)doe_outcome_of(record->status);
    for (size_t k = 0; k < g->work->n_response; k++) {
        c->value[k][r] = doe_status_has_verdict(record->status) ? record->response[k] : (double)NAN;
    }
    return (c->lean ? place_lean(g, run) : doe_columns_place(c, g->work, run))
               ? QUIRE_OK
               : quire_diag_memory_error(g->diag);
}

/* ---- texts of many runs: from the plan, when they are asked for */

struct doe_text_reader {
    const struct doe_work *work;
    const uint64_t *index;
    struct doe_run run;
};

static void
write_text(void *of, size_t variable, size_t run, struct quire_text *out)
{
    struct doe_text_reader *reader = of;

    if (reader->run.of.value == NULL || reader->run.of.index != reader->index[run]) {
        out->failed =
            doe_work_values(reader->work, reader->index[run], &reader->run, NULL) != QUIRE_OK ||
            out->failed;
    }
    if (!out->failed) {
        quire_text_add(out, reader->run.of.value[variable].text);
    }
}

static bool
make_reader(struct gathering *g)
{
    struct doe_text_reader *reader = calloc(1, sizeof *reader);

    g->out->reader = reader;
    if (reader == NULL || !doe_run_init(&reader->run, g->work)) {
        return false;
    }
    reader->work = g->work;
    reader->index = g->of.index;
    g->out->of.write_text = write_text;
    g->out->of.text_of = reader;
    return true;
}

bool
doe_sample_noise(struct quire_runs *runs, const struct doe_work *work, struct quire_arena *arena)
{
    size_t n_noise = 0, at = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        n_noise += runs->varied[i].noise;
    }
    if (n_noise == 0 || runs->sampling == QUIRE_SAMPLING_SET) {
        return true;
    }
    double *drawn = quire_arena_get(arena, NOISE_VECTORS * n_noise, sizeof *drawn),
           *all = quire_arena_get(arena, NOISE_VECTORS * runs->n_varied, sizeof *all);
    if (drawn == NULL || all == NULL ||
        !quire_study_noise_sample(work->study, NOISE_VECTORS, drawn)) {
        return false;
    }
    for (size_t i = 0; i < runs->n_varied; i++) {
        for (size_t s = 0; runs->varied[i].noise && s < NOISE_VECTORS; s++) {
            const double si = drawn[s * n_noise + at];
            all[s * runs->n_varied + i] =
                runs->varied[i].words ? si : quire_analysis_coded(&runs->varied[i], si);
        }
        at += runs->varied[i].noise;
    }
    runs->noise = all;
    runs->n_noise = NOISE_VECTORS;
    return true;
}

/* blocks whose differences are chance are random groups */
static bool
take_random_blocks(struct gathering *g)
{
    struct quire_runs *runs = &g->out->of;
    const char *name = quire_study_random_blocks(g->work->study);
    struct quire_groups *groups = quire_arena_get(g->out->arena, 1, sizeof *groups);

    if (groups == NULL || name == NULL || runs->n_block < 2) {
        return groups != NULL;
    }
    *groups = (struct quire_groups){name, runs->n_block, runs->block};
    runs->random = groups;
    runs->n_random = 1;
    runs->noise_is_error = true;
    runs->block = NULL;
    runs->n_block = 1;
    return true;
}

static bool
describe_runs(struct gathering *g, const struct doe_store *store)
{
    struct quire_measured *measured =
        quire_arena_get(g->out->arena, g->work->n_response, sizeof *measured);

    for (size_t k = 0; measured != NULL && k < g->work->n_response; k++) {
        const char *unit = quire_arena_copy(g->out->arena, doe_store_unit(store, k));
        if (unit == NULL) {
            return false;
        }
        measured[k] = doe_measured_of(&g->work->response[k], unit);
    }
    g->out->of = (struct quire_runs){.layout = quire_study_layout(g->work->study),
                                     .noise_layout = quire_study_noise_layout(g->work->study),
                                     .name = g->work->name,
                                     .planned = g->work->n_run,
                                     .sampling = quire_study_sampling(g->work->study)};
    const bool own_draws = g->of.lean && g->out->of.sampling == QUIRE_SAMPLING_INDEPENDENT;
    if (measured == NULL || !doe_columns_end(&g->of, measured, &g->out->of)) {
        return false;
    }
    g->out->of.draw = own_draws ? NULL : g->out->of.draw;
    return (!g->of.lean || make_reader(g)) && take_random_blocks(g) &&
           doe_sample_noise(&g->out->of, g->work, g->out->arena);
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

    doe_columns_take_variables(&g->of, g->work);
    if (status != QUIRE_OK || (status = see_levels(g, store)) != QUIRE_OK) {
        return status;
    }
    g->of.lean = tally.done > QUIRE_ROWS_LIMIT;
    if (!doe_columns_make_room(&g->of, (size_t)tally.done)) {
        return quire_diag_memory_error(g->diag);
    }
    if ((status = doe_store_each_run(store, take_run, g)) != QUIRE_OK) {
        return status;
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
    status = out->arena != NULL &&
                     doe_columns_begin(&g.of, out->arena, work->n_variable, work->n_response) &&
                     doe_run_init(&g.run, work)
                 ? gather(&g, store)
                 : quire_diag_memory_error(diag);
    doe_run_clear(&g.run);
    doe_setting_numbers_clear(&g.settings);
    return status;
}

void
doe_runs_clear(struct doe_runs *self)
{
    if (self->reader != NULL) {
        doe_run_clear(&self->reader->run);
        free(self->reader);
    }
    if (self->arena != NULL) {
        quire_arena_destroy(self->arena);
    }
    *self = (struct doe_runs){0};
}
