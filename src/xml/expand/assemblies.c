#include "xml/expand/assemblies.h"

#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"
#include "xml/expand/library.h"
#include "xml/tree/kinds.h"
#include "xml/tree/missing.h"

static struct quire_attribute *
get_attribute(const struct quire_node *node, const char *name)
{
    return quire_attribute_find(node->attribute, node->n_attribute, name);
}

static int
compare_assemblies(const void *a, const void *b)
{
    const struct quire_assembly *x = a, *y = b;
    const int order = strcmp(quire_node_get(x->node, "name"), quire_node_get(y->node, "name"));
    return order != 0 ? order : x->node->place.line - y->node->place.line;
}

static struct quire_assembly *
find_assembly(const struct quire_assemblies *all, const char *name)
{
    size_t low = 0, high = all->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(quire_node_get(all->item[middle].node, "name"), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < all->n && strcmp(quire_node_get(all->item[low].node, "name"), name) == 0
               ? &all->item[low]
               : NULL;
}

/* what an assembly may not hold is said where it stands, once */
static void
take_children(struct quire_assemblies *all, struct quire_assembly *d)
{
    d->child = d->node->child;
    for (size_t i = 0; i < d->node->n_child; i++) {
        if (quire_reader_allows(all->r, d->node->child[i], all->kind)) {
            d->child[d->n_child++] = d->node->child[i];
        }
    }
    d->node->n_child = 0;
}

bool
quire_assemblies_collect(struct quire_assemblies *all, const struct quire_node *root)
{
    all->item = quire_arena_get(all->r->arena, root->n_child, sizeof *all->item);
    if (all->item == NULL) {
        return quire_reader_note(all->r, quire_diag_memory_error(all->r->diag));
    }
    for (size_t i = 0; i < root->n_child; i++) {
        struct quire_node *node = root->child[i];
        if (strcmp(node->element, "assembly") == 0) {
            struct quire_assembly d = {.node = node};
            take_children(all, &d);
            if (quire_node_get(node, "name") != NULL) { /* otherwise its kind reports it */
                all->item[all->n++] = d;
            }
        }
    }
    if (all->n > 0) {
        qsort(all->item, all->n, sizeof *all->item, compare_assemblies);
    }
    return true;
}

/* ---- values that instances set ---- */

struct quire_attribute *
quire_instance_set(const struct quire_node *instance, const char *parameter)
{
    for (size_t i = 0; i < instance->n_child; i++) {
        const char *name = quire_node_get(instance->child[i], "parameter");
        if (strcmp(instance->child[i]->element, "set") == 0 && name != NULL &&
            strcmp(name, parameter) == 0) {
            return get_attribute(instance->child[i], "value");
        }
    }
    return NULL;
}

void
quire_assembly_check_set(struct quire_assemblies *all, const struct quire_assembly *d,
                         const struct quire_node *instance, size_t index)
{
    const struct quire_node *set = instance->child[index];
    const char *name = quire_node_get(set, "parameter");
    char label[200], hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (strcmp(set->element, "set") != 0 || name == NULL) {
        return; /* its kind reports it */
    }
    struct quire_suggest s = quire_suggest_begin(name);
    bool known = false;
    for (size_t i = 0; i < d->n_child && !known; i++) {
        const char *other = quire_node_get(d->child[i], "name");
        if (strcmp(d->child[i]->element, "parameter") == 0 && other != NULL) {
            known = strcmp(other, name) == 0;
            quire_suggest_offer(&s, other);
        }
    }
    quire_node_label(instance, label, sizeof label);
    if (!known) {
        quire_reader_note(all->r, quire_diag_error(all->r->diag, "E-PARAMETER",
                                                   get_attribute(set, "parameter")->place, label,
                                                   quire_suggest_hint(&s, hint, sizeof hint),
                                                   "assembly '%s' has no parameter '%s'",
                                                   quire_node_get(d->node, "name"),
                                                   quire_excerpt(excerpt, name)));
    } else if (quire_instance_set(instance, name) != get_attribute(set, "value")) {
        quire_reader_note(all->r, quire_diag_error(all->r->diag, "E-DUPLICATE", set->place, label,
                                                   NULL, "parameter '%s' is set twice",
                                                   quire_excerpt(excerpt, name)));
    }
}

/* ---- which assembly is meant ---- */

struct quire_assembly *
quire_assembly_of(struct quire_assemblies *all, const struct quire_node *node)
{
    struct quire_attribute *a = get_attribute(node, "assembly"),
                           *like = get_attribute(node, "like");
    char label[200], hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    quire_node_label(node, label, sizeof label);
    if (like != NULL) {
        quire_reader_note(all->r, quire_diag_error(all->r->diag, "E-UNKNOWN-ATTRIBUTE", like->place,
                                                   label, "use count, or an assembly of instances",
                                                   "an instance cannot be like another"));
    }
    struct quire_assembly *d = a != NULL ? find_assembly(all, a->text) : NULL;
    if (d == NULL && a != NULL) {
        a->bad = true;
    }
    if (d == NULL) {
        quire_reader_refuse(all->r, node); /* its parts, which there are not */
    }
    if (d == NULL && a != NULL && !all->r->incomplete &&
        quire_reader_is_news(all->r, "assembly", a->text)) {
        char others[QUIRE_OTHERS_SIZE];
        struct quire_suggest s = quire_suggest_begin(a->text);
        for (size_t i = 0; i < all->n && !quire_diag_is_full(all->r->diag); i++) {
            quire_suggest_offer(&s, quire_node_get(all->item[i].node, "name"));
        }
        const char *text = quire_library_hint("assembly", "name", a->text, hint, sizeof hint);
        text = text != NULL ? text : quire_suggest_hint(&s, hint, sizeof hint);
        quire_reader_note(all->r,
                          quire_diag_error(all->r->diag, "E-REFERENCE", a->place, label, text,
                                           "assembly = '%s': there is no assembly of that name%s",
                                           quire_excerpt(excerpt, a->text),
                                           quire_reader_others(others, all->r, "instance", a)));
    }
    return d;
}

void
quire_assemblies_report_unused(const struct quire_assemblies *all)
{
    char label[200];
    for (size_t i = 0; i < all->n; i++) {
        const struct quire_assembly *d = &all->item[i];
        if (!d->used && !quire_reader_is_shared(all->r, d->node->place)) {
            quire_diag_warning(all->r->diag, "W-UNUSED", d->node->place,
                               quire_node_label(d->node, label, sizeof label), NULL,
                               "there is no instance of this assembly");
        }
    }
}
