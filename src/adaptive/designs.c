#include "adaptive/designs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "formula/expression.h"
#include "math/detmath.h"

#define STEPS_MOST    1000 /* a finer step is none */
#define FREEDOM_LEAST 5    /* degrees of freedom, to know the scatter of draws */

struct row {
    size_t design, draw;
    double value; /* NaN of a jam */
};

struct gathering {
    const struct doe_work *work;
    struct doe_designs *out;
    size_t response, room;
    quire_diag *diag;
    struct doe_run run;
    struct row *row; /* (n_row) */
    size_t n_row;
    uint64_t *draw; /* (n_draw): those that were seen */
    size_t n_draw;
    bool shared;    /* designs met the same draws */
    double *effect; /* (n_draw) */
    size_t *met;    /* (n_draw) */
};

struct quire_place
doe_designs_place(const struct doe_work *work, const char *attribute, const char *name)
{
    struct quire_place place = {.file = work->path};
    struct quire_text wanted = {0};

    quire_text_format(&wanted, "%s=\"%s\"", attribute, name);
    const char *at = wanted.failed ? NULL : strstr(work->text, wanted.data), *line = work->text;
    quire_text_clear(&wanted);
    for (place.line = at != NULL ? 1 : 0; at != NULL;) {
        const char *end = strchr(line, '\n');
        if (end == NULL || end >= at) {
            place.column = (int)(at - line) + 1;
            break;
        }
        line = end + 1;
        place.line++;
    }
    return place;
}

double
doe_designs_score(double count, double runs)
{
    return quire_log((count + 0.5) / (runs - count + 0.5));
}

size_t
doe_designs_factors(const struct doe_work *work)
{
    size_t k = 0;

    while (k < work->n_variable && work->variable[k].role == QUIRE_STUDY_FACTOR) {
        k++;
    }
    return k;
}

/* ---- axes ---- */

static double
code(const struct quire_study_variable *v, double si)
{
    return v->logarithmic ? 2 * quire_log(si / v->low) / quire_log(v->high / v->low) - 1
                          : (2 * si - (v->low + v->high)) / (v->high - v->low);
}

static double
decode(const struct quire_study_variable *v, double x)
{
    return v->logarithmic ? v->low * quire_pow(v->high / v->low, 0.5 * (x + 1))
                          : v->low + 0.5 * (x + 1) * (v->high - v->low);
}

static double
level_value(const struct quire_study_variable *v, size_t i)
{
    struct quire_quantity q = {.value = 0};
    char error[200];

    if (v->words) {
        return (double)i;
    }
    return quire_quantity_read(&q, v->level[i], error, sizeof error) && v->high > v->low
               ? code(v, q.value)
               : 0;
}

static quire_status
describe_axis(struct doe_axis *axis, const struct doe_work *work,
              const struct quire_study_variable *v, quire_diag *diag)
{
    const bool range = v->n_level == 0 && !v->words && v->high > v->low,
               steps = range && v->step > 0 && (v->high - v->low) / v->step < STEPS_MOST;
    const size_t n = steps ? (size_t)((v->high - v->low) / v->step + 1e-6) + 1 : v->n_level;

    axis->words = v->words;
    if (range && !steps) {
        return QUIRE_OK;
    }
    if (n == 0) {
        return quire_diag_error(diag, "E-MISSING", doe_designs_place(work, "parameter", v->name),
                                NULL, "give it low and high, or levels",
                                "nothing says which values of factor '%s' may be tried", v->name);
    }
    double *level = calloc(n, sizeof *level);
    if (level == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < n; i++) {
        level[i] = steps ? code(v, v->low + (double)i * v->step) : level_value(v, i);
    }
    axis->level = level;
    axis->n_level = n;
    return QUIRE_OK;
}

quire_status
doe_designs_describe(struct doe_designs *out, const struct doe_work *work, quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    out->k = doe_designs_factors(work);
    if (out->k == 0 || out->k > QUIRE_PROCESS_INPUTS) {
        return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = work->path}, NULL,
                                NULL,
                                out->k == 0 ? "the study has no <factor>, so that there is nothing "
                                              "to improve"
                                            : "the study has more than %d factors",
                                QUIRE_PROCESS_INPUTS);
    }
    out->axis = calloc(out->k, sizeof *out->axis);
    if (out->axis == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t j = 0; j < out->k; j++) {
        const quire_status one = describe_axis(&out->axis[j], work, &work->variable[j], diag);
        status = one != QUIRE_OK ? one : status;
    }
    return status;
}

/* ---- runs ---- */

static size_t
find_design(struct gathering *g)
{
    struct doe_designs *d = g->out;
    double x[QUIRE_PROCESS_INPUTS];

    for (size_t j = 0; j < d->k; j++) {
        const struct quire_study_value *v = &g->run.of.value[j];
        x[j] = d->axis[j].words ? (double)v->level : isnan(v->coded) ? 0 : v->coded;
    }
    for (size_t i = d->n; i-- > 0;) {
        if (memcmp(d->x + i * d->k, x, d->k * sizeof *x) == 0) {
            return i;
        }
    }
    memcpy(d->x + d->n * d->k, x, d->k * sizeof *x);
    d->run[d->n] = g->run.of.index;
    return d->n++;
}

static size_t
find_draw(struct gathering *g)
{
    const struct quire_study_run *run = &g->run.of;
    const enum quire_sampling sampling = quire_study_sampling(g->work->study);
    uint64_t key = run->index;

    if (sampling == QUIRE_SAMPLING_COMMON) {
        key = run->replicate;
    } else if (sampling == QUIRE_SAMPLING_SPREAD || sampling == QUIRE_SAMPLING_SET) {
        key = run->outer;
    } else if (sampling == QUIRE_SAMPLING_NONE) {
        key = 0;
    }
    for (size_t i = g->n_draw; i-- > 0;) {
        if (g->draw[i] == key) {
            return i;
        }
    }
    g->draw[g->n_draw] = key;
    return g->n_draw++;
}

static bool
was_met(const struct gathering *g, size_t design, size_t draw)
{
    for (size_t i = g->n_row; i-- > 0;) {
        if (g->row[i].design == design && g->row[i].draw == draw) {
            return true;
        }
    }
    return false;
}

static quire_status
take(void *self, const struct doe_record *record)
{
    struct gathering *g = self;
    struct doe_designs *d = g->out;
    const quire_status status = doe_work_run(g->work, record->index, &g->run, g->diag);

    if (status != QUIRE_OK || g->n_row == g->room) {
        return status;
    }
    const size_t design = find_design(g), draw = find_draw(g);
    if (g->shared && was_met(g, design, draw)) {
        return QUIRE_OK;
    }
    const bool jam = record->status == DOE_JAM, without = !doe_status_has_verdict(record->status);
    const double value = jam || without ? (double)NAN : record->response[g->response];
    d->runs[design]++;
    d->jams[design] += jam;
    d->without[design] += without;
    d->numbers[design] += isfinite(value);
    g->row[g->n_row++] = (struct row){design, draw, value};
    return QUIRE_OK;
}

/* ---- means ---- */

static void
add_means(struct gathering *g)
{
    struct doe_designs *d = g->out;

    for (size_t i = 0; i < d->n; i++) {
        d->mean[i] = d->numbers[i] > 0 ? 0 : (double)NAN;
    }
    for (size_t r = 0; r < g->n_row; r++) {
        const struct row *row = &g->row[r];
        if (isfinite(row->value)) {
            const double effect = g->shared ? g->effect[row->draw] : 0;
            d->mean[row->design] += (row->value - effect) / (double)d->numbers[row->design];
        }
    }
}

/* what a draw adds on average, at designs that met all draws: so that a design that lacks one is
 * not compared by others' luck */
static void
find_effects(struct gathering *g)
{
    const struct doe_designs *d = g->out;

    for (size_t r = 0; r < g->n_row; r++) {
        const struct row *row = &g->row[r];
        if (d->numbers[row->design] == g->n_draw && isfinite(row->value)) {
            g->effect[row->draw] += row->value - d->mean[row->design];
            g->met[row->draw]++;
        }
    }
    for (size_t j = 0; j < g->n_draw; j++) {
        g->effect[j] = g->met[j] > 0 ? g->effect[j] / (double)g->met[j] : 0;
    }
}

/* of independent draws: scatter within designs, pooled */
static void
find_noise(struct gathering *g)
{
    struct doe_designs *d = g->out;
    double square = 0, freedom = 0;

    for (size_t r = 0; r < g->n_row; r++) {
        const struct row *row = &g->row[r];
        if (isfinite(row->value)) {
            square += (row->value - d->mean[row->design]) * (row->value - d->mean[row->design]);
        }
    }
    for (size_t i = 0; i < d->n; i++) {
        freedom += d->numbers[i] > 0 ? (double)d->numbers[i] - 1 : 0;
    }
    d->noise_known = !g->shared && freedom >= FREEDOM_LEAST && square > 0;
    for (size_t i = 0; d->noise_known && i < d->n; i++) {
        d->noise[i] = square / freedom / fmax(1, (double)d->numbers[i]);
    }
}

static void
finish(struct gathering *g)
{
    struct doe_designs *d = g->out;

    add_means(g);
    if (g->shared && g->n_draw > 1) {
        find_effects(g);
        add_means(g);
    }
    find_noise(g);
    d->least = HUGE_VAL;
    d->most = -HUGE_VAL;
    for (size_t i = 0; i < d->n; i++) {
        d->score[i] = doe_designs_score((double)(d->jams[i] + d->without[i]), (double)d->runs[i]);
        d->most_runs = d->runs[i] > d->most_runs ? d->runs[i] : d->most_runs;
        d->least = isnan(d->mean[i]) ? d->least : fmin(d->least, d->mean[i]);
        d->most = isnan(d->mean[i]) ? d->most : fmax(d->most, d->mean[i]);
    }
}

static bool
make_room(struct gathering *g, size_t n)
{
    struct doe_designs *d = g->out;

    g->room = n;
    g->row = calloc(n + 1, sizeof *g->row);
    g->draw = calloc(n + 1, sizeof *g->draw);
    g->effect = calloc(n + 1, sizeof *g->effect);
    g->met = calloc(n + 1, sizeof *g->met);
    d->x = calloc(n * d->k + 3 * n + 1, sizeof *d->x);
    d->runs = calloc(4 * n + 1, sizeof *d->runs);
    d->run = calloc(n + 1, sizeof *d->run);
    if (g->row == NULL || g->draw == NULL || g->effect == NULL || g->met == NULL || d->x == NULL ||
        d->runs == NULL || d->run == NULL) {
        return false;
    }
    d->mean = d->x + n * d->k;
    d->noise = d->mean + n;
    d->score = d->noise + n;
    d->numbers = d->runs + n;
    d->jams = d->numbers + n;
    d->without = d->jams + n;
    return doe_run_init(&g->run, g->work);
}

quire_status
doe_designs_gather(struct doe_designs *out, const struct doe_work *work, struct doe_store *store,
                   size_t response, quire_diag *diag)
{
    struct gathering g = {.work = work, .out = out, .response = response, .diag = diag};
    const enum quire_sampling sampling = quire_study_sampling(work->study);

    *out = (struct doe_designs){0};
    g.shared = sampling != QUIRE_SAMPLING_INDEPENDENT;
    quire_status status = doe_designs_describe(out, work, diag);
    if (status == QUIRE_OK && !make_room(&g, (size_t)work->n_run)) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = doe_store_each(store, take, &g);
    }
    if (status == QUIRE_OK) {
        finish(&g);
    }
    doe_run_clear(&g.run);
    free(g.row);
    free(g.draw);
    free(g.effect);
    free(g.met);
    return status;
}

void
doe_designs_clear(struct doe_designs *self)
{
    for (size_t j = 0; self->axis != NULL && j < self->k; j++) {
        free((void *)self->axis[j].level);
    }
    free(self->axis);
    free(self->x);
    free(self->runs);
    free(self->run);
    *self = (struct doe_designs){0};
}

/* ---- texts ---- */

/* to a power of ten that is at most 1e-4 of the size */
static double
round_to(double si, double size)
{
    double power = 1;

    while (power > 1e-4 * size) {
        power /= 10;
    }
    while (power * 10 <= 1e-4 * size) {
        power *= 10;
    }
    return round(si / power) * power;
}

static double
value_of(const struct quire_study_variable *v, double x)
{
    if (v->words) {
        return x;
    }
    if (v->step > 0) {
        return v->low + round((decode(v, x) - v->low) / v->step) * v->step;
    }
    const double si = decode(v, x);
    return x <= -1 ? v->low
           : x >= 1
               ? v->high
               : fmin(fmax(round_to(si, v->logarithmic ? si : v->high - v->low), v->low), v->high);
}

static const char *
level_text(const struct quire_study_variable *v, double x)
{
    size_t nearest = 0;

    for (size_t i = 1; i < v->n_level; i++) {
        if (fabs(level_value(v, i) - x) < fabs(level_value(v, nearest) - x)) {
            nearest = i;
        }
    }
    return v->level[nearest];
}

quire_status
doe_designs_write(const struct doe_work *work, const double *x, struct quire_text *out,
                  quire_diag *diag)
{
    const size_t k = doe_designs_factors(work);
    struct doe_run run;
    double *si = calloc(work->n_variable + 1, sizeof *si);
    quire_status status =
        doe_run_init(&run, work) && si != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    for (size_t j = 0; status == QUIRE_OK && j < work->n_variable; j++) {
        const struct quire_study_variable *v = &work->variable[j];
        si[j] = j < k && v->n_level == 0 ? value_of(v, x[j]) : (double)NAN;
    }
    if (status == QUIRE_OK) {
        status = doe_work_run_at(work, si, &run, diag);
    }
    for (size_t j = 0; status == QUIRE_OK && j < k; j++) {
        const struct quire_study_variable *v = &work->variable[j];
        quire_text_add(out, j > 0 ? "," : "");
        quire_text_csv_cell(out, v->n_level > 0 ? level_text(v, x[j]) : run.of.value[j].text);
    }
    doe_run_clear(&run);
    free(si);
    return status == QUIRE_OK && out->failed ? quire_diag_memory_error(diag) : status;
}
