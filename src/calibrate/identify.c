/* What the data do not determine, and which measurement would. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "calibrate/fit.h"
#include "kind/value.h"
#include "model/parameter.h"
#include "model/problem.h"

#define MOVE        0.1  /* of the range: so far unknowns move that are not told apart */
#define UNTOLD      4.0  /* the sum changes by less, in variances */
#define SHOWS       4.0  /* variances: an unknown that alone changes the sum by more takes part */
#define PARAMETERS  8    /* of the model that are changed */
#define CONDITIONS  4    /* of the data that are kept */
#define OUTPUTS     24   /* beside those of the data */
#define FORCE_ERROR 0.05 /* of a force that is measured */
#define NARROW      0.02 /* half-widths of differences */
#define WIDE        0.15
#define HELPS       0.8 /* what leaves more than this of the largest error is no help */

/* ---- combinations ---- */

/* Those that take part in a direction: if they stayed where they are, the data would show it. */
static size_t
members(const struct doe_fit *self, const double *direction, double *way)
{
    const struct doe_search_problem *p = &self->problem;
    const double variance = doe_search_variance(p, &self->best);
    double most = 0;
    size_t n = 0, far = 0;
    bool blind = false;

    for (size_t j = 0; j < p->n; j++) {
        far = fabs(direction[j]) > most ? j : far;
        most = fmax(most, fabs(direction[j]));
    }
    for (size_t j = 0; j < p->n; j++) {
        double information = 0;
        for (size_t i = 0; i < p->n_data; i++) {
            information += self->best.jacobian[i * p->n + j] * self->best.jacobian[i * p->n + j];
        }
        const double step = MOVE * direction[j] / most;
        const bool shows = step * step * information > SHOWS * variance;
        way[j] = shows || j == far ? step : 0;
        n += fabs(way[j]) > 0 ? 1 : 0;
        blind = blind || (j == far && information < variance);
    }
    return blind ? 0 : n; /* what nothing depends on is not determined by itself */
}

void
doe_fit_combine(struct doe_fit *self)
{
    const size_t n = self->problem.n;

    self->n_combination = 0;
    for (size_t k = n; k-- > 0;) {
        struct doe_combination *c = &self->combination[self->n_combination];
        const double *direction = self->spread.direction + k * n;
        double most = 0;
        for (size_t j = 0; j < n; j++) {
            most = fmax(most, fabs(direction[j]));
        }
        const double way = MOVE / most / self->spread.along[k];
        c->change = way * way;
        if (c->change < UNTOLD && members(self, direction, c->way) > 1) {
            self->n_combination++;
        }
    }
}

/* ---- what could be measured ---- */

struct search {
    struct doe_fit *fit;
    struct doe_condition condition[CONDITIONS + 2 * PARAMETERS];
    size_t n_condition, n_kept; /* the first n_kept are those of the data */
    struct doe_output *output;  /* (n_output), with room for each datum and OUTPUTS more */
    bool *used, *force;         /* (n_output) */
    size_t n_output, most;
    double *x, *result, *row; /* (2 n + 1 points); (n_output x n) */
    bool starved;
};

/* a text in the arena of the calibration */
static const char *
keep(struct search *s, struct quire_text *text)
{
    const char *kept = doe_calibration_keep(s->fit->of, text);

    s->starved = s->starved || kept == NULL;
    return kept;
}

/* the number of the output; `most` where there is no room */
static size_t
add_output(struct search *s, const char *name, bool force)
{
    size_t i = 0;

    while (i < s->n_output && strcmp(s->output[i].name, name) != 0) {
        i++;
    }
    if (i == s->n_output && i < s->most) {
        s->output[i] = (struct doe_output){.sort = DOE_OUTPUT_FIGURE, .name = name};
        s->force[i] = force;
        s->n_output++;
    }
    return i;
}

static void
add_figure(struct search *s, const struct quire_object *object, const char *what, bool force)
{
    struct quire_text text = {0};

    quire_text_format(&text, "%s.%s", object->name, what);
    const char *name = keep(s, &text);
    if (name != NULL) {
        add_output(s, name, force);
    }
}

static void
add_objects(struct search *s, const struct quire_object *object)
{
    if (quire_object_is(object, QUIRE_ROLE_EDGE_SENSOR) && object->name != NULL) {
        add_figure(s, object, "lead.time", false);
        add_figure(s, object, "trail.time", false);
    }
    if (object->kind == &quire_kind_nip && object->name != NULL) {
        add_figure(s, object, "friction.max", true);
    }
    for (size_t i = 0; i < object->n_child && s->n_output < s->most; i++) {
        add_objects(s, object->child[i]);
    }
}

/* figures of the data first, then what sensors and nips of the model could tell */
static void
list_outputs(struct search *s)
{
    const struct doe_calibration *of = s->fit->of;

    s->most = of->n_datum;
    for (size_t i = 0; i < of->n_datum; i++) {
        const struct doe_output *o = &of->output[of->datum[i].output];
        if (o->sort == DOE_OUTPUT_FIGURE) {
            s->used[add_output(s, o->name,
                               of->datum[i].object->kind != &quire_kind_measured_times)] = true;
        }
    }
    s->most = s->n_output + OUTPUTS;
    add_objects(s, of->model->root);
}

/* the settings of a condition, and one of another value */
static void
set_one(struct search *s, struct doe_condition *out, const struct doe_condition *c,
        quire_setting one)
{
    struct quire_text words = {0};

    *out = (struct doe_condition){
        .setting = quire_arena_get(s->fit->of->arena, c->n + 1, sizeof *out->setting)};
    quire_text_format(&words, "%s = %s", one.name, one.value);
    out->words = keep(s, &words);
    s->starved = s->starved || out->setting == NULL;
    for (size_t i = 0; !s->starved && i < c->n; i++) {
        if (strcmp(c->setting[i].name, one.name) != 0) {
            out->setting[out->n++] = c->setting[i];
        }
    }
    if (!s->starved) {
        out->setting[out->n++] = one;
    }
}

/* a condition of the data with one parameter of another value */
static void
add_changed(struct search *s, const struct quire_parameter *p, double factor)
{
    struct quire_quantity q;
    struct quire_text text = {0};
    char error[200], why[QUIRE_PARAMETER_WHY], digits[QUIRE_NUMBER_SIZE];
    const char *at, *unit = quire_parameter_unit(p->value);
    double number = 0;

    if (!quire_quantity_read(&q, p->value, error, sizeof error) ||
        quire_number_read(&number, p->value, 0, NULL) != QUIRE_NUMBER_OK || !(fabs(number) > 0)) {
        return;
    }
    quire_number_write_rounded(digits, number * factor, 3);
    quire_text_format(&text, "%s%s%s", digits, unit[0] != '\0' ? " " : "", unit);
    const char *value = keep(s, &text);
    if (value != NULL && quire_parameter_allows(p, value, &at, why)) {
        set_one(s, &s->condition[s->n_condition++], &s->fit->of->condition[0],
                (quire_setting){p->name, value});
    }
}

static bool
is_unknown(const struct doe_calibration *of, const char *name)
{
    bool found = false;

    for (size_t j = 0; j < of->n_unknown; j++) {
        found = found || strcmp(of->unknown[j].name, name) == 0;
    }
    return found;
}

static bool
was_set(const struct doe_calibration *of, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < of->n_condition; i++) {
        for (size_t k = 0; k < of->condition[i].n; k++) {
            found = found || strcmp(of->condition[i].setting[k].name, name) == 0;
        }
    }
    return found;
}

/* those of the data, and others: what was set before can be set again, so it comes first */
static void
list_conditions(struct search *s)
{
    const struct doe_calibration *of = s->fit->of;
    size_t changed = 0;

    for (size_t i = 0; i < of->n_condition && s->n_kept < CONDITIONS; i++) {
        s->condition[s->n_kept++] = of->condition[i];
    }
    s->n_condition = s->n_kept;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < of->model->n_parameter && changed < PARAMETERS; i++) {
            const struct quire_parameter *p = &of->model->parameter[i];
            const size_t before = s->n_condition;
            if (!is_unknown(of, p->name) && was_set(of, p->name) == (round == 0)) {
                add_changed(s, p, 0.5);
                add_changed(s, p, 1.5);
                changed += s->n_condition > before ? 1 : 0;
            }
        }
    }
}

/* ---- what it would tell ---- */

static double
value_at(const struct search *s, size_t point, size_t condition, size_t output)
{
    return s->result[(point * s->n_condition + condition) * s->n_output + output];
}

/* of one time as the data have it; of all tables the largest */
static double
scatter_of(const struct doe_calibration *of)
{
    double most = 0;

    for (size_t i = 0; i < of->n_times; i++) {
        most = fmax(most, sqrt(of->times[i].common + of->times[i].own));
    }
    return most > 0 ? most : 0.5e-3;
}

/* The row of derivatives of one output, in deviations; false where it has none. What is not linear
 * over the differences, as runs are rough, counts as an error of it. */
static bool
make_row(const struct search *s, size_t condition, size_t output, double *row)
{
    const size_t n = s->fit->problem.n;
    const double at = value_at(s, 0, condition, output),
                 deviation = s->force[output]
                                 ? FORCE_ERROR * fabs(at)
                                 : scatter_of(s->fit->of) / sqrt((double)DOE_CALIBRATION_SHEETS);
    double rough = 0;

    for (size_t j = 0; j < n; j++) {
        const double less = value_at(s, 2 * j + 1, condition, output),
                     more = value_at(s, 2 * j + 2, condition, output),
                     from = s->x[(2 * j + 1) * n + j], to = s->x[(2 * j + 2) * n + j],
                     middle = less + (more - less) * (s->x[j] - from) / (to - from);
        row[j] = (more - less) / (to - from);
        rough = fmax(rough, fabs(at - middle));
        if (!isfinite(row[j]) || !isfinite(at)) {
            return false;
        }
    }
    for (size_t j = 0; j < n; j++) {
        row[j] /= sqrt(deviation * deviation + rough * rough);
    }
    return deviation > 0;
}

static void
keep_best(struct doe_fit *fit, const struct doe_advice *new)
{
    size_t at = 0;

    while (at < fit->n_advice && fit->advice[at].worst <= new->worst) {
        at++;
    }
    if (at == DOE_ADVICE_MOST) {
        return;
    }
    fit->n_advice += fit->n_advice < DOE_ADVICE_MOST ? 1 : 0;
    memmove(fit->advice + at + 1, fit->advice + at, (fit->n_advice - 1 - at) * sizeof *fit->advice);
    fit->advice[at] = *new;
}

/* the rows beside the data: how well the unknowns were determined then */
static bool
judge(const struct search *s, const double *row, size_t rows, const char *what)
{
    struct doe_fit *fit = s->fit;
    const size_t n = fit->problem.n, m = fit->problem.m;
    double *all = calloc((m + rows) * n, sizeof *all), before = 0;
    struct doe_advice advice = {.what = what};

    if (all == NULL || what == NULL) {
        free(all);
        return false;
    }
    memcpy(all, fit->best.jacobian, m * n * sizeof *all);
    memcpy(all + m * n, row, rows * n * sizeof *row);
    const bool made = doe_spread_errors(
        all, m + rows, n, doe_search_variance(&fit->problem, &fit->best), advice.error);
    free(all);
    for (size_t j = 0; j < n; j++) {
        advice.worst = fmax(advice.worst, advice.error[j]);
        before = fmax(before, sqrt(fit->spread.model[j * n + j]));
    }
    if (made && advice.worst < HELPS * before) {
        keep_best(fit, &advice);
    }
    return made;
}

/* one more figure in a condition of the data */
static bool
try_figures(struct search *s)
{
    bool good = true;

    for (size_t c = 0; c < s->n_kept; c++) {
        const char *words = s->condition[c].words;
        for (size_t o = 0; good && o < s->n_output; o++) {
            struct quire_text what = {0};
            if (!s->used[o] && make_row(s, c, o, s->row)) {
                quire_text_format(&what, s->force[o] ? "%s to 5 %%%s%s" : "%s of 10 sheets%s%s",
                                  s->output[o].name, words[0] != '\0' ? " with " : "", words);
                good = judge(s, s->row, 1, keep(s, &what));
            }
        }
    }
    return good;
}

/* the figures of the data in a new condition; their errors are taken as independent */
static bool
try_conditions(struct search *s)
{
    const size_t n = s->fit->problem.n;
    bool good = true;

    for (size_t c = s->n_kept; good && c < s->n_condition; c++) {
        struct quire_text what = {0};
        size_t rows = 0;
        bool times = false;
        for (size_t o = 0; o < s->n_output; o++) {
            if (s->used[o] && make_row(s, c, o, s->row + rows * n)) {
                times = times || !s->force[o];
                rows++;
            }
        }
        quire_text_format(&what, times ? "10 sheets with %s" : "the same with %s",
                          s->condition[c].words);
        const char *kept = keep(s, &what);
        good = rows == 0 || judge(s, s->row, rows, kept);
    }
    return good;
}

static void
list_points(struct search *s)
{
    const struct doe_fit *fit = s->fit;
    const size_t n = fit->problem.n;

    for (size_t k = 0; k <= 2 * n; k++) {
        memcpy(s->x + k * n, fit->best.x, n * sizeof *s->x);
    }
    for (size_t j = 0; j < n; j++) {
        const double w = fmin(fmax(2 * fit->spread.error[j], NARROW), WIDE);
        s->x[(2 * j + 1) * n + j] = fmax(fit->best.x[j] - w, 0);
        s->x[(2 * j + 2) * n + j] = fmin(fit->best.x[j] + w, 1);
    }
}

/* What is measured and set, with room for what comes of it. False when memory runs out. */
static bool
make_room(struct search *s)
{
    const size_t n = s->fit->problem.n, most = s->fit->of->n_datum + OUTPUTS;

    s->output = calloc(most, sizeof *s->output);
    s->used = calloc(most, sizeof *s->used);
    s->force = calloc(most, sizeof *s->force);
    s->row = calloc(most * n, sizeof *s->row);
    s->x = calloc((2 * n + 1) * n, sizeof *s->x);
    if (s->output == NULL || s->used == NULL || s->force == NULL || s->row == NULL ||
        s->x == NULL) {
        return false;
    }
    list_outputs(s);
    list_conditions(s);
    s->result = calloc((2 * n + 1) * s->n_condition * s->n_output + 1, sizeof *s->result);
    return s->result != NULL && !s->starved;
}

quire_status
doe_fit_advise(struct doe_fit *self, struct doe_runner *runner)
{
    struct search *s = calloc(1, sizeof *s);
    const size_t n = self->problem.n;
    quire_status status = QUIRE_OK;

    if (s == NULL) {
        return quire_diag_memory_error(runner->diag);
    }
    s->fit = self;
    if (!make_room(s)) {
        status = quire_diag_memory_error(runner->diag);
    } else if (s->n_output > 0 && runner->runs + (2 * n + 1) * s->n_condition <= runner->most) {
        list_points(s);
        status = doe_runner_change(runner, s->condition, s->n_condition, s->output, s->n_output);
        if (status == QUIRE_OK && doe_runner_make(runner, 2 * n + 1, s->x, s->result) &&
            !(try_figures(s) && try_conditions(s))) {
            status = quire_diag_memory_error(runner->diag);
        }
        status = status == QUIRE_OK ? runner->status : status;
    }
    free(s->output);
    free(s->used);
    free(s->force);
    free(s->x);
    free(s->result);
    free(s->row);
    free(s);
    return status;
}
