/* What can be changed in a model: its parameters as a table for people and as JSON for programs. */
#include <quire/describe.h>

#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "kind/value.h"
#include "model/parameter.h"
#include "text/text.h"

/* ---- for people ---- */

enum { NAME, VALUE, RANGE, COLUMNS };

/* one cell's text; `out` is emptied before */
static void
write_cell(struct quire_text *out, const struct quire_parameter *p, int column)
{
    out->size = 0;
    quire_text_add(out, "");
    if (column != RANGE) {
        quire_text_visible(out, column == NAME ? p->name : p->value);
        if (column == VALUE && p->tolerance != NULL) {
            quire_text_add(out, " +- ");
            quire_text_visible(out, p->tolerance);
        }
    } else if (p->choices != NULL) {
        quire_text_add(out, "one of ");
        quire_text_visible(out, p->choices);
    } else if (p->minimum != NULL && p->maximum != NULL) {
        quire_text_format(out, "%s to %s", p->minimum, p->maximum);
    } else if (p->minimum != NULL || p->maximum != NULL) {
        quire_text_format(out, "%s %s", p->minimum != NULL ? "at least" : "at most",
                          p->minimum != NULL ? p->minimum : p->maximum);
    }
}

static void
add_row(struct quire_text *out, const struct quire_parameter *p, const size_t width[COLUMNS])
{
    struct quire_text cell = {0};
    for (int column = 0; column < COLUMNS; column++) {
        write_cell(&cell, p, column);
        quire_text_format(out, "%-*s  ", (int)width[column], cell.data != NULL ? cell.data : "");
    }
    quire_text_visible(out, p->doc != NULL ? p->doc : "");
    while (out->size > 0 && out->data[out->size - 1] == ' ') {
        out->data[--out->size] = '\0';
    }
    quire_text_add(out, "\n");
    quire_text_clear_part(&cell, out);
}

/* name, value, range, meaning; columns as wide as they must be */
static void
add_table(struct quire_text *out, const quire_model *model)
{
    size_t width[COLUMNS] = {0};
    struct quire_text cell = {0};
    for (size_t i = 0; i < model->n_parameter; i++) {
        for (int column = 0; column < COLUMNS; column++) {
            write_cell(&cell, &model->parameter[i], column);
            width[column] = cell.size > width[column] ? cell.size : width[column];
        }
    }
    quire_text_clear_part(&cell, out);
    for (size_t i = 0; i < model->n_parameter; i++) {
        add_row(out, &model->parameter[i], width);
    }
    if (model->n_parameter == 0) {
        quire_text_add(out, "the model has no parameters\n");
    }
}

/* ---- for programs ---- */

static void
write_value(struct quire_json *json, const char *text)
{
    struct quire_quantity q;
    char error[200], dimension[QUIRE_DIMENSION_SIZE];
    const bool number = quire_quantity_read(&q, text, error, sizeof error);
    quire_json_string(json, "value", text);
    quire_json_string(json, "unit", number ? quire_parameter_unit(text) : NULL);
    quire_json_number(json, "si", number ? q.value : (double)NAN);
    quire_json_string(json, "si-unit",
                      number ? quire_dimension_write(dimension, q.dimension) : NULL);
    quire_json_string(json, "measures", number ? quire_dimension_name(q.dimension) : NULL);
}

static void
write_limit(struct quire_json *json, const char *name, const char *text)
{
    struct quire_quantity q;
    char error[200];
    quire_json_number(
        json, name,
        text != NULL && quire_quantity_read(&q, text, error, sizeof error) ? q.value : (double)NAN);
}

static void
write_choices(struct quire_json *json, const char *choices)
{
    char one[QUIRE_QUANTITY_LIMIT + 1];
    if (choices == NULL) {
        quire_json_string(json, "choices", NULL);
        return;
    }
    quire_json_open(json, "choices", '[', true);
    while (quire_parameter_next_choice(&choices, one)) {
        quire_json_string(json, NULL, one);
    }
    quire_json_close(json, '[');
}

static void
add_json(struct quire_text *out, const quire_model *model)
{
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", "quire-parameters-1");
    quire_json_string(&json, "model", model->root->name);
    quire_json_open(&json, "parameters", '[', false);
    for (size_t i = 0; i < model->n_parameter; i++) {
        const struct quire_parameter *p = &model->parameter[i];
        quire_json_open(&json, NULL, '{', false);
        quire_json_string(&json, "name", p->name);
        write_value(&json, p->value);
        quire_json_string(&json, "minimum", p->minimum);
        quire_json_string(&json, "maximum", p->maximum);
        write_limit(&json, "minimum-si", p->minimum);
        write_limit(&json, "maximum-si", p->maximum);
        write_choices(&json, p->choices);
        quire_json_string(&json, "tolerance", p->tolerance);
        quire_json_string(&json, "step", p->step);
        quire_json_string(&json, "doc", p->doc);
        quire_json_integer(&json, "line", p->place.line);
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}

static quire_status
describe(char **out, const quire_model *model,
         void (*add)(struct quire_text *, const quire_model *))
{
    struct quire_text text = {0};
    add(&text, model);
    *out = quire_text_take(&text);
    quire_text_clear(&text);
    return *out != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

quire_status
quire_describe_parameters(char **out, const quire_model *model)
{
    if (out == NULL || model == NULL) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(NULL, __func__);
    }
    return describe(out, model, add_table);
}

quire_status
quire_describe_parameters_json(char **out, const quire_model *model)
{
    if (out == NULL || model == NULL) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(NULL, __func__);
    }
    return describe(out, model, add_json);
}
