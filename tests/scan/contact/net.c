/* The texts and runs of the nets. */
#include "net.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE 60.0 /* processor time after which a run is given up [s] */

void
say(struct text *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(t->at + t->n, sizeof t->at - t->n, format, list);
    va_end(list);
    if (n < 0 || t->n + (size_t)n >= sizeof t->at) {
        fputs("contact: a model is too long\n", stderr);
        abort();
    }
    t->n += (size_t)n;
}

bool
toss(struct draw *at)
{
    return draw_even(at, 0, 1) < 0.5;
}

/* ---- runs ---- */

const char *net_motion;

static void
take_problems(struct ran *r, const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        if (p->severity == QUIRE_ERROR && r->why[0] == '\0') {
            snprintf(r->why, sizeof r->why, "%s: %s", p->code, p->text);
        }
        r->warned = r->warned || strcmp(p->code, "W-SEGMENTS") == 0;
    }
}

static json_t *
read_frames(const char *folder)
{
    char name[600];
    snprintf(name, sizeof name, "%s/trajectory.jsonl", folder);
    FILE *f = fopen(name, "r");
    json_t *frames = json_array();

    if (f != NULL) {
        json_decref(json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)); /* the head */
        for (json_t *line; (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL;) {
            json_array_append_new(frames, line);
        }
        fclose(f);
    }
    return frames;
}

/* a folder of this process alone; what lies in it is written over by the next run */
static const char *
work_folder(void)
{
    static char folder[500];
    const char *work = getenv("QUIRE_WORK");

    snprintf(folder, sizeof folder, "%s/contact-%ld", work != NULL ? work : "/tmp", (long)getpid());
    return folder;
}

static void
remove_results(const char *folder)
{
    static const char *const names[] = {"summary.json",     "series.csv",    "events.csv",
                                        "trajectory.jsonl", "filmstrip.svg", "model.xml"};
    char name[600];

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        snprintf(name, sizeof name, "%s/%s", folder, names[k]);
        remove(name);
    }
    rmdir(folder);
}

static quire_status
parse(struct ran *r, const struct text *t, const struct wanted *wanted, quire_diag *diag)
{
    quire_setting settings[4];
    char value[4][48];
    size_t n = 0;

    for (; n < 4 && wanted->set[n].name != NULL; n++) {
        const struct given *g = &wanted->set[n];
        snprintf(value[n], sizeof value[n], "%.17g%s%s", g->value, *g->unit != '\0' ? " " : "",
                 g->unit);
        settings[n] = (quire_setting){g->name, value[n]};
    }
    return quire_model_parse(&r->model, t->at, t->n, "drawn.xml", settings, n, diag);
}

bool
net_run(struct ran *r, const struct text *t, const struct wanted *wanted)
{
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();

    *r = (struct ran){.verdict = QUIRE_VERDICT_NONE};
    options.time_limit = PATIENCE;
    options.motion = net_motion;
    if (!wanted->rest) {
        options.sample_interval = wanted->sample;
    }
    if (wanted->position_tolerance > 0) {
        options.position_tolerance = wanted->position_tolerance;
    }
    if (wanted->trajectory) {
        options.directory = work_folder();
        options.force = true;
    }
    quire_status status = parse(r, t, wanted, diag);
    if (status == QUIRE_OK) {
        status = quire_run_create(&r->run, r->model, &options, diag);
    }
    if (status == QUIRE_OK) {
        quire_run_check(r->run, diag);
        status = quire_run_execute(r->run, diag);
    }
    take_problems(r, diag);
    quire_diag_destroy(diag);
    if (status == QUIRE_OK) {
        r->verdict = quire_run_verdict(r->run);
        r->summary = json_loads(quire_run_summary_json(r->run), 0, NULL);
        r->frames = wanted->trajectory ? read_frames(options.directory) : NULL;
    } else {
        quire_run_destroy(r->run);
        r->run = NULL;
    }
    if (wanted->trajectory) {
        remove_results(options.directory);
    }
    return status == QUIRE_OK;
}

void
net_done(struct ran *r)
{
    json_decref(r->frames);
    json_decref(r->summary);
    quire_run_destroy(r->run);
    quire_model_destroy(r->model);
    *r = (struct ran){.verdict = QUIRE_VERDICT_NONE};
}

double
net_number(const struct ran *r, const char *object, const char *name)
{
    const json_t *value = json_object_get(json_object_get(r->summary, object), name);

    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

double *
net_column(const struct ran *r, const char *name, size_t *n)
{
    const size_t length = strlen(name);

    *n = quire_run_row_count(r->run);
    for (size_t i = 0; i < quire_run_column_count(r->run); i++) {
        const char *at = quire_run_column_name(r->run, i);
        if (strncmp(at, name, length) == 0 && (at[length] == '\0' || at[length] == ' ')) {
            double *values = calloc(*n + 1, sizeof *values);
            if (values != NULL) {
                quire_run_column(r->run, i, values, *n);
            }
            return values;
        }
    }
    return NULL;
}

/* ---- frames ---- */

/* positions are written as the first, and then steps; planar ones lie at z = 0 */
static void
add_up(struct frame *f, const json_t *list, size_t numbers)
{
    for (size_t i = 0; i < f->rows * f->columns; i++) {
        const bool first = i < f->columns;
        for (size_t k = 0; k < 3; k++) {
            const double step =
                k < numbers ? 1e-6 * json_number_value(json_array_get(list, numbers * i + k)) : 0;
            f->at[i][k] = step + (first ? 0 : f->at[i - f->columns][k]);
        }
    }
}

bool
net_frame(struct frame *f, const struct ran *r, size_t k)
{
    const json_t *frame = json_array_get(r->frames, k);
    const json_t *curve = json_array_get(json_object_get(frame, "sheets"), 0),
                 *nodes = json_array_get(json_object_get(frame, "nodes"), 0);

    if (!json_is_array(curve)) {
        return false;
    }
    f->time = json_number_value(json_object_get(frame, "time"));
    f->rows = json_array_size(curve) / 2;
    f->columns = nodes != NULL ? json_array_size(nodes) / 3 / f->rows : 1;
    f->at = calloc(f->rows * f->columns, sizeof *f->at);
    if (f->at == NULL) {
        return false;
    }
    add_up(f, nodes != NULL ? nodes : curve, nodes != NULL ? 3 : 2);
    return true;
}

/* ---- the table ---- */

bool
net_row(const char *figure, const char *asked, bool good, const char *format, ...)
{
    char measured[300];
    va_list list;

    va_start(list, format);
    vsnprintf(measured, sizeof measured, format, list);
    va_end(list);
    printf("%s | %s | %s | %s\n", figure, asked, measured, good ? "ok" : "NOT REACHED");
    return good;
}

void
net_note(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fputs("  ", stdout);
    vprintf(format, list);
    fputs("\n", stdout);
    va_end(list);
}
