/* Runs many models drawn at random and looks whether every one comes to an end, at a cost like that
 * of the others: scan scan.json SEED MODELS SKEWED CASES MODELS are those of the robustness scan,
 * SKEWED those of the scan of spatial machines, CASES those of the accuracy scan. Ends with 1 when
 * a bound is broken. scan --list SEED MODELS SKEWED runs none and prints of each model what `quire
 * run` takes, from the top of the source tree.
 *
 * The cost that is judged is a count, so that it is the same on every machine and under any load:
 * evaluations of the forces, with and without their derivatives, per simulated second. An
 * evaluation and what follows it take a time proportional to the number of segments, so that this
 * is the processor time per simulated second and segment, but for what each step takes besides. The
 * processor time itself is reported beside it. */
#include "scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COST 5.0 /* times the median */
#define SHOWN     10  /* rows of each sort that the terminal shows */

static const char *const outcome_name[] = {"ended", "jam", "failed", "stuck"};

static int
by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double
part_of(double *values, size_t n, double part)
{
    qsort(values, n, sizeof *values, by_size);
    return n > 0 ? values[(size_t)(part * (double)(n - 1) + 0.5)] : (double)NAN;
}

static bool
has_verdict(const struct row *row)
{
    return row->outcome == ENDED || row->outcome == JAMMED;
}

static double
time_of(const struct row *row)
{
    return row->processor_time / (row->time * row->segments);
}

static double
cost_of(const struct row *row)
{
    return row->cost;
}

static double
median_of(double (*what)(const struct row *), const struct row *rows, size_t n)
{
    double *values = calloc(n + 1, sizeof *values);
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (has_verdict(rows + i)) {
            values[used++] = what(rows + i);
        }
    }
    const double median = part_of(values, used, 0.5);
    free(values);
    return median;
}

static void
rate(struct row *rows, size_t n)
{
    const double cost = median_of(cost_of, rows, n), time = median_of(time_of, rows, n);
    for (size_t i = 0; i < n; i++) {
        rows[i].cost_ratio = rows[i].cost / cost;
        rows[i].time_ratio = time_of(rows + i) / time;
    }
    printf("median: %.0f evaluations per simulated second, %.3g us of processor time per simulated "
           "millisecond and segment\n",
           cost, 1e3 * time);
}

static void
show(const struct row *row)
{
    printf("  model %u: %s %s, %.2f times the median, watchdog %.0f;", row->model,
           outcome_name[row->outcome], row->diagnosis, row->cost_ratio, row->watchdog);
    for (size_t i = 0; i < row->settings.n; i++) {
        printf(" %s=%.6s", row->settings.at[i].name, row->settings.at[i].value);
    }
    printf("\n    %s\n", row->place);
}

static void
write_number(FILE *f, const char *key, double value)
{
    if (isfinite(value)) {
        fprintf(f, ", \"%s\": %.9g", key, value);
    } else {
        fprintf(f, ", \"%s\": null", key);
    }
}

static void
write_text(FILE *f, const char *key, const char *text)
{
    fprintf(f, ", \"%s\": \"", key);
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '"' || *p == '\\') {
            fputc('\\', f);
        }
        if ((unsigned char)*p >= ' ') {
            fputc(*p, f);
        }
    }
    fputc('"', f);
}

static void
write_row(FILE *f, const struct scan_kind *kind, const struct row *row, unsigned seed)
{
    fprintf(f, "  {\"scan\": \"%s\", \"seed\": %u, \"model\": %u", kind->name, seed, row->model);
    for (size_t i = 0; i < row->settings.n; i++) {
        write_text(f, row->settings.at[i].name, row->settings.at[i].value);
    }
    write_text(f, "outcome", outcome_name[row->outcome]);
    write_text(f, "diagnosis", row->diagnosis);
    write_text(f, "cause", row->place);
    write_number(f, "simulated_time", row->time);
    write_number(f, "steps", row->steps);
    write_number(f, "evaluations", row->evaluations);
    write_number(f, "newton_failures", row->newton_failures);
    write_number(f, "error_failures", row->error_failures);
    write_number(f, "watchdog", row->watchdog);
    write_number(f, "cost", row->cost);
    write_number(f, "cost_ratio", row->cost_ratio);
    write_number(f, "processor_time", row->processor_time);
    write_number(f, "processor_time_ratio", row->time_ratio);
    fputc('}', f);
}

static size_t
count(const struct row *rows, size_t n, enum ending outcome)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        found += rows[i].outcome == outcome;
    }
    return found;
}

/* prints what came out; whether all bounds are kept */
static bool
judge(const struct scan_kind *kind, const struct row *rows, size_t n)
{
    size_t costly = 0, watched = 0, shown = 0;
    double most = 0, most_time = 0;

    for (size_t i = 0; i < n; i++) {
        const bool bad = !has_verdict(rows + i), dear = !bad && rows[i].cost_ratio > MOST_COST;
        costly += dear;
        watched += rows[i].watchdog > 0;
        most = fmax(most, bad ? 0 : rows[i].cost_ratio);
        most_time = fmax(most_time, bad ? 0 : rows[i].time_ratio);
        if ((bad || dear) && shown++ < SHOWN) {
            show(rows + i);
        }
    }
    printf("%s: %zu models, %zu ended, %zu jams, %zu failed, %zu stuck, %zu above %g times the "
           "median cost (largest %.2f, of processor "
           "time %.2f), watchdog in %zu\n",
           kind->name, n, count(rows, n, ENDED), count(rows, n, JAMMED), count(rows, n, FAILED),
           count(rows, n, STUCK), costly, MOST_COST, most, most_time, watched);
    return count(rows, n, FAILED) + count(rows, n, STUCK) + costly == 0;
}

static void
show_costs(const struct row *rows, size_t n)
{
    static const double part[] = {0.1, 0.5, 0.9, 0.99, 1};
    double *cost = calloc(n + 1, sizeof *cost);
    size_t used = 0;
    for (size_t i = 0; cost != NULL && i < n; i++) {
        if (has_verdict(rows + i)) {
            cost[used++] = rows[i].cost_ratio;
        }
    }
    printf("cost over the median:");
    for (size_t k = 0; cost != NULL && k < sizeof part / sizeof *part; k++) {
        printf(" %g %% up to %.2f%s", 100 * part[k], part_of(cost, used, part[k]),
               k + 1 < sizeof part / sizeof *part ? "," : "\n");
    }
    free(cost);
}

static bool
scan(const struct scan_kind *kind, unsigned seed, size_t n, FILE *json)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char model_file[1024];
    struct row *rows = calloc(n + 1, sizeof *rows);

    if (rows == NULL) {
        return false;
    }
    snprintf(model_file, sizeof model_file, "%s/tests/scan/models/%s", root != NULL ? root : ".",
             kind->model);
    for (size_t i = 0; i < n; i++) {
        scan_run(rows + i, kind, seed, (unsigned)i, model_file);
        if (i % 100 == 99) {
            fprintf(stderr, "scan: %zu of %zu models\n", i + 1, n);
        }
    }
    rate(rows, n);
    show_costs(rows, n);
    for (size_t i = 0; i < n; i++) {
        write_row(json, kind, rows + i, seed);
        fputs(i + 1 < n ? ",\n" : "", json);
    }
    const bool good = judge(kind, rows, n);
    free(rows);
    return good;
}

/* arguments of `quire run`, as a shell reads them */
static void
list(const struct scan_kind *kind, unsigned seed, size_t n)
{
    for (unsigned i = 0; i < n; i++) {
        struct row row = {.model = i};
        kind->draw(&row, (struct draw){.seed = seed, .model = i});
        for (size_t k = 0; k < row.settings.n; k++) {
            printf("--set '%s=%s' ", row.settings.at[k].name, row.settings.at[k].value);
        }
        printf("tests/scan/models/%s\n", kind->model);
    }
}

int
main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--list") == 0 && draw_works()) {
        const unsigned seed = (unsigned)strtoul(argv[2], NULL, 10);
        list(&robustness_scan, seed, strtoul(argv[3], NULL, 10));
        list(&skew_scan, seed, strtoul(argv[4], NULL, 10));
        return 0;
    }
    if (argc != 6 || !draw_works()) {
        fputs("usage: scan scan.json SEED MODELS SKEWED CASES\n", stderr);
        return 2;
    }
    FILE *json = fopen(argv[1], "w");
    if (json == NULL) {
        fprintf(stderr, "scan: cannot write %s\n", argv[1]);
        return 1;
    }
    const unsigned seed = (unsigned)strtoul(argv[2], NULL, 10),
                   cases = (unsigned)strtoul(argv[5], NULL, 10);
    const size_t models = strtoul(argv[3], NULL, 10), skewed = strtoul(argv[4], NULL, 10);
    fputs("[\n", json);
    bool good = models == 0 || scan(&robustness_scan, seed, models, json);
    fputs(models > 0 && skewed > 0 ? ",\n" : "", json);
    good = (skewed == 0 || scan(&skew_scan, seed, skewed, json)) && good;
    good = (cases == 0 || accuracy_scan(seed, cases, json)) && good;
    fputs("\n]\n", json);
    good = fclose(json) == 0 && good;
    return good ? 0 : 1;
}
