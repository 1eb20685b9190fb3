/* Small files of the forms in which drawing programs write lines, with what is in them by hand:
 * tests/data/drawings. A record begins with "== name" and lines "key: value"; the file follows. Of
 * a DXF it has pairs "code value", with " | " between them, "{c3 bc}" for bytes, and "@header
 * version units page" for a section HEADER. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/drawn.h"
#include "geometry/outline.h"
#include "text/text.h"

#define ENOUGH 60 /* records of each format */

struct record {
    char name[100], layer[100], refuse[200], warn[200];
    double strokes, length, near; /* [1], [mm], [mm] */
    double box[4];                /* lowest and highest x and y [mm] */
    double unit, scale, origin[2];
    bool mirrored;
};

static struct record
empty_record(void)
{
    return (struct record){.strokes = (double)NAN,
                           .length = (double)NAN,
                           .near = 1e-6,
                           .box = {(double)NAN, (double)NAN, (double)NAN, (double)NAN},
                           .unit = (double)NAN,
                           .scale = 1.0};
}

static void
read_numbers(const char *text, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = strtod(text, &end);
        cr_assert(end != text, "a number is missing: %s", text);
        text = end;
    }
}

/* "key: value" */
static void
take_key(struct record *r, const char *line)
{
    const char *value = strchr(line, ':');
    cr_assert(value != NULL, "no key: %s", line);
    const size_t n = (size_t)(value - line);
    value += 1 + strspn(value + 1, " ");
    if (strncmp(line, "layer", n) == 0) {
        snprintf(r->layer, sizeof r->layer, "%.99s", value);
    } else if (strncmp(line, "refuse", n) == 0) {
        snprintf(r->refuse, sizeof r->refuse, "%s", value);
    } else if (strncmp(line, "warn", n) == 0) {
        snprintf(r->warn, sizeof r->warn, "%s", value);
    } else if (strncmp(line, "strokes", n) == 0) {
        read_numbers(value, &r->strokes, 1);
    } else if (strncmp(line, "length", n) == 0) {
        read_numbers(value, &r->length, 1);
    } else if (strncmp(line, "near", n) == 0) {
        read_numbers(value, &r->near, 1);
    } else if (strncmp(line, "box", n) == 0) {
        read_numbers(value, r->box, 4);
    } else if (strncmp(line, "unit", n) == 0) {
        read_numbers(value, &r->unit, 1);
    } else if (strncmp(line, "scale", n) == 0) {
        read_numbers(value, &r->scale, 1);
    } else if (strncmp(line, "origin", n) == 0) {
        read_numbers(value, r->origin, 2);
    } else if (strncmp(line, "mirrored", n) == 0) {
        r->mirrored = true;
    } else {
        cr_assert(false, "no such key: %s", line);
    }
}

/* a value of a DXF, with bytes in braces */
static void
add_value(struct quire_text *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] != '{') {
            quire_text_add_char(out, text[i]);
            continue;
        }
        for (i++; text[i] != '}'; i += text[i] == ' ') {
            const char digits[3] = {text[i], text[i + 1], '\0'};
            quire_text_add_char(out, (char)strtol(digits, NULL, 16));
            i += 2;
        }
    }
    quire_text_add(out, "\n");
}

static void
add_pairs(struct quire_text *out, const char *line)
{
    char version[20], units[20], page[20] = "";
    if (sscanf(line, "@header %19s %19s %19s", version, units, page) >= 2) {
        quire_text_add(out, "  0\nSECTION\n  2\nHEADER\n");
        if (strcmp(version, "-") != 0) {
            quire_text_format(out, "  9\n$ACADVER\n  1\n%s\n", version);
        }
        if (strcmp(units, "-") != 0) {
            quire_text_format(out, "  9\n$INSUNITS\n 70\n%s\n", units);
        }
        if (page[0] != '\0') {
            quire_text_format(out, "  9\n$DWGCODEPAGE\n  3\n%s\n", page);
        }
        quire_text_add(out, "  0\nENDSEC\n");
        return;
    }
    while (line != NULL && *line != '\0') {
        const char *next = strstr(line, " | ");
        const size_t n = next != NULL ? (size_t)(next - line) : strlen(line),
                     code = strcspn(line, " ");
        quire_text_format(out, "%3.*s\n", (int)code, line);
        add_value(out, line + (code < n ? code + 1 : n), code < n ? n - code - 1 : 0);
        line = next != NULL ? next + 3 : NULL;
    }
}

static void
check_good(const struct record *r, struct quire_drawing *d, const quire_diag *diag)
{
    double low[2], high[2];
    quire_outline_bounds(&d->pieces, low, high);
    const double box[4] = {1e3 * low[0], 1e3 * low[1], 1e3 * high[0], 1e3 * high[1]};
    cr_expect(isnan(r->strokes) || (double)d->n == r->strokes, "%s: %zu strokes", r->name, d->n);
    cr_expect(isnan(r->length) || fabs(1e3 * d->pieces.length - r->length) <= r->near,
              "%s: length %.9g, not %.9g", r->name, 1e3 * d->pieces.length, r->length);
    for (int i = 0; i < 4; i++) {
        cr_expect(isnan(r->box[i]) || fabs(box[i] - r->box[i]) <= r->near,
                  "%s: box[%d] %.9g, not %.9g", r->name, i, box[i], r->box[i]);
    }
    cr_expect(r->warn[0] != '\0' ? strstr(first_problem(diag), r->warn) != NULL
                                 : quire_diag_count(diag) == 0,
              "%s: said %s", r->name, first_problem(diag));
}

static void
check_record(const struct record *r, const struct quire_text *file)
{
    struct quire_drawing_options options = drawn_in_mm();
    struct quire_drawing d;
    quire_diag *diag = quire_diag_create();
    options.unit = r->unit;
    options.scale = r->scale;
    options.mirrored = r->mirrored;
    options.origin[0] = r->origin[0];
    options.origin[1] = r->origin[1];
    options.layer = r->layer[0] != '\0' ? r->layer : NULL;
    const quire_status status = read_drawing(&d, file->data, file->size, &options, diag);
    if (r->refuse[0] != '\0') {
        cr_expect(status != QUIRE_OK && strstr(first_problem(diag), r->refuse) != NULL,
                  "%s: not refused, or said %s", r->name, first_problem(diag));
    } else {
        cr_expect(status == QUIRE_OK, "%s: %s", r->name, first_problem(diag));
        if (status == QUIRE_OK) {
            check_good(r, &d, diag);
        }
    }
    quire_drawing_clear(&d);
    quire_diag_destroy(diag);
}

static int
check_file(const char *name, bool dxf)
{
    char path[4096], line[4096];
    struct quire_text text = {0};
    struct record record = empty_record();
    bool keys = false;
    int n = 0;
    snprintf(path, sizeof path, "%s/tests/data/drawings/%s", getenv("QUIRE_SRCDIR"), name);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL, "%s cannot be opened", path);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "== ", 3) == 0) {
            if (n > 0) {
                check_record(&record, &text);
            }
            quire_text_clear(&text);
            record = empty_record();
            snprintf(record.name, sizeof record.name, "%.99s", line + 3);
            keys = true;
            n++;
        } else if (n > 0 && keys && line[0] >= 'a' && line[0] <= 'z') {
            take_key(&record, line);
        } else if (n > 0) {
            keys = false;
            if (dxf) {
                add_pairs(&text, line);
            } else {
                quire_text_format(&text, "%s\n", line);
            }
        }
    }
    check_record(&record, &text);
    quire_text_clear(&text);
    fclose(file);
    return n;
}

Test(programs, write_svg)
{
    cr_assert(ge(int, check_file("svg.txt", false), ENOUGH));
}

Test(programs, write_dxf)
{
    cr_assert(ge(int, check_file("dxf.txt", true), ENOUGH));
}
