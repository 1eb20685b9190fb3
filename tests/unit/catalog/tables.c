#include "tables.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kind/attributes.h"

const struct quire_kind *
table_next(const struct quire_kind *kind)
{
    const struct quire_catalog *all = quire_catalog_all();

    for (size_t i = 0; kind != NULL && i + 1 < all->n; i++) {
        if (all->kind[i] == kind) {
            return all->kind[i + 1];
        }
    }
    return kind == NULL ? all->kind[0] : NULL;
}

const char *
table_label(const struct quire_kind *kind)
{
    static char label[256];

    snprintf(label, sizeof label, "%s/%s %s", kind->family, kind->element,
             kind->variant != NULL ? kind->variant : "");
    return label;
}

/* A number inside the field's range. */
static double
good_number(const struct quire_field *field)
{
    const bool low = isfinite(field->minimum), high = isfinite(field->maximum);

    if (low && high) {
        return field->type == QUIRE_FIELD_INTEGER ? field->minimum
                                                  : 0.5 * (field->minimum + field->maximum);
    }
    return low ? field->minimum + 1.0 : high ? field->maximum - 1.0 : 1.0;
}

char *
table_number_text(const struct quire_kind *kind, const struct quire_field *field,
                  const struct table_instance *instance, double value)
{
    struct quire_text text = {0};
    char unit[256];

    quire_text_number(&text, value);
    if (field->unit[0] != '\0') {
        quire_text_format(&text, " %s",
                          quire_value_unit(unit, sizeof unit, instance->params, field, kind->fields));
    }
    return quire_text_take(&text);
}

static char *
copy(const char *text, size_t length)
{
    char *result = calloc(length + 1, 1);

    cr_assert(result != NULL);
    memcpy(result, text, length);
    return result;
}

char *
table_good_text(const struct quire_kind *kind, const struct quire_field *field,
                const struct table_instance *instance)
{
    char *one, *text;

    switch (field->type) {
    case QUIRE_FIELD_REAL: return table_number_text(kind, field, instance, good_number(field));
    case QUIRE_FIELD_INTEGER:
        one = calloc(32, 1);
        cr_assert(one != NULL);
        snprintf(one, 32, "%ld", (long)good_number(field));
        return one;
    case QUIRE_FIELD_BOOLEAN: return copy("yes", 3);
    case QUIRE_FIELD_CHOICE: return copy(field->choices, strcspn(field->choices, "|"));
    case QUIRE_FIELD_VECTOR:
    case QUIRE_FIELD_POINTS:
        one = table_number_text(kind, field, instance, good_number(field));
        cr_assert(one != NULL);
        text = calloc(4 * strlen(one) + 8, 1);
        cr_assert(text != NULL);
        sprintf(text, field->type == QUIRE_FIELD_VECTOR ? "%s, %s" : "%s, %s; %s, %s", one, one, one,
                one);
        free(one);
        return text;
    default: return copy("some-name", 9);
    }
}

const char *
table_read_code(const struct quire_kind *kind, const struct quire_field *field,
                struct table_instance *instance, const char *text)
{
    static char code[64];
    quire_diag *diag = quire_diag_create();
    const struct quire_site site = {diag, {0}, "test"};

    cr_assert(diag != NULL);
    const quire_status status =
        quire_value_read(instance->params, field, kind->fields, text, instance->arena, &site);
    snprintf(code, sizeof code, "%s",
             quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->code : "");
    cr_assert((status == QUIRE_OK) == (code[0] == '\0'));
    quire_diag_destroy(diag);
    return code;
}

struct table_instance
table_instance_create(const struct quire_kind *kind)
{
    struct table_instance self = {quire_arena_create(), NULL};

    self.params = calloc(1, kind->size);
    cr_assert(self.arena != NULL && self.params != NULL);
    EACH_FIELD (field, kind) {
        quire_value_clear(self.params, field);
    }
    for (int dependent = 0; dependent < 2; dependent++) {
        EACH_FIELD (field, kind) {
            if (quire_value_depends(field) != (dependent == 1)) {
                continue;
            }
            if (field->fallback == QUIRE_REQUIRED) {
                char *good = table_good_text(kind, field, &self);
                table_read_code(kind, field, &self, good);
                free(good);
            } else if (field->fallback[0] != '\0') {
                table_read_code(kind, field, &self, field->fallback);
            }
        }
    }
    return self;
}

void
table_instance_destroy(struct table_instance *self)
{
    quire_arena_destroy(self->arena);
    free(self->params);
}
