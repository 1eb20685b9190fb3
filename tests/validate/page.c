/* The validation page of the manual: what each case is, its figures and its rows. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "validate.h"

#define PATH_SIZE 4096

static FILE *
open_in(const char *folder, const char *file)
{
    char path[PATH_SIZE];
    const int n = snprintf(path, sizeof path, "%s/%s", folder, file);
    return n > 0 && n < PATH_SIZE ? fopen(path, "w") : NULL;
}

/* as text in a cell of a table */
static void
put_cell(FILE *f, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("|*_<", *text) != NULL) {
            fputc('\\', f);
        }
        fputc(*text, f);
    }
}

static void
put_number(FILE *f, double value, int digits)
{
    if (isnan(value)) {
        fputs(" | ", f);
    } else {
        fprintf(f, " | %.*g", digits, value == 0 ? 0 : value);
    }
}

static bool
has_rows(const struct validation_case *c)
{
    size_t n;
    const struct row *row = all_rows(&n);
    for (size_t i = 0; i < n; i++) {
        if (row_is_of(row + i, c)) {
            return true;
        }
    }
    return false;
}

/* ---- one case ---- */

static void
put_row(FILE *f, const struct row *row, const struct validation_case *c)
{
    const char *name = row->name + strlen(c->id);
    fputs("| ", f);
    put_cell(f, *name == ' ' ? name + 1 : name);
    fputs(" | ", f);
    put_cell(f, row->quantity);
    put_number(f, row->reference, 6);
    put_number(f, row->result, 6);
    put_number(f, row->error, 2);
    if (isnan(row->tolerance)) {
        fputs(" | for information", f);
    } else if (isnan(row->error)) {
        fprintf(f, " | at least %.3g", row->tolerance);
    } else {
        fprintf(f, " | %.3g", row->tolerance);
    }
    fprintf(f, " | %s |\n", row->pass ? "yes" : "**no**");
}

static void
put_case(FILE *f, const struct validation_case *c)
{
    size_t n;
    fprintf(f, "\n## %s %s\n\n%s\n\n**Model.** %s\n\n**Reference.** %s\n", c->id, c->title,
            c->tests, c->setup, c->reference);
    const struct figure *figure = all_figures(&n);
    for (size_t i = 0; i < n; i++) {
        if (figure[i].of == c) {
            fprintf(f, "\n![%s](%s)\n\n*%s*\n", figure[i].caption, figure[i].file,
                    figure[i].caption);
        }
    }
    fputs("\n| case | quantity | reference | Quire | error | accepted | passes "
          "|\n|---|---|---:|---:|---:|---:|---|\n",
          f);
    const struct row *row = all_rows(&n);
    for (size_t i = 0; i < n; i++) {
        if (row_is_of(row + i, c)) {
            put_row(f, row + i, c);
        }
    }
}

/* ---- the overview ---- */

static void
put_overview(FILE *f)
{
    size_t n_case, n_row;
    const struct validation_case *const *c = all_cases(&n_case);
    const struct row *row = all_rows(&n_row);
    fputs("| case | | rows | largest error, as a share of the accepted one | passes "
          "|\n|---|---|---:|---:|---|\n",
          f);
    for (size_t k = 0; k < n_case; k++) {
        size_t count = 0;
        double largest = 0;
        bool pass = true;
        for (size_t i = 0; i < n_row; i++) {
            if (row_is_of(row + i, c[k])) {
                count++;
                largest = row[i].error > 0 && row[i].tolerance > 0
                              ? fmax(largest, row[i].error / row[i].tolerance)
                              : largest;
                pass = pass && row[i].pass;
            }
        }
        if (count > 0) {
            fprintf(f, "| %s | %s | %zu | %.0f %% | %s |\n", c[k]->id, c[k]->title, count,
                    fmax(1, 100 * largest), pass ? "yes" : "**no**");
        }
    }
}

static const char introduction[] =
    "# Validation\n\n"
    "Cases with known answers: exact solutions, published tables and independent calculations, "
    "none of them made with Quire. The models lie\n"
    "in [tests/validate/models](../../tests/validate/models), the reference numbers in "
    "[tests/validate/refs](../../tests/validate/refs).\n"
    "`make validate` runs them all through the public library and compares; `make validation-page` "
    "writes this page, which is not edited by\n"
    "hand. In the figures, Quire's results are coloured and references are drawn in black (white "
    "on dark pages).\n\n"
    "An error is the difference from the reference, relative to it or to what the row names; "
    "numbers are in SI units where no unit is given. A\n"
    "case runs at the accuracy `standard` unless it says otherwise.\n\n";

static bool
write_index(const char *folder)
{
    size_t n;
    const struct validation_case *const *c = all_cases(&n);
    FILE *f = open_in(folder, "index.md");
    if (f == NULL) {
        return false;
    }
    fputs(introduction, f);
    put_overview(f);
    for (size_t i = 0; i < n; i++) {
        if (has_rows(c[i])) {
            put_case(f, c[i]);
        }
    }
    return fclose(f) == 0;
}

/* the files of the page, for the source archive */
static bool
write_list(const char *folder)
{
    size_t n;
    const struct figure *figure = all_figures(&n);
    FILE *f = open_in(folder, "local.mk");
    if (f == NULL) {
        return false;
    }
    fputs("# generated by make validation-page\nEXTRA_DIST += doc/validation/index.md\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "EXTRA_DIST += doc/validation/%s\n", figure[i].file);
    }
    return fclose(f) == 0;
}

bool
page_write(const char *folder)
{
    size_t n;
    const struct figure *figure = all_figures(&n);
    bool good = write_index(folder) && write_list(folder);
    for (size_t i = 0; good && i < n; i++) {
        char path[PATH_SIZE];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, figure[i].file);
        good = length > 0 && length < PATH_SIZE && figure_write(figure + i, path);
    }
    return good;
}
