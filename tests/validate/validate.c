/* Runs all validation cases, or those whose ids are given, prints a table and writes validate.json:
 *     validate validate.json [S1 S2 ...]
 * Exit code 1 when a row does not pass. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct row *rows;
static size_t n_row;

void
report_row(const struct row *row)
{
    struct row *more = realloc(rows, (n_row + 1) * sizeof *rows);
    if (more == NULL) {
        fputs("validate: out of memory\n", stderr);
        exit(1);
    }
    rows = more;
    rows[n_row++] = *row;
    printf("%-4s  %-30s %-40s", row->pass ? "ok" : "FAIL", row->name, row->quantity);
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
report(const char *name, const char *quantity, double reference, double result, double scale, double tolerance)
{
    struct row row = {.reference = reference, .result = result, .tolerance = tolerance, .order = (double)NAN};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.quantity, sizeof row.quantity, "%s", quantity);
    row.error = fabs(result - reference) / scale;
    row.pass = row.error <= tolerance;
    report_row(&row);
}

void
report_failure(const char *name, const char *reason)
{
    const double none = (double)NAN;
    struct row row = {.reference = none, .result = none, .error = none, .tolerance = none, .order = none, .pass = false};
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

static const struct {
    const char *ids; /* of the cases in it */
    void (*run)(void);
} cases[] = {
    {"S1", case_heavy_cantilever}, {"S2 S3", case_end_loads}, {"S6", case_loop},      {"M1", case_vibration},
    {"D1", case_reverse_spaghetti}, {"C1", case_bounce},      {"N1 N2 N5", case_nips}, {"N7 N8", case_table},
};

static bool
is_wanted(const char *ids, int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        if (strstr(ids, argv[i]) != NULL) {
            return true;
        }
    }
    return argc <= 2;
}

int
main(int argc, char **argv)
{
    size_t passed = 0;
    const clock_t start = clock();
    if (argc < 2) {
        fputs("usage: validate validate.json [CASE...]\n", stderr);
        return 2;
    }
    printf("      %-30s %-40s %13s %13s %13s %13s\n", "case", "quantity", "reference", "result", "error", "tolerance");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (is_wanted(cases[i].ids, argc, argv)) {
            cases[i].run();
        }
    }
    for (size_t i = 0; i < n_row; i++) {
        passed += rows[i].pass ? 1 : 0;
    }
    printf("%zu of %zu rows pass; %.1f s of processor time\n", passed, n_row, (double)(clock() - start) / CLOCKS_PER_SEC);
    if (!write_json(argv[1])) {
        fprintf(stderr, "validate: can not write %s\n", argv[1]);
        return 1;
    }
    const bool good = n_row > 0 && passed == n_row;
    free(rows);
    return good ? 0 : 1;
}
