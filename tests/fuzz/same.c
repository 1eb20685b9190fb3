/* Whether two models, each read on its own, are the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "model/object.h"

/* what only the way to the values needs: it is gone from a model that is printed as it is
 * understood */
static bool
is_way(const struct quire_object *object)
{
    static const char *const ways[] = {"include",  "defaults", "parameters",
                                       "assembly", "instance", "attached"};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(object->kind->element, ways[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
same_text(const char *a, const char *b)
{
    return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0);
}

static bool
same_target(const struct quire_object *a, const struct quire_object *b)
{
    return (a == NULL) == (b == NULL) &&
           (a == NULL || (a->kind == b->kind && same_text(a->name, b->name)));
}

/* to the bit; of values that are not there all are alike */
static bool
same_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (memcmp(&a[i], &b[i], sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i]))) {
            return false;
        }
    }
    return true;
}

static bool
same_points(const struct quire_points *a, const struct quire_points *b)
{
    return a->n == b->n && (a->n == 0 || same_numbers(a->at[0], b->at[0], 2 * a->n));
}

static bool
same_file(const struct quire_source *a, const struct quire_source *b)
{
    return (a == NULL) == (b == NULL) &&
           (a == NULL || (same_text(a->path, b->path) && a->size == b->size &&
                          memcmp(a->text, b->text, a->size) == 0));
}

static bool
same_field(const struct quire_field *f, const void *left, const void *right)
{
    const char *a = (const char *)left + f->offset, *b = (const char *)right + f->offset;
    const void *const *to_a = (const void *const *)(const void *)a,
                      *const *to_b = (const void *const *)(const void *)b;

    switch (f->type) {
    case QUIRE_FIELD_REAL: return same_numbers((const void *)a, (const void *)b, 1);
    case QUIRE_FIELD_VECTOR: return same_numbers((const void *)a, (const void *)b, 2);
    case QUIRE_FIELD_TRIPLE: return same_numbers((const void *)a, (const void *)b, 3);
    case QUIRE_FIELD_INTEGER: return memcmp(a, b, sizeof(long)) == 0;
    case QUIRE_FIELD_BOOLEAN: return memcmp(a, b, sizeof(bool)) == 0;
    case QUIRE_FIELD_CHOICE: return memcmp(a, b, sizeof(int)) == 0;
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME: return same_text(*to_a, *to_b);
    case QUIRE_FIELD_REFERENCE: return same_target(*to_a, *to_b);
    case QUIRE_FIELD_FILE: return same_file(*to_a, *to_b);
    case QUIRE_FIELD_POINTS: return same_points((const void *)a, (const void *)b);
    }
    return false;
}

/* what a path places has a side of it, what a point places has a sense; the other one means
 * nothing, but is mirrored, too */
static bool
is_idle(const struct quire_object *object, const struct quire_field *field)
{
    for (const struct quire_field *f = object->kind->fields;
         field->role == QUIRE_SIDED && f->name != NULL; f++) {
        if (f->type == QUIRE_FIELD_REFERENCE && strcmp(f->name, "path") == 0) {
            const void *const *path =
                (const void *const *)(const void *)((const char *)object->params + f->offset);
            return (*path == NULL) == (strcmp(field->name, "side") == 0);
        }
    }
    return false;
}

/* the next child that means something; NULL at the end */
static const struct quire_object *
next_child(const struct quire_object *parent, size_t *i)
{
    while (*i < parent->n_child && is_way(parent->child[*i])) {
        ++*i;
    }
    return *i < parent->n_child ? parent->child[(*i)++] : NULL;
}

static bool
differ(const struct quire_object *object, const char *what)
{
    char label[200];

    if (getenv("QUIRE_FUZZ_SHOW") != NULL) {
        fprintf(stderr, "%s differs: %s\n", quire_object_label(object, label, sizeof label), what);
    }
    return false;
}

static bool
same_object(const struct quire_object *a, const struct quire_object *b)
{
    const struct quire_object *left, *right;
    size_t i = 0, j = 0;

    if (a->kind != b->kind || !same_text(a->name, b->name) || a->copied != b->copied) {
        return differ(a, b->kind->element);
    }
    for (const struct quire_field *f = a->kind->fields; f != NULL && f->name != NULL; f++) {
        if (!is_idle(a, f) && !same_field(f, a->params, b->params)) {
            return differ(a, f->name);
        }
    }
    do {
        left = next_child(a, &i);
        right = next_child(b, &j);
        if ((left == NULL) != (right == NULL)) {
            return differ(a, left != NULL ? left->kind->element : right->kind->element);
        }
        if (left != NULL && !same_object(left, right)) {
            return false;
        }
    } while (left != NULL);
    return true;
}

bool
fuzz_is_same_model(const quire_model *a, const quire_model *b)
{
    return same_object(a->root, b->root);
}
