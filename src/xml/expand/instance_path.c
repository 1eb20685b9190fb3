#include "xml/expand/instance_path.h"

#include <string.h>

#include "xml/tree/instance.h"
#include "xml/tree/kinds.h"

static bool
gives_place_along(const struct quire_kind *kind, const struct quire_node *node)
{
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->role == QUIRE_ALONG && quire_node_get(node, f->name) != NULL) {
            return true;
        }
    }
    return false;
}

/* whether it is placed by a path and leaves open which */
static bool
needs_path(const struct quire_reader *r, const struct quire_kind *assembly,
           const struct quire_node *node)
{
    if (quire_node_get(node, "path") != NULL) {
        return false;
    }
    if (strcmp(node->element, "instance") == 0) {
        const char *at = quire_node_get(node, "at");
        return at == NULL || strchr(at, ',') == NULL;
    }
    for (size_t i = 0; i < r->catalog->n; i++) {
        const struct quire_kind *k = r->catalog->kind[i];
        if (strcmp(k->element, node->element) == 0 &&
            quire_child_row(assembly->children, k) != NULL && gives_place_along(k, node)) {
            return true;
        }
    }
    return false;
}

void
quire_instance_pass_path(const struct quire_reader *r, const struct quire_kind *assembly,
                         struct quire_node *node)
{
    if (node->in->path != NULL && needs_path(r, assembly, node)) {
        node->attribute[node->n_attribute++] = (struct quire_attribute *)node->in->path;
    }
}

bool
quire_instance_give_path(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *kind)
{
    struct quire_attribute *path = quire_attribute_find(node->attribute, node->n_attribute, "path");
    const bool part = node->in != NULL && node->in->path != NULL && node->parent->parent == NULL;
    if (!part || (path != NULL && path->class_name == NULL) || !gives_place_along(kind, node)) {
        return true;
    }
    struct quire_attribute **list = quire_arena_get(r->arena, node->n_attribute + 1, sizeof *list);
    if (list == NULL) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; i < node->n_attribute; i++) {
        list[i] = node->attribute[i] == path ? (struct quire_attribute *)node->in->path
                                             : node->attribute[i];
    }
    if (path == NULL) {
        list[node->n_attribute++] = (struct quire_attribute *)node->in->path;
        node->n_default++;
    }
    node->attribute = list;
    return true;
}
