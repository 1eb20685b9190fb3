/* Running the benchmark model and following the sheet's edges along its path. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* the path of models/bench.xml: straight, a quarter of a circle to the left, straight */
#define STRAIGHT 0.18 /* [m] */
#define RADIUS   0.04 /* [m] */

double
bench_along_path(double x, double y)
{
    if (x <= STRAIGHT && y < RADIUS) {
        return x;
    }
    if (y < RADIUS) {
        return STRAIGHT + RADIUS * atan2(x - STRAIGHT, RADIUS - y);
    }
    return STRAIGHT + RADIUS * acos(0) + y - RADIUS;
}

static size_t
find_column(const quire_run *run, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < quire_run_column_count(run); i++) {
        const char *header = quire_run_column_name(run, i);
        if (strncmp(header, name, length) == 0 &&
            (header[length] == '\0' || header[length] == ' ')) {
            return i;
        }
    }
    fprintf(stderr, "bench: the series has no column %s\n", name);
    exit(1);
}

static void
follow(struct way *way, const quire_run *run)
{
    const size_t x0 = find_column(run, "page.lead.x"), y0 = find_column(run, "page.lead.y"),
                 x1 = find_column(run, "page.trail.x"), y1 = find_column(run, "page.trail.y");
    way->n = quire_run_row_count(run) < MOST_SAMPLES ? quire_run_row_count(run) : MOST_SAMPLES;
    for (size_t i = 0; i < way->n; i++) {
        way->lead[i] = bench_along_path(quire_run_value(run, i, x0), quire_run_value(run, i, y0));
        way->trail[i] = bench_along_path(quire_run_value(run, i, x1), quire_run_value(run, i, y1));
    }
}

void
way_compare(double *lead, double *trail, const struct way *a, const struct way *b)
{
    *lead = *trail = a->n == b->n && a->n > 0 ? 0 : (double)NAN;
    for (size_t i = 0; i < a->n && i < b->n; i++) {
        *lead = fmax(*lead, fabs(a->lead[i] - b->lead[i]));
        *trail = fmax(*trail, fabs(a->trail[i] - b->trail[i]));
    }
}

double
bench_processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static quire_status
load(quire_model **model, const struct setup *setup, quire_diag *diag)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024], segments[24], threshold[40];
    snprintf(path, sizeof path, "%s/tests/bench/models/bench.xml", root != NULL ? root : ".");
    snprintf(segments, sizeof segments, "%d", setup->segments);
    snprintf(threshold, sizeof threshold, "%.17g m/s", setup->threshold);
    quire_setting settings[3 + MOST_MORE] = {{"segments", segments},
                                             {"damping_ratio", setup->low_damping ? "0.05" : "0.5"},
                                             {"threshold", threshold}};
    const size_t n_more = setup->n_more < MOST_MORE ? setup->n_more : MOST_MORE;
    for (size_t i = 0; i < n_more; i++) {
        settings[3 + i] = setup->more[i];
    }
    if (setup->copies < 2) {
        return quire_model_load(model, path, settings, 3 + n_more, diag);
    }
    char *text = bench_copies(path, setup->copies, setup->later);
    const quire_status status = text != NULL ? quire_model_parse(model, text, strlen(text), path,
                                                                 settings, 3 + n_more, diag)
                                             : QUIRE_ERROR_FILE;
    free(text);
    return status;
}

static quire_run_options
options_of(const struct setup *setup)
{
    quire_run_options options = quire_run_options_default();
    options.accuracy = setup->position_tolerance > 0 ? NULL : setup->accuracy;
    options.method = setup->method;
    options.vectors = setup->vectors;
    options.end_time = setup->end;
    options.sample_interval = setup->sample;
    options.directory = setup->directory;
    options.force = setup->directory != NULL;
    if (setup->position_tolerance > 0) {
        options.position_tolerance = setup->position_tolerance;
    }
    return options;
}

void
bench_run(struct outcome *out, const struct setup *setup)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    const quire_run_options options = options_of(setup);

    memset(out, 0, sizeof *out);
    if (load(&model, setup, diag) == QUIRE_OK &&
        quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
        const double start = bench_processor_time();
        out->done = quire_run_execute(run, diag) == QUIRE_OK;
        out->processor_time = bench_processor_time() - start;
    }
    if (out->done) {
        out->steps = quire_run_figure(run, "solver.steps");
        out->newton_failures = quire_run_figure(run, "solver.newton-failures");
        follow(&out->way, run);
    } else {
        for (size_t i = 0; i < quire_diag_count(diag); i++) {
            char text[300];
            quire_diag_format(diag, i, text, sizeof text);
            fprintf(stderr, "bench: %s\n", text);
        }
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}
