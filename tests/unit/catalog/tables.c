#include "tables.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/words.h"
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
        quire_text_format(
            &text, " %s",
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
    case QUIRE_FIELD_TRIPLE:
    case QUIRE_FIELD_POINTS:
        one = table_number_text(kind, field, instance, good_number(field));
        cr_assert(one != NULL);
        text = calloc(4 * strlen(one) + 8, 1);
        cr_assert(text != NULL);
        sprintf(text,
                field->type == QUIRE_FIELD_VECTOR   ? "%s, %s"
                : field->type == QUIRE_FIELD_TRIPLE ? "%s, %s, %s"
                                                    : "%s, %s; %s, %s",
                one, one, one, one);
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
    const struct quire_site site = {diag, {0}, "test", NULL};

    cr_assert(diag != NULL);
    const quire_status status =
        quire_value_read(instance->params, field, kind->fields, text, instance->arena, &site);
    snprintf(code, sizeof code, "%s",
             quire_diag_error_count(diag) > 0 ? quire_diag_get(diag, 0)->code : "");
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
    EACH_FIELD(field, kind)
    {
        quire_value_clear(self.params, field);
    }
    for (int dependent = 0; dependent < 2; dependent++) {
        EACH_FIELD(field, kind)
        {
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

/* ---- objects ---- */

enum { MOST_ATTRIBUTES = 32, MOST_CHILDREN = 16 };

const struct quire_kind *
table_kind(const char *family, const char *element)
{
    EACH_KIND(kind)
    {
        if (strcmp(kind->family, family) == 0 && strcmp(kind->element, element) == 0) {
            return kind;
        }
    }
    cr_assert(false, "there is no kind %s/%s", family, element);
    return NULL;
}

/* "a=b; c=d" in place as a list; returns how many. */
static size_t
split(char *text, struct quire_attribute *attribute, struct quire_attribute **list)
{
    char *rest = NULL;
    size_t n = 0;

    for (char *part = strtok_r(text, ";", &rest); part != NULL; part = strtok_r(NULL, ";", &rest)) {
        part += strspn(part, " ");
        char *equals = strchr(part, '=');
        cr_assert(equals != NULL && n < MOST_ATTRIBUTES, "'%s'", part);
        *equals = '\0';
        attribute[n] = (struct quire_attribute){.name = part, .text = equals + 1};
        list[n] = &attribute[n];
        n++;
    }
    return n;
}

struct quire_object *
table_object(struct quire_arena *arena, struct quire_object *parent, const char *family,
             const char *element, const char *attributes)
{
    struct quire_attribute attribute[MOST_ATTRIBUTES], *list[MOST_ATTRIBUTES];
    struct quire_object *object = quire_arena_get(arena, 1, sizeof *object);
    quire_diag *diag = quire_diag_create();
    const struct quire_site site = {diag, {0}, element, NULL};

    cr_assert(object != NULL && diag != NULL);
    object->kind = table_kind(family, element);
    object->params = quire_arena_get(arena, 1, object->kind->size);
    object->child = quire_arena_get(arena, MOST_CHILDREN, sizeof(struct quire_object *));
    object->parent = parent;
    const size_t n = split(quire_arena_copy(arena, attributes), attribute, list);
    const quire_status status = quire_attributes_fill(object->params, &object->present,
                                                      object->kind, list, n, arena, &site);
    cr_assert(status == QUIRE_OK, "<%s %s>: %s", element, attributes,
              quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->text : "");
    const struct quire_field *name = quire_kind_name_field(object->kind);
    if (name != NULL) {
        memcpy(&object->name, (const char *)object->params + name->offset, sizeof object->name);
    }
    if (parent != NULL) {
        cr_assert(parent->n_child < MOST_CHILDREN);
        parent->child[parent->n_child++] = object;
    }
    quire_diag_destroy(diag);
    return object;
}

const char *
table_check(const struct quire_object *object)
{
    static char report[600];
    quire_diag *diag = quire_diag_create();

    cr_assert(diag != NULL && object->kind->check != NULL);
    const quire_status status = object->kind->check(object, diag);
    report[0] = '\0';
    if (quire_diag_count(diag) > 0) {
        const quire_problem *problem = quire_diag_get(diag, 0);
        snprintf(report, sizeof report, "%s %s", problem->code, problem->text);
    }
    cr_assert((status == QUIRE_OK) == (quire_diag_error_count(diag) == 0));
    quire_diag_destroy(diag);
    return report;
}

void
table_try(const char *family, const char *element, const struct table_case *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct quire_arena *arena = quire_arena_create();
        const char *report =
            table_check(table_object(arena, NULL, family, element, row[i].attributes));
        const bool matches = row[i].code[0] == '\0'
                                 ? report[0] == '\0'
                                 : strncmp(report, row[i].code, strlen(row[i].code)) == 0 &&
                                       strstr(report, row[i].words) != NULL;
        cr_expect(matches, "<%s %s>: '%s'", element, row[i].attributes, report);
        quire_arena_destroy(arena);
    }
}
