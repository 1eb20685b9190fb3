#include "review/comparison_text.h"

#include <math.h>
#include <string.h>

#include "base/json.h"

#define SCHEMA "quire-comparison-1"
#define WIDTH  14 /* of a column */

static const struct {
    const char *name, *title;
} section[QUIRE_COMPARED_SECTIONS] = {
    [QUIRE_COMPARED_CHECKS] = {"checks", "checks"},
    [QUIRE_COMPARED_SENSORS] = {"sensors", "sensors, when"},
    [QUIRE_COMPARED_EDGES] = {"edges", "edges along the path, where they are farthest apart"},
    [QUIRE_COMPARED_ACROSS] = {"across", "across the feed"},
    [QUIRE_COMPARED_ENERGY] = {"energy", "energy at the end"},
    [QUIRE_COMPARED_COST] = {"cost", "computing"},
};

/* as people read them */
static const struct shown {
    const char *unit, *shown;
    double factor;
} shown[] = {{"m", "mm", 1e3}, {"J", "mJ", 1e3}, {"rad", "mrad", 1e3}};

static const char *
show(const char *unit, double *factor)
{
    *factor = 1;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (strcmp(shown[i].unit, unit) == 0) {
            *factor = shown[i].factor;
            return shown[i].shown;
        }
    }
    return unit;
}

/* ---- the table ---- */

static void
add_cell(struct quire_text *out, double value, int digits, double factor, const char *unit)
{
    struct quire_text cell = {0};
    if (isnan(value)) {
        quire_text_add(&cell, "-");
    } else {
        quire_text_format(&cell, "%.*g%s%s", digits, factor * value, unit[0] != '\0' ? " " : "",
                          unit);
    }
    quire_text_format(out, "  %*s", WIDTH, cell.data != NULL ? cell.data : "");
    quire_text_clear_part(&cell, out);
}

/* a name in a column of `width` bytes */
static void
add_name(struct quire_text *out, const char *name, size_t width)
{
    const size_t before = out->size;
    quire_text_add(out, "  ");
    quire_text_visible(out, name);
    while (out->size < before + width + 2 && !out->failed) {
        quire_text_add_char(out, ' ');
    }
}

static void
add_row(struct quire_text *out, const struct quire_compared_row *row, size_t width)
{
    double factor;
    const char *unit = show(row->unit, &factor);

    add_name(out, row->name, width);
    if (row->verdict[0] != NULL) {
        quire_text_format(out, "  %*s  %*s", WIDTH, row->verdict[0], WIDTH, row->verdict[1]);
    } else {
        add_cell(out, row->value[0], 6, factor, unit);
        add_cell(out, row->value[1], 6, factor, unit);
    }
    add_cell(out, row->difference, 3, factor, unit);
    if (row->verdict[0] != NULL && row->differs && strcmp(row->verdict[0], row->verdict[1]) != 0) {
        quire_text_add(out, "  OTHER VERDICT");
    } else if (row->differs) {
        quire_text_add(out, "  differs");
    }
    if (isfinite(row->at)) {
        quire_text_format(out, "  at %.4g s", row->at);
    }
    quire_text_add(out, "\n");
}

/* the figures that tell most of what one result has and the other has not */
static bool
tells(const char *name)
{
    static const char *const ending[] = {".yaw.max", ".shift.max", ".twist.max"};
    const size_t n = strlen(name);
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
        const size_t length = strlen(ending[k]);
        if (n > length && strcmp(name + n - length, ending[k]) == 0) {
            return true;
        }
    }
    return false;
}

struct alone {
    struct quire_text *out;
    size_t told, more;
};

static void
tell_alone(void *user, const char *name, const char *unit, double value)
{
    struct alone *self = user;
    double factor;
    if (!tells(name)) {
        self->more++;
        return;
    }
    const char *as = show(unit, &factor);
    quire_text_add(self->out, self->told++ > 0 ? ", " : "");
    quire_text_visible(self->out, name);
    quire_text_format(self->out, " %.4g%s%s", factor * value, as[0] != '\0' ? " " : "", as);
}

static void
add_alone(struct quire_text *out, const struct quire_comparison *self, const char *const column[2])
{
    for (int which = 0; which < 2; which++) {
        struct quire_text list = {0};
        struct alone alone = {.out = &list};
        quire_comparison_alone(self, which, tell_alone, &alone);
        if (alone.told + alone.more > 0) {
            quire_text_format(out, "%s alone: %s", column[which], alone.told > 0 ? list.data : "");
            if (alone.more > 0) {
                quire_text_format(out, "%s%zu%s figure%s", alone.told > 0 ? " and " : "",
                                  alone.more, alone.told > 0 ? " more" : "",
                                  alone.more > 1 ? "s" : "");
            }
            quire_text_add(out, "\n");
        }
        quire_text_clear_part(&list, out);
    }
}

static const char *
not_evaluated(const struct quire_comparison *self, int which)
{
    return json_string_value(json_object_get(self->of[which].summary, "not-evaluated"));
}

static size_t
widest(const struct quire_comparison *self)
{
    size_t width = strlen("real-time factor");
    for (size_t i = 0; i < self->n_row; i++) {
        const size_t n = strlen(self->row[i].name);
        width = n > width ? n : width;
    }
    return width;
}

static const char *
model_of(const struct quire_comparison *self, int which)
{
    const char *name = json_string_value(json_object_get(
        json_object_get(json_object_get(self->of[which].summary, "manifest"), "model"), "name"));
    return name != NULL ? name : "?";
}

static void
add_head(struct quire_comparison *self, const char *const column[2], size_t width)
{
    struct quire_text *out = &self->text;

    quire_text_visible(out, model_of(self, 0));
    if (strcmp(model_of(self, 0), model_of(self, 1)) != 0) {
        quire_text_add(out, " and ");
        quire_text_visible(out, model_of(self, 1));
    }
    quire_text_add(out, self->same_verdicts ? ": SAME VERDICTS\n" : ": VERDICTS DIFFER\n");
    for (int which = 0; which < 2; which++) {
        if (self->of[which].name != NULL) {
            quire_text_format(out, "%s: ", column[which]);
            quire_text_visible(out, self->of[which].name);
            quire_text_format(out, ", %s motion\n", quire_compared_motion(self->of + which));
        }
    }
    add_name(out, "", width);
    quire_text_format(out, "  %*s  %*s  %*s\n", WIDTH, column[0], WIDTH, column[1], WIDTH,
                      "difference");
    add_name(out, "verdict", width);
    quire_text_format(out, "  %*s  %*s\n", WIDTH, quire_compared_verdict(self->of), WIDTH,
                      quire_compared_verdict(self->of + 1));
}

/* by what the two differ */
static void
name_columns(const struct quire_comparison *self, char name[2][32], const char *column[2])
{
    const char *const motion[2] = {quire_compared_motion(self->of),
                                   quire_compared_motion(self->of + 1)};
    const long columns[2] = {quire_compared_columns(self->of),
                             quire_compared_columns(self->of + 1)};
    const bool motions = strcmp(motion[0], motion[1]) != 0,
               by_columns =
                   !motions && columns[0] > 0 && columns[1] > 0 && columns[0] != columns[1];

    for (int which = 0; which < 2; which++) {
        snprintf(name[which], sizeof name[which], "%ld columns", columns[which]);
        column[which] = by_columns   ? name[which]
                        : motions    ? motion[which]
                        : which == 0 ? "first"
                                     : "second";
    }
}

void
quire_comparison_write_text(struct quire_comparison *self)
{
    struct quire_text *out = &self->text;
    const size_t width = widest(self);
    char name[2][32];
    const char *column[2];

    name_columns(self, name, column);
    add_head(self, column, width);
    for (size_t i = 0; i < self->n_row; i++) {
        if (i == 0 || self->row[i].section != self->row[i - 1].section) {
            quire_text_add(out, section[self->row[i].section].title);
            if (self->row[i].section == QUIRE_COMPARED_EDGES) {
                quire_text_format(out, " (%zu samples)", self->n_common);
            }
            quire_text_add(out, "\n");
        }
        add_row(out, self->row + i, width);
    }
    add_alone(out, self, column);
    for (int which = 0; which < 2; which++) {
        if (not_evaluated(self, which) != NULL) {
            quire_text_add(out, "not evaluated in planar motion: ");
            quire_text_visible(out, not_evaluated(self, which));
            quire_text_add(out, "\n");
        }
    }
}

/* ---- JSON ---- */

static void
write_side(struct quire_json *json, const char *key, const struct quire_comparison *self, int which)
{
    quire_json_open(json, key, '{', true);
    quire_json_string(json, "model", model_of(self, which));
    quire_json_string(json, "results", self->of[which].name);
    quire_json_string(json, "motion", quire_compared_motion(self->of + which));
    if (quire_compared_columns(self->of + which) > 0) {
        quire_json_integer(json, "columns", quire_compared_columns(self->of + which));
    } else {
        quire_json_string(json, "columns", NULL);
    }
    quire_json_string(json, "verdict", quire_compared_verdict(self->of + which));
    quire_json_string(json, "not-evaluated", not_evaluated(self, which));
    quire_json_close(json, '{');
}

static void
write_row(struct quire_json *json, const struct quire_compared_row *row)
{
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "section", section[row->section].name);
    quire_json_string(json, "name", row->name);
    quire_json_string(json, "unit", row->unit);
    if (row->verdict[0] != NULL) {
        quire_json_string(json, "first-verdict", row->verdict[0]);
        quire_json_string(json, "second-verdict", row->verdict[1]);
    }
    quire_json_number(json, "first", row->value[0]);
    quire_json_number(json, "second", row->value[1]);
    quire_json_number(json, "difference", row->difference);
    if (isfinite(row->at)) {
        quire_json_number(json, "time", row->at);
    }
    quire_json_bool(json, "differs", row->differs);
    quire_json_close(json, '{');
}

static void
write_alone(void *user, const char *name, const char *unit, double value)
{
    (void)unit;
    quire_json_number(user, name, value);
}

void
quire_comparison_write_json(struct quire_comparison *self)
{
    struct quire_json json = {.text = &self->json};

    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_bool(&json, "same-verdicts", self->same_verdicts);
    quire_json_bool(&json, "same-numbers", self->same_numbers);
    quire_json_open(&json, "tolerance", '{', true);
    quire_json_number(&json, "length", self->length);
    quire_json_number(&json, "time", self->time);
    quire_json_number(&json, "ratio", self->ratio);
    quire_json_close(&json, '{');
    write_side(&json, "first", self, 0);
    write_side(&json, "second", self, 1);
    quire_json_integer(&json, "common-samples", (long)self->n_common);
    quire_json_open(&json, "rows", '[', false);
    for (size_t i = 0; i < self->n_row; i++) {
        write_row(&json, self->row + i);
    }
    quire_json_close(&json, '[');
    for (int which = 0; which < 2; which++) {
        quire_json_open(&json, which == 0 ? "first-alone" : "second-alone", '{', false);
        quire_comparison_alone(self, which, write_alone, &json);
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '{');
    quire_text_add(&self->json, "\n");
}
