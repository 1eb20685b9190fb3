/* Model objects made by hand, as the reader would make them. */
#ifndef QUIRE_TESTS_SHAPE_SHAPE_OBJECT_H
#define QUIRE_TESTS_SHAPE_SHAPE_OBJECT_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/object.h"

/* An object of a kind, its optional real and vector values absent. */
static inline struct quire_object
make_object(const struct quire_kind *kind, int line)
{
    struct quire_object object = {.kind = kind, .place = {"test.xml", line, 5}};
    object.params = calloc(1, kind->size);
    for (const struct quire_field *field = kind->fields; field->name != NULL; field++) {
        double *value = (double *)(void *)((char *)object.params + field->offset);
        if (field->type == QUIRE_FIELD_REAL || field->type == QUIRE_FIELD_VECTOR) {
            value[0] = (double)NAN;
            value[field->type == QUIRE_FIELD_VECTOR ? 1 : 0] = (double)NAN;
        }
    }
    return object;
}

static inline void *
find_value(struct quire_object *object, const char *name)
{
    const struct quire_field *fields = object->kind->fields;
    for (size_t i = 0; fields[i].name != NULL; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            object->present |= (uint64_t)1 << i;
            return (char *)object->params + fields[i].offset;
        }
    }
    cr_fatal("no attribute %s", name);
    return NULL;
}

static inline void
set_real(struct quire_object *object, const char *name, double value)
{
    *(double *)find_value(object, name) = value;
}

static inline void
set_choice(struct quire_object *object, const char *name, int value)
{
    *(int *)find_value(object, name) = value;
}

static inline void
set_vector(struct quire_object *object, const char *name, double x, double y)
{
    double *value = find_value(object, name);
    value[0] = x;
    value[1] = y;
}

static inline void
set_points(struct quire_object *object, const char *name, double (*at)[2], size_t n)
{
    *(struct quire_points *)find_value(object, name) = (struct quire_points){at, n};
}

/* The only problem in diag has this code, stands in this line, and its text says this. */
static inline void
check_problem(const quire_diag *diag, const char *code, int line, const char *says)
{
    cr_assert_eq(quire_diag_count(diag), 1);
    const quire_problem *problem = quire_diag_get(diag, 0);
    cr_assert_str_eq(problem->code, code);
    cr_assert_eq(problem->line, line);
    cr_assert(strstr(problem->text, says) != NULL, "%s", problem->text);
}

#endif
