#include "model/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 6 /* references and children that are followed */

static int
compare_texts(const char *a, const char *b)
{
    return a == NULL || b == NULL ? (b == NULL) - (a == NULL) : strcmp(a, b);
}

/* what is not given comes first */
static int
compare_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int order =
            isnan(a[i]) || isnan(b[i]) ? isnan(b[i]) - isnan(a[i]) : (a[i] > b[i]) - (a[i] < b[i]);
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

static int
compare_points(const struct quire_points *a, const struct quire_points *b)
{
    if (a->n != b->n) {
        return a->n < b->n ? -1 : 1;
    }
    return a->n > 0 ? compare_numbers(a->at[0], b->at[0], 2 * a->n) : 0;
}

static int compare(const struct quire_object *a, const struct quire_object *b, bool names,
                   int depth);

/* of one field: what it says, or with `names` the names in it */
static int
compare_values(const struct quire_field *field, const char *a, const char *b, bool names, int depth)
{
    if (names && field->type != QUIRE_FIELD_TEXT && field->type != QUIRE_FIELD_NAME &&
        field->type != QUIRE_FIELD_REFERENCE) {
        return 0;
    }
    switch (field->type) {
    case QUIRE_FIELD_REAL:
        return compare_numbers((const double *)(const void *)a, (const double *)(const void *)b, 1);
    case QUIRE_FIELD_VECTOR:
        return compare_numbers((const double *)(const void *)a, (const double *)(const void *)b, 2);
    case QUIRE_FIELD_TRIPLE:
        return compare_numbers((const double *)(const void *)a, (const double *)(const void *)b, 3);
    case QUIRE_FIELD_INTEGER: {
        const long x = *(const long *)(const void *)a, y = *(const long *)(const void *)b;
        return (x > y) - (x < y);
    }
    case QUIRE_FIELD_BOOLEAN: return *(const bool *)a - *(const bool *)b;
    case QUIRE_FIELD_CHOICE: {
        const int x = *(const int *)(const void *)a, y = *(const int *)(const void *)b;
        return (x > y) - (x < y);
    }
    case QUIRE_FIELD_POINTS:
        return compare_points((const struct quire_points *)(const void *)a,
                              (const struct quire_points *)(const void *)b);
    case QUIRE_FIELD_FILE: {
        const struct quire_source *x = *(const struct quire_source *const *)(const void *)a,
                                  *y = *(const struct quire_source *const *)(const void *)b;
        return compare_texts(x != NULL ? x->path : NULL, y != NULL ? y->path : NULL);
    }
    case QUIRE_FIELD_REFERENCE: {
        const struct quire_object *x = *(const struct quire_object *const *)(const void *)a,
                                  *y = *(const struct quire_object *const *)(const void *)b;
        return x == NULL || y == NULL ? (y == NULL) - (x == NULL) : compare(x, y, names, depth + 1);
    }
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME:
        return names ? compare_texts(*(const char *const *)(const void *)a,
                                     *(const char *const *)(const void *)b)
                     : 0;
    }
    return 0;
}

/* the next child from *from on that is one of this row */
static const struct quire_object *
next_of(const struct quire_object *self, const struct quire_child *row, size_t *from)
{
    while (*from < self->n_child) {
        const struct quire_object *child = self->child[(*from)++];
        if (child->kind->family == row->family &&
            (row->element == NULL || strcmp(child->kind->element, row->element) == 0)) {
            return child;
        }
    }
    return NULL;
}

static int
compare_children(const struct quire_object *a, const struct quire_object *b, bool names, int depth)
{
    for (const struct quire_child *row = a->kind->children; row != NULL && row->family != NULL;
         row++) {
        size_t i = 0, k = 0;
        const struct quire_object *one = next_of(a, row, &i), *other = next_of(b, row, &k);
        for (; one != NULL && other != NULL;
             one = next_of(a, row, &i), other = next_of(b, row, &k)) {
            const int order = compare(one, other, names, depth + 1);
            if (order != 0) {
                return order;
            }
        }
        if (one != NULL || other != NULL) {
            return one == NULL ? -1 : 1;
        }
    }
    return 0;
}

static int
compare(const struct quire_object *a, const struct quire_object *b, bool names, int depth)
{
    int order = 0;

    if (a == b || depth > DEEPEST) {
        return 0;
    }
    if (a->kind != b->kind) {
        order = strcmp(a->kind->element, b->kind->element);
        return order != 0 ? order : compare_texts(a->kind->variant, b->kind->variant);
    }
    for (const struct quire_field *f = a->kind->fields; order == 0 && f != NULL && f->name != NULL;
         f++) {
        order = compare_values(f, (const char *)a->params + f->offset,
                               (const char *)b->params + f->offset, names, depth);
    }
    return order != 0 ? order : compare_children(a, b, names, depth);
}

int
quire_object_compare(const struct quire_object *a, const struct quire_object *b)
{
    const int order = compare(a, b, false, 0);

    return order != 0 ? order : compare(a, b, true, 0);
}

/* an element, or several for which it stands */
struct group {
    struct quire_object *const *first;
    size_t n;
};

/* what says the same stays as it is in the file, which then makes no difference */
static int
compare_groups(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    const int order = quire_object_compare(*x->first, *y->first);

    return order != 0 ? order : (x->first > y->first) - (x->first < y->first);
}

const struct quire_object *
quire_object_in_order(const struct quire_object *root, struct quire_arena *arena)
{
    struct quire_object *out = quire_arena_get(arena, 1, sizeof *out);
    struct quire_object **child = quire_arena_get(arena, root->n_child + 1, sizeof *child);
    struct group *group = quire_arena_get(arena, root->n_child + 1, sizeof *group);
    size_t n = 0, at = 0;

    if (out == NULL || child == NULL || group == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < root->n_child; i++) {
        if (n > 0 && root->child[i]->copied) {
            group[n - 1].n++;
        } else {
            group[n++] = (struct group){root->child + i, 1};
        }
    }
    qsort(group, n, sizeof *group, compare_groups);
    for (size_t i = 0; i < n; i++) {
        memcpy(child + at, group[i].first, group[i].n * sizeof *child);
        at += group[i].n;
    }
    *out = *root;
    out->child = child;
    return out;
}

const struct quire_object *
quire_object_following(const struct quire_object *self, const struct quire_kind *kind,
                       const struct quire_object *last)
{
    const struct quire_object *child, *next = NULL;
    bool passed = last == NULL; /* of what says the same as the last, that which stands behind it */

    for (size_t i = 0; (child = quire_object_next_of(self, kind, &i)) != NULL;
         passed = passed || child == last) {
        const int order = last == NULL ? 1 : quire_object_compare(child, last);
        if ((order > 0 || (order == 0 && passed)) &&
            (next == NULL || quire_object_compare(child, next) < 0)) {
            next = child;
        }
    }
    return next;
}
