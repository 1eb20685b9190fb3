/* Measures speed and accuracy of the benchmark model, prints a table and writes bench.json:
 *     bench bench.json FOLDER [quick]
 * FOLDER is for result files; quick runs each case once and leaves out what takes long.
 * Times are processor times, medians of several runs, and depend on the machine. All that is
 * asserted is that the plain kernel moves the sheet as the product does: else 1. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plain.h"

#define END    1.1  /* [s] */
#define SAMPLE 5e-3 /* of the comparison [s] */
/* position tolerance of the run that errors are measured against [m] */
#define REFERENCE      1e-9
#define THRESHOLD      10e-3 /* of the friction in the nips [m/s] */
#define FINE_THRESHOLD 1e-3
#define MOST_RUNS      9

struct row {
    const char *name, *accuracy;
    int n;
    bool low;
    double factor, factor_with_output, to_none, steps, step_time, newton_failures, along_lead,
        along_trail, to_generic, to_serial, exponent, memory, to_one, to_plain;
};

static struct row rows[64];
static size_t n_row;
static int runs = 5;
static const char *folder;

static int
by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* median processor time [s]; the last run's outcome in *out */
static double
median_time(const struct setup *setup, int n, struct outcome *out)
{
    double time[MOST_RUNS];
    for (int i = 0; i < n; i++) {
        bench_run(out, setup);
        if (!out->done) {
            return (double)NAN;
        }
        time[i] = out->processor_time;
    }
    qsort(time, (size_t)n, sizeof *time, by_size);
    return time[n / 2];
}

/* The same of two that run in turns, so that what slows the machine for a while slows both; and the
 * median of the ratios of the second to the first. */
static double
median_ratio(const struct setup *a, const struct setup *b, int n, struct outcome *of_a,
             double median[2])
{
    static struct outcome of_b;
    double time[2][MOST_RUNS], ratio[MOST_RUNS];
    for (int i = 0; i < n; i++) {
        bench_run(of_a, a);
        bench_run(&of_b, b);
        if (!of_a->done || !of_b.done) {
            return median[0] = median[1] = (double)NAN;
        }
        time[0][i] = of_a->processor_time;
        time[1][i] = of_b.processor_time;
        ratio[i] = time[1][i] / time[0][i];
    }
    for (int k = 0; k < 2; k++) {
        qsort(time[k], (size_t)n, sizeof *time[k], by_size);
        median[k] = time[k][n / 2];
    }
    qsort(ratio, (size_t)n, sizeof *ratio, by_size);
    return ratio[n / 2];
}

/* largest resident size of a process that runs the model once [MB], as the command does */
static double
peak_memory(const struct setup *setup)
{
    struct rusage usage;
    int status;
    const pid_t child = fork();
    if (child == 0) {
        static struct outcome out;
        bench_run(&out, setup);
        _exit(out.done ? 0 : 1);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
        return (double)NAN;
    }
    return (double)usage.ru_maxrss / 1024;
}

static void
measure(struct setup setup, const char *name, const struct way *reference, bool with_generic)
{
    static struct outcome out;
    struct row *row = rows + n_row++;
    double lead = (double)NAN, trail = (double)NAN;
    *row = (struct row){
        .name = name, .accuracy = setup.accuracy, .n = setup.segments, .low = setup.low_damping};
    row->exponent = row->memory = row->to_one = row->to_plain = row->to_generic = row->to_serial =
        (double)NAN;

    struct setup with_output = setup;
    double median[2];
    with_output.sample = 1e-3;
    with_output.directory = folder;
    setup.sample = 0;
    row->to_none = median_ratio(&setup, &with_output, runs, &out, median);
    const double time = median[0];
    row->factor = END / time;
    row->factor_with_output = END / median[1];
    row->steps = out.steps;
    row->step_time = 1e6 * time / out.steps;
    row->newton_failures = out.newton_failures;
    setup.sample = SAMPLE;
    bench_run(&out, &setup);
    way_compare(&lead, &trail, &out.way, reference);
    row->along_lead = 1e3 * lead;
    row->along_trail = 1e3 * trail;
    if (with_generic) {
        setup.sample = 0;
        setup.method = "generic";
        row->to_generic = median_time(&setup, 3, &out) / time;
        setup.vectors = "serial";
        row->to_serial = median_time(&setup, 3, &out) / time;
    }
    if (setup.segments == 60) {
        row->memory = peak_memory(&with_output);
    }
    printf("%-26s %4d %-9s %-9s %7.1f %7.1f %6.2f %7.0f %7.2f %6.0f   %7.4f %7.4f  %7.2f %7.2f\n",
           row->name, row->n, row->low ? "low" : "moderate", row->accuracy, row->factor,
           row->factor_with_output, row->to_none, row->steps, row->step_time, row->newton_failures,
           row->along_lead, row->along_trail, row->to_generic, row->to_serial);
    fflush(stdout);
}

static void
measure_accuracies(const char *name, int segments, bool low, double threshold, bool with_generic)
{
    /* fixed tolerances: times of old versions stay comparable when an accuracy changes */
    static const struct {
        const char *accuracy;
        double tolerance; /* [m]; 0: of this accuracy */
    } at[] = {{"1 um", 1e-6}, {"standard", 0}, {"0.3 um", 3e-7}};
    static struct outcome reference;
    struct setup setup = {.segments = segments,
                          .low_damping = low,
                          .threshold = threshold,
                          .method = "velocity",
                          .vectors = "own",
                          .end = END,
                          .sample = SAMPLE,
                          .position_tolerance = REFERENCE};
    bench_run(&reference, &setup);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        setup.accuracy = at[i].accuracy;
        setup.position_tolerance = at[i].tolerance;
        measure(setup, name, &reference.way, with_generic);
    }
}

/* ten machines with a sheet each in one model: processor time over that of one, measured in turns
 */
static void
measure_ten(const char *name, bool low, double later)
{
    static struct outcome out;
    struct setup one = {.segments = 60,
                        .low_damping = low,
                        .threshold = THRESHOLD,
                        .method = "velocity",
                        .vectors = "own",
                        .accuracy = "standard",
                        .end = END},
                 ten = one;
    double ratio[MOST_RUNS];
    struct row *row = rows + n_row++;

    ten.copies = 10;
    ten.later = later;
    *row = (struct row){.name = name, .accuracy = one.accuracy, .n = one.segments, .low = low};
    row->factor_with_output = row->to_none = row->along_lead = row->along_trail = row->exponent =
        row->memory = row->to_generic = row->to_serial = row->to_plain = (double)NAN;
    for (int i = 0; i < runs; i++) {
        const double single = median_time(&one, 3, &out), all = median_time(&ten, 1, &out);
        ratio[i] = all / single;
        row->factor = END / all;
        row->step_time = 1e6 * all / out.steps;
    }
    qsort(ratio, (size_t)runs, sizeof *ratio, by_size);
    row->to_one = ratio[runs / 2];
    row->steps = out.steps;
    row->newton_failures = out.newton_failures;
    printf("%-26s %4d %-9s %-9s %7.1f %7s %6s %7.0f %7.2f %6.0f   ten sheets take %.2f times the "
           "time of one\n",
           name, row->n, low ? "low" : "moderate", row->accuracy, row->factor, "", "", row->steps,
           row->step_time, row->newton_failures, row->to_one);
    fflush(stdout);
}

/* most that an edge's place along the path may differ from the plain kernel's, both computed with
 * the tolerance of references [mm]: guides are integrated otherwise there, and with low damping
 * edges are flung against them. Runs of 1 um are off by as much. */
#define MOST_DIFFERENCE     0.02
#define MOST_DIFFERENCE_LOW 0.06

/* speed over that of the plain kernel, measured in turns, and whether both agree */
static bool
compare_with_plain(bool low)
{
    static struct outcome out, plain;
    struct setup setup = {.segments = 60,
                          .low_damping = low,
                          .threshold = THRESHOLD,
                          .method = "velocity",
                          .vectors = "own",
                          .accuracy = "1 um",
                          .end = END,
                          .sample = SAMPLE,
                          .position_tolerance = REFERENCE};
    double time[MOST_RUNS], ratio[MOST_RUNS], lead = (double)NAN, trail = (double)NAN;
    struct row *row = rows + n_row++;

    *row = (struct row){.name = "plain kernel", .accuracy = "1 um", .n = 60, .low = low};
    row->exponent = row->memory = row->to_one = row->to_generic = row->to_serial = row->to_none =
        row->factor_with_output = (double)NAN;
    bench_run(&out, &setup);
    plain_run(&plain, low, REFERENCE);
    way_compare(&lead, &trail, &out.way, &plain.way);
    setup.sample = 0;
    setup.position_tolerance = 1e-6;
    for (int i = 0; i < runs; i++) {
        bench_run(&out, &setup);
        plain_run(&plain, low, setup.position_tolerance);
        time[i] = plain.processor_time;
        ratio[i] = plain.processor_time / out.processor_time;
    }
    qsort(time, (size_t)runs, sizeof *time, by_size);
    qsort(ratio, (size_t)runs, sizeof *ratio, by_size);
    row->factor = END / time[runs / 2];
    row->steps = plain.steps;
    row->step_time = 1e6 * time[runs / 2] / plain.steps;
    row->newton_failures = plain.newton_failures;
    row->along_lead = 1e3 * lead;
    row->along_trail = 1e3 * trail;
    row->to_plain = ratio[runs / 2];
    const double most = low ? MOST_DIFFERENCE_LOW : MOST_DIFFERENCE;
    const bool good = row->along_lead <= most && row->along_trail <= most;
    printf(
        "ratio to the plain kernel, %s: %.2f (%.1f times real time, %.0f steps of %.2f us); edges "
        "differ by %.4f and %.4f mm, at most %.2f%s\n",
        low ? "low" : "moderate", row->to_plain, row->factor, row->steps, row->step_time,
        row->along_lead, row->along_trail, most, good ? "" : "; TOO LARGE");
    fflush(stdout);
    return good;
}

/* growth of time with the number of segments, from 60 to 480, put into the rows of 480 */
static void
find_exponents(void)
{
    for (size_t i = 0; i < n_row; i++) {
        for (size_t k = 0; k < n_row; k++) {
            const struct row *small = rows + k;
            if (rows[i].n == 480 && small->n == 60 && small->low == rows[i].low &&
                strcmp(small->accuracy, rows[i].accuracy) == 0 &&
                strcmp(small->name, rows[i].name) == 0) {
                rows[i].exponent = log(small->factor / rows[i].factor) / log(480.0 / 60.0);
                printf("growth of time from 60 to 480 segments, %s, %s: exponent %.2f\n",
                       rows[i].low ? "low" : "moderate", rows[i].accuracy, rows[i].exponent);
            }
        }
    }
}

static void
write_number(FILE *f, const char *key, double value)
{
    if (isfinite(value)) {
        fprintf(f, ", \"%s\": %.6g", key, value);
    } else {
        fprintf(f, ", \"%s\": null", key);
    }
}

static bool
write_json(const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return false;
    }
    fputs("[\n", f);
    for (size_t i = 0; i < n_row; i++) {
        const struct row *row = rows + i;
        fprintf(f, "  {\"case\": \"%s\", \"n\": %d, \"damping\": \"%s\", \"accuracy\": \"%s\"",
                row->name, row->n, row->low ? "low" : "moderate", row->accuracy);
        write_number(f, "real_time_factor", row->factor);
        write_number(f, "real_time_factor_with_output", row->factor_with_output);
        write_number(f, "ratio_with_output", row->to_none);
        write_number(f, "steps", row->steps);
        write_number(f, "us_per_step", row->step_time);
        write_number(f, "newton_failures", row->newton_failures);
        write_number(f, "along_error_mm", row->along_lead);
        write_number(f, "along_error_trail_mm", row->along_trail);
        write_number(f, "ratio_to_generic", row->to_generic);
        write_number(f, "ratio_to_generic_serial", row->to_serial);
        write_number(f, "exponent_60_to_480", row->exponent);
        write_number(f, "peak_memory_mb", row->memory);
        write_number(f, "ratio_to_one_sheet", row->to_one);
        write_number(f, "ratio_to_plain_kernel", row->to_plain);
        fputs(i + 1 < n_row ? "},\n" : "}\n", f);
    }
    fputs("]\n", f);
    return fclose(f) == 0;
}

int
main(int argc, char **argv)
{
    static const int segments[] = {30, 60, 120, 240, 480};
    const bool quick = argc > 3 && strcmp(argv[3], "quick") == 0;
    if (argc < 3) {
        fputs("usage: bench bench.json FOLDER [quick]\n", stderr);
        return 2;
    }
    folder = argv[2];
    runs = quick ? 1 : runs;
    printf("%-26s %4s %-9s %-9s %7s %7s %6s %7s %7s %6s   %7s %7s  %7s %7s\n", "", "", "", "",
           "real", "with", "time", "", "us per", "Newton", "along", "trail", "to", "generic");
    printf("%-26s %4s %-9s %-9s %7s %7s %6s %7s %7s %6s   %7s %7s  %7s %7s\n", "case", "n",
           "damping", "accuracy", "time", "output", "ratio", "steps", "step", "fails", "mm", "mm",
           "generic", "serial");
    for (size_t i = 0; i < sizeof segments / sizeof *segments; i++) {
        for (int low = 0; low < 2 && (!quick || segments[i] == 60); low++) {
            measure_accuracies("three nips", segments[i], low == 1, THRESHOLD,
                               segments[i] == 60 && !quick);
        }
    }
    for (int low = 0; low < 2; low++) {
        measure_accuracies("three nips, 1 mm/s", 60, low == 1, FINE_THRESHOLD, !quick);
    }
    for (int low = 0; low < 2; low++) {
        measure_ten("ten machines", low == 1, 0);
        measure_ten("ten machines, 20 ms apart", low == 1, 20e-3);
    }
    bool good = compare_with_plain(false);
    good = compare_with_plain(true) && good;
    find_exponents();
    for (size_t i = 0; i < n_row; i++) {
        if (isfinite(rows[i].memory)) {
            printf("peak memory with %d segments: %.1f MB\n", rows[i].n, rows[i].memory);
            break;
        }
    }
    if (!write_json(argv[1])) {
        fprintf(stderr, "bench: cannot write %s\n", argv[1]);
        return 1;
    }
    return good ? 0 : 1;
}
