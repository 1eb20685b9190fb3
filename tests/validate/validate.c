/* Runs all validation cases, or those whose ids are given, prints a table, and writes validate.json
 * and the page of the manual: validate validate.json FOLDER [S1 S2 ...] Exit code 1 when a row does
 * not pass. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "figure.h"
#include "page.h"

static struct row *rows;
static size_t n_row;
static const struct validation_case *running;
static bool in_space, silent;

void
report_row(const struct row *row)
{
    struct row *more = realloc(rows, (n_row + 1) * sizeof *rows);
    if (more == NULL) {
        fputs("validate: out of memory\n", stderr);
        exit(1);
    }
    rows = more;
    rows[n_row] = *row;
    if (in_space) {
        const size_t used = strlen(row->name);
        snprintf(rows[n_row].name + used, sizeof row->name - used, ", spatial");
    }
    row = rows + n_row++;
    if (silent) {
        return;
    }
    printf("%-4s  %-42s %-40s", row->pass ? "ok" : "FAIL", row->name, row->quantity);
    const double number[4] = {row->reference, row->result, row->error, row->tolerance};
    for (int i = 0; i < 4; i++) {
        if (isnan(number[i])) {
            printf(" %13s", "-");
        } else {
            printf(i < 2 ? " %13.7g" : " %13.2e", number[i]);
        }
    }
    puts("");
}

void
report(const char *name, const char *quantity, double reference, double result, double scale,
       double tolerance)
{
    struct row row = {
        .reference = reference, .result = result, .tolerance = tolerance, .order = (double)NAN};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.quantity, sizeof row.quantity, "%s", quantity);
    row.error = fabs(result - reference) / scale;
    row.pass = row.error <= tolerance;
    report_row(&row);
}

void
report_order(const char *name, const char *quantity, double order, double least)
{
    struct row row = {.reference = (double)NAN,
                      .result = order,
                      .error = (double)NAN,
                      .tolerance = least,
                      .order = order};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.quantity, sizeof row.quantity, "%s", quantity);
    row.pass = order >= least;
    report_row(&row);
}

void
report_for_information(const char *name, const char *quantity, double reference, double result,
                       double scale)
{
    struct row row = {.reference = reference,
                      .result = result,
                      .tolerance = (double)NAN,
                      .order = (double)NAN,
                      .pass = true};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.quantity, sizeof row.quantity, "%s", quantity);
    row.error = fabs(result - reference) / scale;
    report_row(&row);
}

void
drop_rows(size_t n)
{
    n_row = n < n_row ? n : n_row;
}

const struct row *
all_rows(size_t *n)
{
    *n = n_row;
    return rows;
}

void
report_failure(const char *name, const char *reason)
{
    const double none = (double)NAN;
    struct row row = {.reference = none,
                      .result = none,
                      .error = none,
                      .tolerance = none,
                      .order = none,
                      .pass = false};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.quantity, sizeof row.quantity, "%.79s", reason);
    report_row(&row);
    fprintf(stderr, "validate: %s: %s\n", name, reason);
}

/* ---- JSON ---- */

static void
write_text(FILE *f, const char *key, const char *text)
{
    fprintf(f, "\"%s\": \"", key);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', f);
        }
        fputc((unsigned char)*text < 32 ? ' ' : *text, f);
    }
    fputs("\", ", f);
}

static void
write_number(FILE *f, const char *key, double value)
{
    if (isfinite(value)) {
        fprintf(f, "\"%s\": %.10g, ", key, value);
    } else {
        fprintf(f, "\"%s\": null, ", key);
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
        fputs("  {", f);
        write_text(f, "case", row->name);
        write_text(f, "quantity", row->quantity);
        write_number(f, "reference", row->reference);
        write_number(f, "result", row->result);
        write_number(f, "error", row->error);
        write_number(f, "tolerance", row->tolerance);
        write_number(f, "order", row->order);
        fprintf(f, "\"pass\": %s}%s\n", row->pass ? "true" : "false", i + 1 < n_row ? "," : "");
    }
    fputs("]\n", f);
    return fclose(f) == 0;
}

/* ---- the cases ---- */

const struct validation_case *
running_case(void)
{
    return running;
}

bool
running_in_space(void)
{
    return in_space;
}

static bool
is_wanted(const char *id, int argc, char **argv)
{
    for (int i = 3; i < argc; i++) {
        if (strcmp(id, argv[i]) == 0) {
            return true;
        }
    }
    return argc <= 3;
}

static void
run_case(const struct validation_case *c)
{
    running = c;
    for (int form = 0; form < (c->in_space ? 2 : 1); form++) {
        in_space = form == 1;
        c->run();
        fflush(stdout);
    }
    in_space = false;
}

static void
run_cases(int argc, char **argv)
{
    size_t n;
    const struct validation_case *const *c = all_cases(&n);
    printf("      %-42s %-40s %13s %13s %13s %13s\n", "case", "quantity", "reference", "result",
           "error", "tolerance");
    for (size_t i = 0; i < n; i++) {
        if (is_wanted(c[i]->id, argc, argv)) {
            run_case(c[i]);
        }
    }
}

int
main(int argc, char **argv)
{
    size_t passed = 0;
    const clock_t start = clock();
    if (argc < 3) {
        fputs("usage: validate validate.json FOLDER [CASE...]\n"
              "       validate --error-bars all [CASE...]\n",
              stderr);
        return 2;
    }
    if (strcmp(argv[1], "--error-bars") == 0) {
        silent = true;
        return error_bars_hold(is_wanted, argc, argv, run_case) ? 0 : 1;
    }
    run_cases(argc, argv);
    for (size_t i = 0; i < n_row; i++) {
        passed += rows[i].pass ? 1 : 0;
    }
    printf("%zu of %zu rows pass; %.1f s of processor time\n", passed, n_row,
           (double)(clock() - start) / CLOCKS_PER_SEC);
    if (!write_json(argv[1]) || !page_write(argv[2])) {
        fprintf(stderr, "validate: cannot write %s or the page in %s\n", argv[1], argv[2]);
        return 1;
    }
    const bool good = n_row > 0 && passed == n_row;
    free(rows);
    figures_clear();
    return good ? 0 : 1;
}
