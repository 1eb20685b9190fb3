/* Measures the speed of a sheet in space, by node columns, damping and skew of the second nip, and
 * how it grows with segments and columns, and prints tables: bench_space [quick|growth] Steps and
 * processor times are medians of five runs whose starts differ by nanometres: rounding alone moves
 * steps by a tenth. Quick runs each case once; growth prints its tables alone. Ends with 1 when
 * time grows faster than it may, which only ratios within one run can tell. */
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
    if (quire_model_load(&model, path, settings, n, diag) == QUIRE_OK &&
        quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
        const double start = processor_time();
        done = quire_run_execute(run, diag) == QUIRE_OK;
        *out = (struct outcome){quire_run_figure(run, "solver.steps"),
                                quire_run_figure(run, "solver.newton-failures"),
                                processor_time() - start};
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

/* What is run. */
struct bench_case {
    const char *motion, *columns, *segments, *skew; /* skew of the second nip [deg] */
    bool low;                                       /* damping */
};

struct cost {
    /* medians of the processor time and of that of a step [s]; NaN if a run failed */
    double time, step;
};

static struct cost
measure(const struct bench_case *c, int runs)
{
    double steps[MOST_RUNS], failures[MOST_RUNS], time[MOST_RUNS], step[MOST_RUNS];

    for (int k = 0; k < runs; k++) {
        char turn[24], offset[24];
        struct outcome out;
        snprintf(turn, sizeof turn, "%s deg", c->skew);
        snprintf(offset, sizeof offset, "%d nm", k);
        const quire_setting settings[] = {{"columns", c->columns},
                                          {"segments", c->segments},
                                          {"damping_ratio", c->low ? "0.05" : "0.5"},
                                          {"skew", turn},
                                          {"offset", offset}};
        if (!run_once(&out, c->motion, settings, sizeof settings / sizeof *settings)) {
            return (struct cost){(double)NAN, (double)NAN};
        }
        steps[k] = out.steps;
        failures[k] = out.newton_failures;
        time[k] = out.time;
        step[k] = out.time / out.steps;
    }
    const struct cost cost = {median(time, runs), median(step, runs)};
    printf("%-8s %7s %8s %-9s %5s   %7.1f %7.0f %8.2f %6.0f\n", c->motion, c->columns, c->segments,
           c->low ? "low" : "moderate", c->skew, END / cost.time, median(steps, runs),
           1e6 * cost.step, median(failures, runs));
    fflush(stdout);
    return cost;
}

static void
print_head(void)
{
    printf("%-8s %7s %8s %-9s %5s   %7s %7s %8s %6s\n", "motion", "columns", "segments", "damping",
           "skew", "factor", "steps", "us/step", "fails");
}

static void
tabulate(int runs)
{
    static const char *const columns[] = {"2", "3", "5"}, *const skew[] = {"0", "0.3", "1", "3"};

    print_head();
    for (int low = 0; low < 2; low++) {
        const double planar =
            measure(&(struct bench_case){"planar", "2", "60", "0", low == 1}, runs).time;
        double straight = (double)NAN;
        for (int m = 0; m < 3; m++) {
            for (int s = 0; s < 4; s++) {
                const double time =
                    measure(&(struct bench_case){"spatial", columns[m], "60", skew[s], low == 1},
                            runs)
                        .time;
                straight = m == 0 && s == 0 ? time : straight;
            }
        }
        printf("straight, 2 columns, takes %.2f times the processor time of planar motion\n",
               straight / planar);
    }
}

/* ---- growth ---- */

/* of time by the number of segments, by least squares of the logarithms */
static double
exponent(const double *segments, const double *time, int n)
{
    double x = 0, y = 0, xx = 0, xy = 0;

    for (int i = 0; i < n; i++) {
        const double a = log(segments[i]), b = log(time[i]);
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

/* prints whether a ratio is within its bound */
static bool
judge(const char *what, double value, double most)
{
    const bool good = value <= most;

    printf("%s: %.2f, at most %.2f%s\n", what, value, most, good ? "" : "; TOO LARGE");
    return good;
}

static bool
grow_in_segments(const char *skew, int runs)
{
    static const char *const segments[] = {"30", "60", "120", "240", "480"};
    double number[5], time[5];
    char what[80];

    for (int i = 0; i < 5; i++) {
        number[i] = atof(segments[i]);
        time[i] =
            measure(&(struct bench_case){"spatial", "2", segments[i], skew, false}, runs).time;
    }
    snprintf(what, sizeof what, "exponent of time in segments, skew %s deg", skew);
    return judge(what, exponent(number, time, 5), 0.9);
}

/* A step's arithmetic is that of the factorisation, which grows with the third power of the
 * columns, beside what does not grow so; the bounds are those of a prototype that had the kernels
 * alone, without events, ledger and records. */
static bool
grow_in_columns(int runs)
{
    static const struct {
        const char *columns;
        double most;
    } list[] = {{"3", 2.5}, {"5", 7.6}, {"9", 22}};
    const double two = measure(&(struct bench_case){"spatial", "2", "60", "1", false}, runs).step;
    bool good = true;

    for (int k = 0; k < 3; k++) {
        char what[80];
        const double step =
            measure(&(struct bench_case){"spatial", list[k].columns, "60", "1", false}, runs).step;
        snprintf(what, sizeof what, "time of a step, %s columns over 2", list[k].columns);
        good = judge(what, step / two, list[k].most) && good;
    }
    return good;
}

int
main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const int runs = strcmp(word, "quick") == 0 ? 1 : MOST_RUNS;

    if (strcmp(word, "growth") != 0) {
        tabulate(runs);
    }
    print_head();
    bool good = grow_in_segments("0", runs);
    good = grow_in_segments("1", runs) && good;
    good = grow_in_columns(runs) && good;
    return good ? 0 : 1;
}
