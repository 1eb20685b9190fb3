/* Whether exact answers lie within the error bars: each case is run as quire_error_bars_create()
 * repeats a run, and the bar of each of its numbers compared with its error. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/error_bars.h>

#define SHARE 0.95

struct tally {
    size_t held, all;
};

/* the results of one variation; false where it has other rows than the first */
static bool
take(struct row **out, size_t *n, size_t from)
{
    size_t all;
    const struct row *rows = all_rows(&all);

    *n = all - from;
    *out = malloc((*n + 1) * sizeof **out);
    if (*out != NULL) {
        memcpy(*out, rows + from, *n * sizeof **out);
    }
    drop_rows(from);
    return *out != NULL;
}

/* a quantity says "[m]", "[s]" */
static const char *
unit_of(const char *quantity)
{
    return strstr(quantity, "[m]") != NULL ? "m" : strstr(quantity, "[s]") != NULL ? "s" : "";
}

static void
compare(struct tally *tally, struct row *const row[VARIATIONS], size_t i)
{
    static const double tolerance[VARIATIONS] = {5e-7, 5e-8, 5e-7, 5e-8}; /* [m] */
    static const int refinement[VARIATIONS] = {1, 1, 2, 2};
    double value[VARIATIONS];

    if (isnan(row[0][i].reference) || isnan(row[0][i].tolerance)) {
        return; /* an order, or for information */
    }
    for (int k = 0; k < VARIATIONS; k++) {
        value[k] = row[k][i].result;
    }
    const double bar = quire_error_bar(value, unit_of(row[0][i].quantity), tolerance, refinement,
                                       VARIATIONS),
                 error = fabs(value[0] - row[0][i].reference);
    tally->all++;
    tally->held += error <= bar;
    printf("%-4s  %-42s %-40s %13.7g %13.7g %13.2e %13.2e\n", error <= bar ? "ok" : "OUT",
           row[0][i].name, row[0][i].quantity, row[0][i].reference, value[0], error, bar);
}

static bool
run_varied(struct tally *tally, const struct validation_case *c,
           void (*run_case)(const struct validation_case *c))
{
    struct row *row[VARIATIONS] = {NULL};
    size_t n[VARIATIONS], from;
    bool good = true;

    all_rows(&from);
    for (int k = 0; k < VARIATIONS && good; k++) {
        simulation_vary(k);
        run_case(c);
        good = take(&row[k], &n[k], from);
    }
    const bool alike = good && n[1] == n[0] && n[2] == n[0] && n[3] == n[0];
    if (good && !alike) {
        printf("      %s: a repetition failed, %zu, %zu, %zu, %zu rows\n", c->id, n[0], n[1], n[2],
               n[3]);
    }
    for (size_t i = 0; alike && simulation_count() > 0 && i < n[0]; i++) {
        compare(tally, row, i);
    }
    for (int k = 0; k < VARIATIONS; k++) {
        free(row[k]);
    }
    fflush(stdout);
    return good;
}

bool
error_bars_hold(bool (*is_wanted)(const char *id, int argc, char **argv), int argc, char **argv,
                void (*run_case)(const struct validation_case *c))
{
    size_t n;
    struct tally tally = {0, 0};
    const struct validation_case *const *c = all_cases(&n);
    bool good = true;

    for (size_t i = 0; i < n && good; i++) {
        good = !is_wanted(c[i]->id, argc, argv) || run_varied(&tally, c[i], run_case);
    }
    printf("%zu of %zu exact answers lie within their error bars\n", tally.held, tally.all);
    return good && tally.all > 0 && (double)tally.held >= SHARE * (double)tally.all;
}
