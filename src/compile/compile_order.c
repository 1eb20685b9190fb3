/* The machine's elements in the order of the model file, in which users know them. They are
 * compiled in another (model/order.h). */
#include <stdlib.h>

#include "compile/compile.h"
#include "path/places.h"

/* where an element of the system stands */
struct standing {
    int group;    /* those of a later one come behind all others */
    size_t place; /* in the file */
    int index;    /* in the system */
};

static int
compare_standings(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    const int order =
        x->group != y->group ? x->group - y->group : (x->place > y->place) - (x->place < y->place);

    return order != 0 ? order : x->index - y->index;
}

/* an element of the model and its place there */
struct entry {
    const struct quire_object *object;
    size_t place;
};

static int
compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return (x->object > y->object) - (x->object < y->object);
}

struct contents {
    struct entry *entry;
    size_t n;
    struct standing *standing; /* room for as many as there are of anything */
};

static bool
list_contents(struct quire_compile *c, size_t most, struct contents *out)
{
    const struct quire_object *root = c->sys->model->root;

    out->n = root->n_child;
    out->entry = quire_compile_get(c, out->n + 1, sizeof *out->entry);
    out->standing = quire_compile_get(c, most + 1, sizeof *out->standing);
    for (size_t i = 0; c->status == QUIRE_OK && i < out->n; i++) {
        out->entry[i] = (struct entry){root->child[i], i};
    }
    if (c->status == QUIRE_OK) {
        qsort(out->entry, out->n, sizeof *out->entry, compare_entries);
    }
    return c->status == QUIRE_OK;
}

static size_t
place_of(const struct contents *list, const struct quire_object *object)
{
    while (object->parent != NULL && object->parent->parent != NULL) {
        object = object->parent;
    }
    const struct entry key = {object, 0},
                       *found = bsearch(&key, list->entry, list->n, sizeof key, compare_entries);
    return found != NULL ? found->place : list->n;
}

static void
stand(struct contents *list, int index, int group, const struct quire_object *object)
{
    list->standing[index] = (struct standing){group, place_of(list, object), index};
}

static const int *
in_file(struct quire_compile *c, struct contents *list, int n)
{
    int *order = quire_compile_get(c, (size_t)n + 1, sizeof *order);

    qsort(list->standing, (size_t)n, sizeof *list->standing, compare_standings);
    for (int k = 0; order != NULL && k < n; k++) {
        order[k] = list->standing[k].index;
    }
    return order;
}

static void
order_bodies(struct quire_compile *c, struct contents *list)
{
    const struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_free; k++) {
        stand(list, k, 0, sys->free[k].object);
    }
    for (int k = 0; k < sys->n_solid; k++) {
        stand(list, sys->n_free + k, 1, sys->solid[k].object);
    }
    c->sys->in_file.body = in_file(c, list, sys->n_free + sys->n_solid);
}

void
quire_compile_file_order(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    struct quire_in_file *out = &sys->in_file;
    const int most = sys->n_sheet + sys->n_roller + sys->n_nip + sys->n_guide + sys->n_free +
                     sys->n_solid + sys->n_spring + sys->n_pressure;
    struct contents list;

    if (!list_contents(c, (size_t)most, &list)) {
        return;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        stand(&list, k, 0, sys->sheet[k].object);
    }
    out->sheet = in_file(c, &list, sys->n_sheet);
    for (int k = 0; k < sys->n_nip; k++) {
        stand(&list, k, 0, sys->nip[k].object);
    }
    out->nip = in_file(c, &list, sys->n_nip);
    for (int k = 0; k < sys->n_roller; k++) {
        stand(&list, k, sys->roller[k].free >= 0, sys->roller[k].object);
    }
    out->roller = in_file(c, &list, sys->n_roller);
    for (int k = sys->n_guide - 1; k >= 0; k--) { /* both sides of a guide are one to users */
        stand(&list, sys->guide[k].view, sys->guide[k].object->kind == &quire_kind_side_guide,
              sys->guide[k].object);
    }
    out->guide = in_file(c, &list, sys->n_guide_view);
    order_bodies(c, &list);
    for (int k = 0; k < sys->n_spring; k++) {
        stand(&list, k, 0, sys->spring[k].object);
    }
    out->spring = in_file(c, &list, sys->n_spring);
    for (int k = 0; k < sys->n_pressure; k++) {
        stand(&list, k, 0, sys->pressure[k].object);
    }
    out->pressure = in_file(c, &list, sys->n_pressure);
}
