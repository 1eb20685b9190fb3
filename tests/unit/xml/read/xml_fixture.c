#include "xml_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct model_params {
    long version;
    const char *name;
};

struct parameter_params {
    const char *name, *value;
};

struct nothing {
    char unused;
};

static const struct quire_family rare_family = {"rare"}, part_family = {"part"};

static const struct quire_field model_fields[] = {
    QUIRE_INTEGER(struct model_params, version, "version", QUIRE_REQUIRED, QUIRE_FROM_TO(1, 1),
                  "version"),
    QUIRE_NAME(struct model_params, name, QUIRE_REQUIRED, "name"),
    QUIRE_FIELD_END,
};
static const struct quire_child model_children[] = {{&quire_family_model, "parameters", 0, 1},
                                                    {&quire_family_body, NULL, 0, -1},
                                                    {&rare_family, "lid", 0, 1},
                                                    QUIRE_CHILD_END};
static const struct quire_kind model_kind = {.family = &quire_family_model,
                                             .element = "model",
                                             .size = sizeof(struct model_params),
                                             .fields = model_fields,
                                             .children = model_children};

static const struct quire_field no_fields[] = {QUIRE_FIELD_END};
static const struct quire_child parameters_children[] = {{&quire_family_model, "parameter", 0, -1},
                                                         QUIRE_CHILD_END};
static const struct quire_kind parameters_kind = {.family = &quire_family_model,
                                                  .element = "parameters",
                                                  .size = sizeof(struct nothing),
                                                  .fields = no_fields,
                                                  .children = parameters_children};
static const struct quire_field parameter_fields[] = {
    QUIRE_NAME(struct parameter_params, name, QUIRE_REQUIRED, "name"),
    QUIRE_TEXT(struct parameter_params, value, "value", QUIRE_REQUIRED, "value"),
    QUIRE_FIELD_END,
};
static const struct quire_kind parameter_kind = {.family = &quire_family_model,
                                                 .element = "parameter",
                                                 .size = sizeof(struct parameter_params),
                                                 .fields = parameter_fields};

int test_checks;

static quire_status
check_box(const struct quire_object *self, quire_diag *diag)
{
    const struct box_params *box = self->params;
    test_checks++;
    cr_assert_gt(box->size, 0); /* unsound objects are never shown to a check */
    return box->count == 13
               ? quire_diag_error(diag, "E-MODEL", self->place, NULL, NULL, "an unlucky number")
               : QUIRE_OK;
}

static const struct quire_field box_fields[] = {
    QUIRE_NAME(struct box_params, name, QUIRE_REQUIRED, "name"),
    QUIRE_REAL(struct box_params, size, "size", "m", QUIRE_REQUIRED, QUIRE_POSITIVE, "size", NULL),
    QUIRE_REAL(struct box_params, stiffness, "stiffness", "N/m^{exponent}", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "stiffness", NULL),
    QUIRE_REAL(struct box_params, exponent, "exponent", "", "1.5", QUIRE_POSITIVE, "exponent",
               NULL),
    QUIRE_INTEGER(struct box_params, count, "count", "1", QUIRE_FROM_TO(1, 500), "count"),
    QUIRE_REFERENCE(struct box_params, friend, "friend", "box|lid", QUIRE_OPTIONAL, "friend"),
    QUIRE_TEXT(struct box_params, text, "text", QUIRE_OPTIONAL, "text"),
    QUIRE_VECTOR(struct box_params, corner, "corner", "m", QUIRE_OPTIONAL, "corner"),
    QUIRE_FIELD_END,
};
static const struct quire_child box_children[] = {
    {&part_family, "part", 0, -1}, {&rare_family, "note", 0, 1}, QUIRE_CHILD_END};
static const struct quire_kind box_kind = {.family = &quire_family_body,
                                           .element = "box",
                                           .size = sizeof(struct box_params),
                                           .fields = box_fields,
                                           .children = box_children,
                                           .check = check_box};

static const struct quire_field lid_fields[] = {
    QUIRE_NAME(struct part_params, name, QUIRE_REQUIRED, "name"), QUIRE_FIELD_END};
static const struct quire_child lid_children[] = {{&part_family, NULL, 1, 2}, QUIRE_CHILD_END};
static const struct quire_kind lid_kind = {.family = &rare_family,
                                           .element = "lid",
                                           .size = sizeof(struct part_params),
                                           .fields = lid_fields,
                                           .children = lid_children};
static const struct quire_kind note_kind = {
    .family = &rare_family, .element = "note", .size = sizeof(struct nothing), .fields = no_fields};

static const struct quire_field round_fields[] = {
    QUIRE_NAME(struct part_params, name, QUIRE_OPTIONAL, "name"),
    QUIRE_REAL(struct part_params, radius, "radius", "m", QUIRE_REQUIRED, QUIRE_POSITIVE, "radius",
               NULL),
    QUIRE_FIELD_END,
};
static const struct quire_field square_fields[] = {
    QUIRE_NAME(struct part_params, name, QUIRE_OPTIONAL, "name"),
    QUIRE_REAL(struct part_params, side, "side", "m", QUIRE_REQUIRED, QUIRE_POSITIVE, "side", NULL),
    QUIRE_FIELD_END,
};
static const struct quire_kind round_kind = {.family = &part_family,
                                             .element = "part",
                                             .selector = "shape",
                                             .variant = "round",
                                             .size = sizeof(struct part_params),
                                             .fields = round_fields};
static const struct quire_kind square_kind = {.family = &part_family,
                                              .element = "part",
                                              .selector = "shape",
                                              .variant = "square",
                                              .size = sizeof(struct part_params),
                                              .fields = square_fields};

static const struct quire_kind *const kinds[] = {&model_kind, &parameters_kind, &parameter_kind,
                                                 &box_kind,   &lid_kind,        &note_kind,
                                                 &round_kind, &square_kind};
const struct quire_catalog test_catalog = {.kind = kinds, .n = sizeof kinds / sizeof kinds[0]};

quire_status
test_read_file(quire_model **out, const char *text, size_t size, const quire_setting *settings,
               size_t n, quire_diag *diag)
{
    return quire_xml_read(out, &test_catalog, text, size, "t.xml", settings, n, diag);
}

quire_status
test_read(quire_model **out, const char *body, quire_diag *diag)
{
    char text[20000];
    const int n = snprintf(text, sizeof text, "<model version=\"1\" name=\"m\">\n%s</model>", body);
    cr_assert_lt((size_t)n, sizeof text);
    return test_read_file(out, text, (size_t)n, NULL, 0, diag);
}

void
test_problems(const char *body, const char *first, ...)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    va_list list;
    size_t i = 0;
    const quire_status status = test_read(&model, body, diag);
    cr_expect_eq(status == QUIRE_OK, quire_diag_error_count(diag) == 0, "%s", body);
    cr_expect_eq(status == QUIRE_OK, model != NULL);
    va_start(list, first);
    for (const char *want = first; want != NULL; want = va_arg(list, const char *), i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        char got[60] = "nothing", message[900] = "";
        if (p != NULL) {
            snprintf(got, sizeof got, "%s %d:%d", p->code, p->line, p->column);
            quire_diag_format(diag, i, message, sizeof message);
        }
        cr_expect_str_eq(got, want, "%s\nin: %s", message, body);
    }
    va_end(list);
    for (; i < quire_diag_count(diag); i++) {
        char message[900];
        quire_diag_format(diag, i, message, sizeof message);
        cr_expect_fail("not expected: %s\nin: %s", message, body);
    }
    quire_xml_free(model);
    quire_diag_destroy(diag);
}
