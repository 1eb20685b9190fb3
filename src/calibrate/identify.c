/* What the data do not determine, and which measurement would. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "calibrate/fit.h"
#include "kind/value.h"
#include "model/parameter.h"
#include "model/problem.h"

#define MOVE        0.1 /* of the range: so far unknowns move that are not told apart */
#define UNTOLD      4.0 /* the sum changes by less, in variances */
#define SHOWS       4.0 /* variances: an unknown that alone changes the sum by more takes part */
#define PARAMETERS  8   /* of the model that are changed */
#define CONDITIONS  4   /* of the data that are kept */
#define OUTPUTS     24
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
    struct doe_runner *runner;
    struct doe_condition condition[CONDITIONS + 2 * PARAMETERS];
    quire_setting setting[CONDITIONS + 2 * PARAMETERS][64];
    char value[2 * PARAMETERS][DOE_CALIBRATION_TEXT];
    char words[2 * PARAMETERS][240];
    size_t n_condition, n_kept; /* the first n_kept are those of the data */
    struct doe_output output[OUTPUTS];
    char name[OUTPUTS][QUIRE_NAME_LIMIT + 20];
    bool used[OUTPUTS], force[OUTPUTS];
    size_t n_output;
    double *x, *result; /* (2 n + 1 points) */
};

/* the number of the output; OUTPUTS where there is no room */
static size_t
add_output(struct search *s, const char *object, const char *what, bool force)
{
    char name[QUIRE_NAME_LIMIT + 20];
    size_t i = 0;

    quire_number_format(name, sizeof name, "%s%s%s", object, what[0] != '\0' ? "." : "", what);
    while (i < s->n_output && strcmp(s->name[i], name) != 0) {
        i++;
    }
    if (i == s->n_output && i < OUTPUTS) {
        memcpy(s->name[i], name, sizeof name);
        s->output[i] = (struct doe_output){.sort = DOE_OUTPUT_FIGURE, .name = s->name[i]};
        s->force[i] = force;
        s->n_output++;
    }
    return i;
}

static void
add_objects(struct search *s, const struct quire_object *object)
{
    if (quire_object_is(object, QUIRE_ROLE_EDGE_SENSOR) && object->name != NULL) {
        add_output(s, object->name, "lead.time", false);
        add_output(s, object->name, "trail.time", false);
    }
    if (object->kind == &quire_kind_nip && object->name != NULL) {
        add_output(s, object->name, "friction.max", true);
    }
    for (size_t i = 0; i < object->n_child; i++) {
        add_objects(s, object->child[i]);
    }
}

/* figures of the data first, then what sensors and nips of the model could tell */
static void
list_outputs(struct search *s)
{
    const struct doe_calibration *of = s->fit->of;

    for (size_t i = 0; i < of->n_datum; i++) {
        const struct doe_output *o = &of->output[of->datum[i].output];
        if (o->sort == DOE_OUTPUT_FIGURE) {
            const size_t k =
                add_output(s, o->name, "", of->datum[i].object->kind != &quire_kind_measured_times);
            if (k < OUTPUTS) {
                s->used[k] = true;
            }
        }
    }
    add_objects(s, of->model->root);
}

/* a condition of the data with one parameter of another value */
static void
add_changed(struct search *s, const struct quire_parameter *p, double factor)
{
    const struct doe_calibration *of = s->fit->of;
    const size_t k = s->n_condition, number = k - s->n_kept;
    struct quire_quantity q;
    char error[200], why[QUIRE_PARAMETER_WHY], digits[QUIRE_NUMBER_SIZE];
    const char *at, *unit = quire_parameter_unit(p->value);
    double number_in_unit = 0;

    if (number >= 2 * PARAMETERS || !quire_quantity_read(&q, p->value, error, sizeof error) ||
        quire_number_read(&number_in_unit, p->value, 0, NULL) != QUIRE_NUMBER_OK ||
        !(fabs(number_in_unit) > 0)) {
        return;
    }
    quire_number_write_rounded(digits, number_in_unit * factor, 3);
    quire_number_format(s->value[number], sizeof s->value[0], "%s%s%s", digits,
                        unit[0] != '\0' ? " " : "", unit);
    if (!quire_parameter_allows(p, s->value[number], &at, why)) {
        return;
    }
    struct doe_condition *c = &s->condition[k];
    c->n = 0;
    for (size_t i = 0; i < of->condition[0].n && i < 62; i++) {
        if (strcmp(of->condition[0].setting[i].name, p->name) != 0) {
            s->setting[k][c->n++] = of->condition[0].setting[i];
        }
    }
    s->setting[k][c->n++] = (quire_setting){p->name, s->value[number]};
    c->setting = s->setting[k];
    quire_number_format(s->words[number], sizeof s->words[0], "%s = %s", p->name, s->value[number]);
    c->words = s->words[number];
    s->n_condition++;
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
judge(struct search *s, const double *row, size_t rows, const char *what)
{
    struct doe_fit *fit = s->fit;
    const size_t n = fit->problem.n, m = fit->problem.m;
    double *all = calloc((m + rows) * n, sizeof *all), before = 0;
    struct doe_advice advice = {.worst = 0};

    if (all == NULL) {
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
    quire_number_format(advice.what, sizeof advice.what, "%s", what);
    if (made && advice.worst < HELPS * before) {
        keep_best(fit, &advice);
    }
    return made;
}

/* one more figure in a condition of the data */
static bool
try_figures(struct search *s)
{
    double row[DOE_SEARCH_UNKNOWNS];
    char what[240];
    bool good = true;

    for (size_t c = 0; c < s->n_kept; c++) {
        const char *words = s->condition[c].words;
        for (size_t o = 0; good && o < s->n_output; o++) {
            if (!s->used[o] && make_row(s, c, o, row)) {
                quire_number_format(what, sizeof what,
                                    s->force[o] ? "%s to 5 %%%s%s" : "%s of 10 sheets%s%s",
                                    s->name[o], words[0] != '\0' ? " with " : "", words);
                good = judge(s, row, 1, what);
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
    double row[OUTPUTS * DOE_SEARCH_UNKNOWNS];
    char what[240];
    bool good = true;

    for (size_t c = s->n_kept; good && c < s->n_condition; c++) {
        size_t rows = 0;
        bool times = false;
        for (size_t o = 0; o < s->n_output; o++) {
            if (s->used[o] && make_row(s, c, o, row + rows * n)) {
                times = times || !s->force[o];
                rows++;
            }
        }
        quire_number_format(what, sizeof what, times ? "10 sheets with %s" : "the same with %s",
                            s->condition[c].words);
        good = rows == 0 || judge(s, row, rows, what);
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
    s->runner = runner;
    list_outputs(s);
    list_conditions(s);
    s->x = calloc((2 * n + 1) * n, sizeof *s->x);
    s->result = calloc((2 * n + 1) * s->n_condition * s->n_output + 1, sizeof *s->result);
    if (s->x == NULL || s->result == NULL) {
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
    free(s->x);
    free(s->result);
    free(s);
    return status;
}
