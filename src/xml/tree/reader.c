#include "xml/tree/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "text/number.h"

struct quire_pointers *
quire_reader_list(struct quire_reader *r, size_t i)
{
    struct quire_pointers *const list[QUIRE_READER_LISTS] = {
        &r->source, &r->classes, &r->part_name, &r->twin_prefix, &r->named_node,
        &r->object, &r->pending, &r->bad,       &r->refused,     &r->missed,
    };
    return list[i];
}

bool
quire_reader_note(struct quire_reader *r, quire_status status)
{
    r->status = quire_status_worse(r->status, status);
    return status == QUIRE_OK;
}

bool
quire_reader_is_finished(const struct quire_reader *r)
{
    return r->status == QUIRE_ERROR_LIMIT || r->status == QUIRE_ERROR_INTERNAL;
}

bool
quire_pointers_add(struct quire_pointers *list, void *item)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
        void **more = realloc(list->item, capacity * sizeof *more);
        if (more == NULL) {
            return false;
        }
        list->item = more;
        list->capacity = capacity;
    }
    list->item[list->n++] = item;
    return true;
}

const char *
quire_node_label(const struct quire_node *node, char *buf, size_t size)
{
    char excerpt[QUIRE_EXCERPT_SIZE], element[QUIRE_EXCERPT_SIZE];
    const char *name = quire_node_get(node, "name");
    const struct quire_node *outer = node->parent;
    quire_excerpt(element, node->element);
    while (outer != NULL && quire_node_get(outer, "name") == NULL) {
        outer = outer->parent;
    }
    if (name != NULL) {
        snprintf(buf, size, "%s '%s'", element, quire_excerpt(excerpt, name));
    } else if (outer != NULL && outer->parent != NULL) {
        snprintf(buf, size, "%s of %s '%s'", element, outer->element,
                 quire_excerpt(excerpt, quire_node_get(outer, "name")));
    } else {
        snprintf(buf, size, "%s", element);
    }
    return buf;
}

const char *
quire_reader_root(const struct quire_reader *r)
{
    return r->catalog->root != NULL ? r->catalog->root : "model";
}

bool
quire_reader_is_shared(const struct quire_reader *r, struct quire_place place)
{
    return place.file != r->model->file || strcmp(quire_reader_root(r), "library") == 0;
}

/* a version that is not ours makes everything else meaningless */
bool
quire_reader_check_version(struct quire_reader *r, const struct quire_node *node, const char *root)
{
    struct quire_attribute *a = quire_attribute_find(node->attribute, node->n_attribute, "version");
    char excerpt[QUIRE_EXCERPT_SIZE], hint[160];
    if (strcmp(node->element, root) != 0 || (a != NULL && strcmp(a->text, "1") == 0)) {
        return true;
    }
    const struct quire_place place = a != NULL ? a->place : node->place;
    if (a == NULL) {
        quire_number_format(hint, sizeof hint,
                            "write <%s version=\"1\" ...>, or if it is from before the first "
                            "release, see 'quire upgrade'",
                            root);
        return quire_reader_note(r, quire_diag_error(r->diag, "E-VERSION", place, root, hint,
                                                     "the format version is missing"));
    }
    return quire_reader_note(
        r, quire_diag_error(r->diag, "E-VERSION", place, root,
                            strcmp(a->text, "0") == 0 ? "'quire upgrade' rewrites the file"
                                                      : "it may need a newer Quire",
                            "version = '%s': this Quire reads %s of version 1",
                            quire_excerpt(excerpt, a->text),
                            strcmp(root, "study") == 0 ? "studies" : "models"));
}
