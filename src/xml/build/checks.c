/* What kinds check themselves, once all is built: their objects, with all inside them. */
#include <stdlib.h>

#include "xml/build/steps.h"

static int
compare_pointers(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t) * (void *const *)a, y = (uintptr_t) * (void *const *)b;
    return x < y ? -1 : x > y;
}

static bool
is_bad(const struct quire_reader *r, const struct quire_object *object)
{
    const void *key = object;
    return r->bad.n > 0 &&
           bsearch(&key, r->bad.item, r->bad.n, sizeof key, compare_pointers) != NULL;
}

/* what a kind checks may look at the object's children: all of them must be sound. Returns whether
 * this one is. */
static bool
check_object(struct quire_reader *r, struct quire_object *object)
{
    bool sound = !is_bad(r, object);
    for (size_t i = 0; i < object->n_child; i++) {
        sound = check_object(r, object->child[i]) && sound;
    }
    if (sound && object->kind->load != NULL) {
        sound = quire_reader_note(r, object->kind->load(object, r->arena, r->diag));
    }
    /* where parts are missing, a check would miss them, too */
    /* the first of several speaks for all */
    if (sound && object->kind->check != NULL && !object->copied && !r->lacks_parts &&
        !r->incomplete) {
        sound = quire_reader_note(r, object->kind->check(object, r->diag));
    }
    return sound;
}

void
quire_read_checks(struct quire_reader *r)
{
    if (r->model->root == NULL) {
        return;
    }
    if (r->bad.n > 0) {
        qsort(r->bad.item, r->bad.n, sizeof(void *), compare_pointers);
    }
    check_object(r, r->model->root);
}
