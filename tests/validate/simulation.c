/* Running a model through the public library and looking at what comes out. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

#define MOST_NODES 600

/* what goes on in the text that this returns has the value `name` */
static char *
add_setting(struct settings *s, const char *name)
{
    if (s->n == sizeof s->list / sizeof *s->list) {
        fputs("validate: too many parameters\n", stderr);
        exit(1);
    }
    s->list[s->n] = (quire_setting){.name = name, .value = s->text[s->n]};
    return s->text[s->n++];
}

void
set_number(struct settings *s, const char *name, double value, const char *unit)
{
    snprintf(add_setting(s, name), sizeof *s->text, unit[0] != '\0' ? "%.17g %s" : "%.17g", value,
             unit);
}

void
set_vector(struct settings *s, const char *name, double x, double y, const char *unit)
{
    snprintf(add_setting(s, name), sizeof *s->text, "%.17g %s, %.17g %s", x, unit, y, unit);
}

void
set_word(struct settings *s, const char *name, const char *word)
{
    snprintf(add_setting(s, name), sizeof *s->text, "%s", word);
}

static void
report_problems(const char *name, quire_diag *diag)
{
    char text[200] = "the model could not be run";
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        if (quire_diag_get(diag, i)->severity == QUIRE_ERROR) {
            quire_diag_format(diag, i, text, sizeof text);
            break;
        }
    }
    report_failure(name, text);
}

/* ---- repeated as for error bars ---- */

#define FINER    10
#define MOST_RUN 4000

static int vary;
static size_t n_run;
static struct {
    double tolerance, sample; /* [m], [s]; NaN: it does not move */
} as_it_is[MOST_RUN];

void
simulation_vary(int how)
{
    vary = how;
    n_run = 0;
}

size_t
simulation_count(void)
{
    return n_run;
}

static void
take_variation(quire_run_options *options)
{
    if (vary == 0 || n_run >= MOST_RUN) {
        return;
    }
    options->refinement = vary & VARY_SEGMENTS ? 2 : 1;
    if (isfinite(as_it_is[n_run].tolerance)) {
        options->position_tolerance =
            as_it_is[n_run].tolerance / (vary & VARY_TOLERANCE ? FINER : 1);
        options->sample_interval = as_it_is[n_run].sample / 2;
    }
}

static void
keep_what_it_was(const quire_run *run)
{
    static const char key[] = "\"position-tolerance\": ";
    const char *solver = strstr(quire_run_summary_json(run), "\"solver\": {"),
               *at = solver != NULL ? strstr(solver, key) : NULL;
    if (vary == 0 && n_run < MOST_RUN) {
        const bool moves = quire_run_row_count(run) > 2 && at != NULL;
        as_it_is[n_run].tolerance = moves ? strtod(at + sizeof key - 1, NULL) : (double)NAN;
        as_it_is[n_run].sample =
            moves ? quire_run_value(run, 1, 0) - quire_run_value(run, 0, 0) : (double)NAN;
    }
}

bool
simulation_start(struct simulation *out, const char *name, const char *file,
                 const struct settings *settings)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();

    snprintf(path, sizeof path, "%s/tests/validate/models/%s", root != NULL ? root : ".", file);
    if (settings->position_tolerance > 0) {
        options.position_tolerance = settings->position_tolerance;
    }
    options.motion = running_in_space() ? "spatial" : settings->planar ? "planar" : NULL;
    *out = (struct simulation){NULL, NULL};
    take_variation(&options);
    const bool done =
        quire_model_load(&out->model, path, settings->list, settings->n, diag) == QUIRE_OK &&
        quire_run_create(&out->run, out->model, &options, diag) == QUIRE_OK &&
        quire_run_execute(out->run, diag) == QUIRE_OK;
    if (!done) {
        report_problems(name, diag);
        simulation_end(out);
    }
    if (done) {
        keep_what_it_was(out->run);
    }
    n_run++;
    quire_diag_destroy(diag);
    return done;
}

void
simulation_end(struct simulation *s)
{
    quire_run_destroy(s->run);
    quire_model_destroy(s->model);
    *s = (struct simulation){NULL, NULL};
}

double *
simulation_column(const struct simulation *s, const char *name, const char *column)
{
    const size_t n = quire_run_row_count(s->run), length = strlen(column);
    for (size_t i = 0; i < quire_run_column_count(s->run); i++) {
        const char *header = quire_run_column_name(s->run, i);
        if (strncmp(header, column, length) != 0 ||
            (header[length] != '\0' && header[length] != ' ')) {
            continue;
        }
        double *value = malloc((n + 1) * sizeof *value);
        for (size_t row = 0; value != NULL && row < n; row++) {
            value[row] = quire_run_value(s->run, row, i);
        }
        return value;
    }
    char reason[200];
    snprintf(reason, sizeof reason, "the series has no column %s", column);
    report_failure(name, reason);
    return NULL;
}

bool
simulation_tip(const struct simulation *s, const char *name, struct tip *out)
{
    static double x[MOST_NODES], y[MOST_NODES];
    const size_t n = quire_run_nodes(s->run, "page", x, y, MOST_NODES);
    if (n < 2 || n > MOST_NODES) {
        report_failure(name, "there is no sheet at the end of the run");
        return false;
    }
    out->x = x[n - 1];
    out->y = y[n - 1];
    out->angle = 0; /* summed up from hinge to hinge, so that a full turn counts */
    double before = 0;
    for (size_t i = 1; i < n; i++) {
        const double angle = atan2(y[i] - y[i - 1], x[i] - x[i - 1]);
        out->angle += remainder(angle - before, 2 * PI);
        before = angle;
    }
    return true;
}

void
simulation_draw(const struct simulation *s, struct figure *figure, const char *label)
{
    static double x[MOST_NODES], y[MOST_NODES];
    const size_t n = quire_run_nodes(s->run, "page", x, y, MOST_NODES);
    for (size_t i = 0; i < n && n <= MOST_NODES; i++) {
        x[i] *= 1e3;
        y[i] *= 1e3;
    }
    figure_add(figure, label, CURVE, x, y, n <= MOST_NODES ? n : 0);
}

double
time_above_zero(const double *time, const double *value, size_t n)
{
    size_t first = n, last = 0;
    for (size_t i = 0; i < n; i++) {
        if (value[i] > 0) {
            first = first == n ? i : first;
            last = i;
        }
    }
    return first < n && first > 0 && last + 1 < n
               ? 0.5 * (time[last] + time[last + 1] - time[first] - time[first - 1])
               : (double)NAN;
}

double
first_time(const double *time, const double *value, size_t n, double level)
{
    for (size_t i = 0; i < n; i++) {
        if (value[i] >= level) {
            return i == 0 ? time[0]
                          : time[i - 1] + (time[i] - time[i - 1]) * (level - value[i - 1]) /
                                              (value[i] - value[i - 1]);
        }
    }
    return (double)NAN;
}

double
slope(const double *time, const double *value, size_t n, double from, double to)
{
    double t = 0, v = 0, tt = 0, tv = 0, count = 0;
    for (size_t i = 0; i < n; i++) {
        if (time[i] >= from && time[i] <= to) {
            t += time[i];
            v += value[i];
            tt += time[i] * time[i];
            tv += time[i] * value[i];
            count++;
        }
    }
    return (count * tv - t * v) / (count * tt - t * t);
}
