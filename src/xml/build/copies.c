/* Elements that stand for several, such as sheets with a count: each of them becomes an object of
 * its own. */
#include <stdio.h>
#include <string.h>

#include "xml/build/steps.h"
#include "xml/text/limits.h"

static struct quire_object *
fail(struct quire_reader *r)
{
    quire_reader_note(r, quire_diag_memory_error(r->diag));
    return NULL;
}

/* references of an object are those of its copy, too */
static bool
copy_references(struct quire_reader *r, const struct quire_object *object,
                struct quire_object *copy)
{
    for (size_t i = 0, n = r->pending.n; i < n; i++) {
        const struct quire_pending *p = r->pending.item[i];
        if (p->object != object) {
            continue;
        }
        struct quire_pending *own = quire_arena_get(r->arena, 1, sizeof *own);
        if (own == NULL || !quire_pointers_add(&r->pending, own)) {
            return false;
        }
        *own = *p;
        own->object = copy;
    }
    return true;
}

/* an object with everything in it; recursion is bounded by the depth of the file */
static struct quire_object *
copy_object(struct quire_reader *r, const struct quire_object *object,
            const struct quire_object *parent)
{
    struct quire_object *copy = quire_arena_get(r->arena, 1, sizeof *copy);
    void *params = quire_arena_get(r->arena, 1, object->kind->size);
    struct quire_object **child = quire_arena_get(r->arena, object->n_child, sizeof *child);

    if (copy == NULL || params == NULL || child == NULL || !quire_pointers_add(&r->object, copy) ||
        !copy_references(r, object, copy)) {
        return fail(r);
    }
    *copy = *object;
    copy->params = memcpy(params, object->params, object->kind->size);
    copy->child = child;
    copy->parent = parent;
    copy->copied = true;
    for (size_t i = 0; i < object->n_child; i++) {
        child[i] = copy_object(r, object->child[i], copy);
        if (child[i] == NULL) {
            return NULL;
        }
    }
    return copy;
}

/* NAME.number */
static bool
rename_object(struct quire_reader *r, struct quire_object *object, const char *name, long number)
{
    const size_t size = strlen(name) + 24;
    char *full = quire_arena_get(r->arena, size, 1);

    if (full == NULL) {
        return fail(r) != NULL;
    }
    snprintf(full, size, "%s.%ld", name, number);
    object->name = full;
    for (const struct quire_field *f = object->kind->fields; f->name != NULL; f++) {
        if (f->type == QUIRE_FIELD_NAME) {
            memcpy((char *)object->params + f->offset, &object->name, sizeof object->name);
        }
    }
    return true;
}

static bool
is_bad(const struct quire_reader *r, const struct quire_object *object)
{
    bool bad = false;

    for (size_t i = 0; i < r->bad.n; i++) {
        bad = bad || r->bad.item[i] == object;
    }
    for (size_t i = 0; !bad && i < object->n_child; i++) {
        bad = is_bad(r, object->child[i]);
    }
    return bad;
}

static long
copies_of(const struct quire_reader *r, const struct quire_object *object)
{
    return object->kind->copies != NULL && object->name != NULL && !is_bad(r, object)
               ? object->kind->copies(object)
               : 0;
}

static size_t
elements_in(const struct quire_object *object)
{
    size_t n = 1;

    for (size_t i = 0; i < object->n_child; i++) {
        n += elements_in(object->child[i]);
    }
    return n;
}

/* puts `n` objects in the place of one */
static bool
add_copies(struct quire_reader *r, struct quire_object *object, long n, struct quire_object **to)
{
    const char *name = object->name;

    if (r->object.n + (size_t)n * elements_in(object) > QUIRE_ELEMENT_LIMIT) {
        return quire_reader_note(r,
                                 quire_diag_error(r->diag, "E-LIMIT", object->place, name, NULL,
                                                  "more than %d elements together with its copies",
                                                  QUIRE_ELEMENT_LIMIT));
    }
    for (long k = 1; k <= n; k++) {
        to[k - 1] = k == 1 ? object : copy_object(r, object, object->parent);
        if (to[k - 1] == NULL || !rename_object(r, to[k - 1], name, k)) {
            return false;
        }
        if (k > 1) {
            object->kind->number(to[k - 1], k);
        }
    }
    object->kind->number(object, 1); /* last, as the others are copies of it */
    return true;
}

void
quire_read_copies(struct quire_reader *r)
{
    struct quire_object *root = r->model->root;
    size_t n = 0, all = 0;
    bool any = false;

    for (size_t i = 0; root != NULL && i < root->n_child; i++) {
        const long copies = copies_of(r, root->child[i]);
        all += copies > 0 ? (size_t)copies : 1;
        any = any || copies > 0;
    }
    if (!any) {
        return;
    }
    struct quire_object **list = quire_arena_get(r->arena, all, sizeof(struct quire_object *));
    if (list == NULL) {
        fail(r);
        return;
    }
    for (size_t i = 0; i < root->n_child && !quire_reader_is_finished(r); i++) {
        const long copies = copies_of(r, root->child[i]);
        list[n] = root->child[i];
        if (copies > 0 && !add_copies(r, root->child[i], copies, list + n)) {
            return;
        }
        n += copies > 0 ? (size_t)copies : 1;
    }
    if (!quire_reader_is_finished(r)) {
        root->child = list;
        root->n_child = n;
    }
}
