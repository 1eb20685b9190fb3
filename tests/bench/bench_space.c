/* Measures the speed of a sheet in space, by node columns, damping and skew of the second nip, and prints a table:
 *     bench_space [quick]
 * Steps and processor times are medians of five runs whose starts differ by nanometres: rounding alone moves steps by a tenth. Quick runs each
 * case once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <quire/run.h>

#define END       0.5 /* [s] */
#define MOST_RUNS 5

struct outcome {
    double steps, newton_failures, time;
};

static double
processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int
by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double
median(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, by_size);
    return value[n / 2];
}

/* false after a message */
static bool
run_once(struct outcome *out, const char *motion, const quire_setting *settings, size_t n)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    bool done = false;

    options.motion = motion;
    options.sample_interval = 0;
    snprintf(path, sizeof path, "%s/tests/bench/models/spatial.xml", root != NULL ? root : ".");
    if (quire_model_load(&model, path, settings, n, diag) == QUIRE_OK && quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
        const double start = processor_time();
        done = quire_run_execute(run, diag) == QUIRE_OK;
        *out = (struct outcome){quire_run_figure(run, "solver.steps"), quire_run_figure(run, "solver.newton-failures"), processor_time() - start};
    }
    for (size_t i = 0; !done && i < quire_diag_count(diag); i++) {
        char text[300];
        quire_diag_format(diag, i, text, sizeof text);
        fprintf(stderr, "bench_space: %s\n", text);
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return done;
}

/* median time [s]; NaN if a run failed */
static double
measure(const char *motion, const char *columns, bool low, const char *skew, int runs)
{
    double steps[MOST_RUNS], failures[MOST_RUNS], time[MOST_RUNS];

    for (int k = 0; k < runs; k++) {
        char turn[24], offset[24];
        struct outcome out;
        snprintf(turn, sizeof turn, "%s deg", skew);
        snprintf(offset, sizeof offset, "%d nm", k);
        const quire_setting settings[] = {{"columns", columns}, {"damping_ratio", low ? "0.05" : "0.5"}, {"skew", turn}, {"offset", offset}};
        if (!run_once(&out, motion, settings, sizeof settings / sizeof *settings)) {
            return (double)NAN;
        }
        steps[k] = out.steps;
        failures[k] = out.newton_failures;
        time[k] = out.time;
    }
    const double middle = median(time, runs), count = median(steps, runs);
    printf("%-8s %7s %-9s %5s   %7.1f %7.0f %8.2f %6.0f\n", motion, columns, low ? "low" : "moderate", skew, END / middle, count, 1e6 * middle / count,
           median(failures, runs));
    fflush(stdout);
    return middle;
}

int
main(int argc, char **argv)
{
    static const char *const columns[] = {"2", "3", "5"}, *const skew[] = {"0", "0.3", "1", "3"};
    const int runs = argc > 1 && strcmp(argv[1], "quick") == 0 ? 1 : MOST_RUNS;

    printf("%-8s %7s %-9s %5s   %7s %7s %8s %6s\n", "motion", "columns", "damping", "skew", "factor", "steps", "us/step", "fails");
    for (int low = 0; low < 2; low++) {
        const double planar = measure("planar", "2", low == 1, "0", runs);
        double straight = (double)NAN;
        for (int m = 0; m < 3; m++) {
            for (int s = 0; s < 4; s++) {
                const double time = measure("spatial", columns[m], low == 1, skew[s], runs);
                straight = m == 0 && s == 0 ? time : straight;
            }
        }
        printf("straight, 2 columns, takes %.2f times the processor time of planar motion\n", straight / planar);
    }
    return 0;
}
