/* One model of a scan, and the machines of the robustness scan: planar ones, and those in space
 * that skew the sheet. */
#include "scan.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* processor time after which a run is called stuck [s]; the slowest take seconds */
#define PATIENCE 60.0

void
set_number(struct settings *self, const char *name, double value, const char *unit)
{
    char *text = self->text[self->n];

    snprintf(text, sizeof self->text[0], "%.17g%s%s", value, *unit != '\0' ? " " : "", unit);
    self->at[self->n++] = (quire_setting){name, text};
}

void
set_word(struct settings *self, const char *name, const char *word)
{
    self->at[self->n++] = (quire_setting){name, word};
}

/* paper of at least so much grammage [g/m^2], and in how many segments it lies, from the fewest up
 * to just below the most */
static void
draw_paper(struct row *row, struct draw *at, double lightest, double fewest, double most)
{
    struct settings *s = &row->settings;
    const double grammage = draw_even(at, lightest, 300), density = draw_even(at, 700e3, 1000e3);

    row->segments = floor(draw_even(at, fewest, most));
    set_number(s, "grammage", grammage, "g/m^2");
    set_number(s, "thickness", 1e3 * grammage / density, "mm");
    set_number(s, "modulus", draw_even(at, 2, 7), "GPa");
    set_number(s, "segments", row->segments, "");
}

/* A machine and a sheet that an engineer might build, or try. */
static void
draw_planar(struct row *row, struct draw at)
{
    struct settings *s = &row->settings;

    draw_paper(row, &at, 52, 30, 241);
    set_number(s, "damping", draw_log(&at, 0.005, 0.5), "");
    set_number(s, "curl", draw_even(&at, -10, 10), "m^-1");
    set_number(s, "grip_mu", draw_even(&at, 0.2, 1.2), "");
    set_number(s, "glide_mu", draw_log(&at, 0.05, 0.6), "");
    set_number(s, "speed", draw_even(&at, 0.1, 2), "m/s");
    set_number(s, "load", draw_even(&at, 1, 20), "N");
    set_number(s, "radius", draw_even(&at, 20, 80), "mm");
    set_word(s, "turn", draw_even(&at, 0, 1) < 0.5 ? "left" : "right");
}

const struct scan_kind robustness_scan = {"robustness", "scan.xml", draw_planar};

static const char *
draw_columns(struct draw *at)
{
    const double part = draw_even(at, 0, 1);

    return part < 0.6 ? "2" : part < 0.85 ? "3" : "5"; /* most machines are run with two */
}

static void
draw_skewed(struct row *row, struct draw at)
{
    struct settings *s = &row->settings;

    draw_paper(row, &at, 60, 40, 121);
    set_number(s, "across", draw_even(&at, 0.3, 1), "");
    set_number(s, "damping", draw_log(&at, 0.03, 0.5), "");
    set_number(s, "yaw", draw_even(&at, -1, 1), "deg");
    set_number(s, "load", draw_even(&at, 3, 8), "N");
    set_number(s, "load_ratio", draw_log(&at, 0.5, 2), "");
    set_number(s, "wear", draw_even(&at, -0.01, 0.01), "");
    set_number(s, "mu_left", draw_even(&at, 0.3, 1.2), "");
    set_number(s, "mu_right", draw_even(&at, 0.3, 1.2), "");
    set_number(s, "threshold", draw_log(&at, 2, 20), "mm/s");
    set_number(s, "glide_mu", draw_log(&at, 0.05, 0.4), "");
    set_number(s, "speed", draw_even(&at, 0.2, 1), "m/s");
    set_number(s, "gap", draw_even(&at, 2, 5), "mm");
    set_word(s, "columns", draw_columns(&at));
}

const struct scan_kind skew_scan = {"skew", "skew.xml", draw_skewed};

static double
number_of(const json_t *summary, const char *object, const char *name)
{
    const json_t *value = json_object_get(json_object_get(summary, object), name);

    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* the name of the first check that is a jam and failed, and its cause */
static void
find_jam(struct row *row, const json_t *summary)
{
    size_t i;
    json_t *check;

    json_array_foreach(json_object_get(summary, "checks"), i, check)
    {
        if (json_is_true(json_object_get(check, "jam")) &&
            strcmp(json_string_value(json_object_get(check, "verdict")), "failed") == 0) {
            snprintf(row->diagnosis, sizeof row->diagnosis, "%s",
                     json_string_value(json_object_get(check, "kind")));
            snprintf(row->place, sizeof row->place, "%s",
                     json_string_value(json_object_get(check, "cause")));
            return;
        }
    }
}

static void
read_summary(struct row *row, const quire_run *run)
{
    json_t *summary = json_loads(quire_run_summary_json(run), 0, NULL);

    row->time = number_of(summary, "end", "time");
    row->steps = number_of(summary, "solver", "steps");
    row->evaluations =
        number_of(summary, "solver", "evaluations") + number_of(summary, "solver", "jacobians");
    row->newton_failures = number_of(summary, "solver", "newton-failures");
    row->error_failures = number_of(summary, "solver", "error-failures");
    row->watchdog = number_of(summary, "solver", "watchdog");
    row->processor_time = number_of(summary, "provenance", "solver.cpu-time");
    row->cost = row->evaluations / row->time;
    if (row->outcome == ENDED) {
        const char *reason =
            json_string_value(json_object_get(json_object_get(summary, "end"), "reason"));
        row->outcome = reason != NULL && strcmp(reason, "jam") == 0 ? JAMMED : ENDED;
        find_jam(row, summary);
    }
    json_decref(summary);
}

static void
take_problem(struct row *row, const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        if (p->severity == QUIRE_ERROR) {
            snprintf(row->diagnosis, sizeof row->diagnosis, "%s", p->code);
            snprintf(row->place, sizeof row->place, "%s", p->text);
            return;
        }
    }
}

void
scan_run(struct row *row, const struct scan_kind *kind, unsigned seed, unsigned number,
         const char *model_file)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();

    *row = (struct row){.model = number, .outcome = FAILED};
    kind->draw(row, (struct draw){.seed = seed, .model = number});
    options.time_limit = PATIENCE;
    if (quire_model_load(&model, model_file, row->settings.at, row->settings.n, diag) == QUIRE_OK &&
        quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
        const quire_status status = quire_run_execute(run, diag);
        row->outcome = status == QUIRE_OK ? ENDED : status == QUIRE_ERROR_LIMIT ? STUCK : FAILED;
        read_summary(row, run);
    }
    if (row->outcome == FAILED || row->outcome == STUCK) {
        take_problem(row, diag);
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}
