#include "calibrate/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "jobs/simulate.h"
#include "kind/value.h"
#include "model/problem.h"
#include "run/run.h"
#include "text/suggest.h"

#define LAST 1e-12 /* by so much "400 ms" may be later than the last sample at 0.4 s */

/* ---- what a run yields ---- */

/* the number of the column, whose name is followed by its unit; their number if there is none */
static size_t
find_column(const quire_run *run, const char *name)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);

    for (size_t i = 0; i < n; i++) {
        const char *column = quire_run_column_name(run, i);
        if (strncmp(column, name, length) == 0 &&
            (column[length] == '\0' || strncmp(column + length, " [", 2) == 0)) {
            return i;
        }
    }
    return n;
}

/* between samples, linearly; NaN before the first and after the last */
static double
at_time(const quire_run *run, size_t time, size_t column, double t)
{
    size_t low = 0, high = quire_run_row_count(run);

    if (column >= quire_run_column_count(run) || high == 0 || t < quire_run_value(run, 0, time)) {
        return (double)NAN;
    }
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(quire_run_value(run, middle, time) <= t ? &low : &high) = middle;
    }
    const double t0 = quire_run_value(run, low, time), y0 = quire_run_value(run, low, column);
    if (!(t > t0)) {
        return y0;
    }
    if (low + 1 >= quire_run_row_count(run)) {
        return t <= t0 * (1 + LAST) ? y0 : (double)NAN;
    }
    const double t1 = quire_run_value(run, low + 1, time);
    return y0 + (quire_run_value(run, low + 1, column) - y0) * (t - t0) / (t1 - t0);
}

/* From the polyline of the nodes to the point, positive to its left; a sign makes what is fitted
 * smooth where the distance is zero. */
static double
distance_from(const double *x, const double *y, size_t n, double px, double py)
{
    double least = HUGE_VAL, out = (double)NAN;

    for (size_t i = 0; i + 1 < n; i++) {
        const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i], l = dx * dx + dy * dy;
        const double s = l > 0 ? ((px - x[i]) * dx + (py - y[i]) * dy) / l : 0,
                     t = fmin(fmax(s, 0), 1);
        const double ex = px - x[i] - t * dx, ey = py - y[i] - t * dy, d = ex * ex + ey * ey;
        if (d < least) {
            least = d;
            out = dx * ey - dy * ex >= 0 ? sqrt(d) : -sqrt(d);
        }
    }
    return out;
}

/* The nodes of a sheet, in place of those of another. False when memory runs out. */
static bool
take_nodes(const quire_run *run, const char *sheet, double **node, size_t *n)
{
    free(*node);
    *n = quire_run_nodes(run, sheet, NULL, NULL, 0);
    *node = calloc(2 * *n + 1, sizeof **node);
    if (*node == NULL) {
        return false;
    }
    quire_run_nodes(run, sheet, *node, *node + *n, *n);
    return true;
}

static void
take_outputs(const void *user, const quire_run *run, struct doe_record *record)
{
    const struct doe_runner *self = user;
    const size_t time = find_column(run, "time");
    const char *name = NULL, *sheet = NULL;
    double *node = NULL; /* x of all, then y */
    size_t column = 0, n = 0;

    for (size_t i = 0; i < self->n_output; i++) {
        const struct doe_output *o = &self->output[i];
        if (o->sort == DOE_OUTPUT_FIGURE) {
            record->response[i] = quire_run_figure(run, o->name);
        } else if (o->sort == DOE_OUTPUT_TRACE) {
            column = o->name == name ? column : find_column(run, o->name);
            name = o->name;
            record->response[i] = at_time(run, time, column, o->x);
        } else {
            if (o->name != sheet && !take_nodes(run, o->name, &node, &n)) {
                record->status = DOE_MEMORY;
                return;
            }
            sheet = o->name;
            record->response[i] = distance_from(node, node + n, n, o->x, o->y);
        }
    }
    free(node);
}

/* ---- one run ---- */

/* The settings of the condition, then the unknowns at x; texts (n_unknown) hold their values. NULL
 * when memory runs out. */
static quire_setting *
make_settings(const struct doe_runner *self, const struct doe_condition *c, const double *x,
              char (*text)[DOE_CALIBRATION_TEXT])
{
    quire_setting *setting = calloc(c->n + self->of->n_unknown, sizeof *setting);

    for (size_t i = 0; setting != NULL && i < c->n; i++) {
        setting[i] = c->setting[i];
    }
    for (size_t j = 0; setting != NULL && j < self->of->n_unknown; j++) {
        const struct doe_unknown *u = &self->of->unknown[j];
        setting[c->n + j] = (quire_setting){u->name, doe_unknown_text(u, x[j], 15, text[j])};
    }
    return setting;
}

static void
simulate(struct doe_runner *self, const struct doe_condition *c, const double *x, double time_limit,
         struct doe_record *record)
{
    char text[DOE_SEARCH_UNKNOWNS][DOE_CALIBRATION_TEXT];
    quire_setting *setting = make_settings(self, c, x, text);
    quire_run_options options = quire_run_options_default();
    quire_diag *diag = quire_diag_create();

    options.time_limit = time_limit;
    options.figures = self->traces ? NULL : self->figure;
    options.n_figure = self->traces ? 0 : self->n_figure;
    if (diag == NULL || setting == NULL) {
        record->status = DOE_MEMORY;
    } else {
        doe_simulate(self->prepared, setting, c->n + self->of->n_unknown, &options, take_outputs,
                     self, record, diag);
    }
    quire_diag_destroy(diag);
    free(setting);
}

/* ---- batches ---- */

struct batch {
    struct doe_runner *self;
    const double *x;
    size_t n, next;
    double *value;
};

static enum doe_next
next_run(void *user, uint64_t *index, quire_status *status)
{
    struct batch *b = user;

    (void)status;
    *index = b->next;
    return b->next++ < b->n ? DOE_NEXT_RUN : DOE_NEXT_NONE;
}

static void
simulate_run(void *user, uint64_t index, struct doe_record *record)
{
    struct batch *b = user;
    struct doe_runner *self = b->self;

    simulate(self, &self->condition[index % self->n_condition],
             b->x + index / self->n_condition * self->of->n_unknown, self->options->time_limit,
             record);
}

static quire_status
take_run(void *user, const struct doe_record *record)
{
    struct batch *b = user;
    struct doe_runner *self = b->self;
    bool whole = true;

    memcpy(b->value + record->index * self->n_output, record->response,
           self->n_output * sizeof *record->response);
    for (size_t i = 0; i < self->n_output; i++) {
        whole = whole && isfinite(record->response[i]);
    }
    if (!whole && (!self->failed || record->status != DOE_PASSED)) {
        doe_record_copy(&self->failure, record);
        self->failure.index = record->index % self->n_condition;
        self->failed = true;
    }
    return QUIRE_OK;
}

static quire_status
tick(void *user)
{
    (void)user;
    return QUIRE_OK;
}

bool
doe_runner_make(struct doe_runner *self, size_t count, const double *x, double *value)
{
    struct batch b = {.self = self, .x = x, .n = count * self->n_condition, .value = value};
    const struct doe_pool_client client = {.self = &b,
                                           .n_response = self->n_output,
                                           .next = next_run,
                                           .simulate = simulate_run,
                                           .take = take_run,
                                           .tick = tick,
                                           .stop_fd = self->stop_fd};
    bool stopped = false;

    self->spent = self->spent || self->runs + b.n > self->most;
    if (self->status != QUIRE_OK || self->spent) {
        return false;
    }
    const double wall = quire_clock_wall();
    self->runs += b.n;
    self->status = doe_pool_run(self->options, &client, &stopped, self->diag);
    self->status = self->status == QUIRE_OK && stopped ? QUIRE_ERROR_LIMIT : self->status;
    self->wall += quire_clock_wall() - wall;
    return self->status == QUIRE_OK;
}

/* ---- what is asked for ---- */

quire_status
doe_runner_change(struct doe_runner *self, const struct doe_condition *condition,
                  size_t n_condition, const struct doe_output *output, size_t n_output)
{
    free(self->figure);
    self->figure = calloc(n_output + 1, sizeof *self->figure);
    doe_record_clear(&self->failure);
    self->failed = false;
    if (self->figure == NULL || !doe_record_init(&self->failure, n_output)) {
        return self->status = quire_diag_memory_error(self->diag);
    }
    self->condition = condition;
    self->n_condition = n_condition;
    self->output = output;
    self->n_output = n_output;
    self->n_figure = 0;
    self->traces = false;
    for (size_t i = 0; i < n_output; i++) {
        if (output[i].sort == DOE_OUTPUT_FIGURE) {
            self->figure[self->n_figure++] = output[i].name;
        }
        self->traces = self->traces || output[i].sort == DOE_OUTPUT_TRACE;
    }
    return QUIRE_OK;
}

quire_status
doe_runner_begin(struct doe_runner *self, const struct doe_calibration *of,
                 const struct doe_pool_options *options, int stop_fd, uint64_t most,
                 quire_diag *diag)
{
    *self = (struct doe_runner){
        .of = of, .options = options, .stop_fd = stop_fd, .most = most, .diag = diag};
    self->status =
        doe_runner_change(self, of->condition, of->n_condition, of->output, of->n_output);
    if (self->status == QUIRE_OK) {
        self->status = quire_prepared_create(&self->prepared, of->model, diag);
    }
    return self->status;
}

void
doe_runner_clear(struct doe_runner *self)
{
    quire_prepared_destroy(self->prepared);
    doe_record_clear(&self->failure);
    free(self->figure);
    self->prepared = NULL;
    self->figure = NULL;
}

/* the table's values are of the dimension that the column's unit has */
static quire_status
check_unit(const struct doe_datum *d, const char *column, quire_diag *diag)
{
    const char *open = strchr(column, '[');
    char unit[QUIRE_DIMENSION_SIZE];
    struct quire_dimension want, have;
    double worth;

    quire_number_format(unit, sizeof unit, "%.*s", open != NULL ? (int)strcspn(open + 1, "]") : 0,
                        open != NULL ? open + 1 : "");
    if (strcmp(unit, "1") == 0) {
        unit[0] = '\0';
    }
    return !doe_calibration_unit(unit, &worth, &want) ||
                   (doe_calibration_unit(d->unit, &worth, &have) &&
                    quire_dimension_fits(have, want))
               ? QUIRE_OK
               : quire_object_error(d->object, diag, "E-UNIT", NULL,
                                    "the table's values are in '%s', the model's %s", d->unit,
                                    column);
}

static quire_status
check_columns(const struct doe_calibration *of, const quire_run *run, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    char hint[200];

    for (size_t i = 0; i < of->n_datum; i++) {
        const struct doe_output *o = &of->output[of->datum[i].output];
        const bool first = i == 0 || of->datum[i - 1].object != of->datum[i].object;
        struct quire_suggest s = quire_suggest_begin(o->name);
        if (!first || o->sort != DOE_OUTPUT_TRACE) {
            continue;
        }
        const size_t column = find_column(run, o->name);
        if (column < quire_run_column_count(run)) {
            status = quire_status_first(
                status, check_unit(&of->datum[i], quire_run_column_name(run, column), diag));
            continue;
        }
        for (size_t k = 0; k < quire_run_column_count(run); k++) {
            char name[QUIRE_NAME_LIMIT + 40];
            const char *full = quire_run_column_name(run, k);
            quire_number_format(name, sizeof name, "%.*s", (int)strcspn(full, " "), full);
            quire_suggest_offer(&s, name);
        }
        status = quire_object_error(of->datum[i].object, diag, "E-REFERENCE",
                                    quire_suggest_hint(&s, hint, sizeof hint),
                                    "from = '%s': runs of the model have no such column", o->name);
    }
    return status;
}

quire_status
doe_runner_check_traces(struct doe_runner *self)
{
    quire_run_options options = quire_run_options_default();
    quire_run *run = NULL;

    if (!self->traces) {
        return QUIRE_OK;
    }
    quire_status status = quire_run_create(&run, self->of->model, &options, self->diag);
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, self->diag);
        self->runs++;
    }
    if (status == QUIRE_OK) {
        status = check_columns(self->of, run, self->diag);
    }
    quire_run_destroy(run);
    return status;
}
