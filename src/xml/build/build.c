/* Elements become objects: which kind each is, its values, its children. */
#include <string.h>

#include "text/suggest.h"
#include "xml/build/placing.h"
#include "xml/build/steps.h"
#include "xml/expand/defaults.h"
#include "xml/expand/like.h"
#include "xml/text/limits.h"
#include "xml/tree/instance.h"
#include "xml/tree/kinds.h"
#include "xml/tree/missing.h"

/* ---- which kind ---- */

/* the kind of `node` by its element and, where several kinds share that, by the selecting
 * attribute; NULL after reporting */
static const struct quire_kind *
choose_kind(struct quire_reader *r, struct quire_node *node, const struct quire_kind *parent,
            const char *label)
{
    size_t from = 0;
    const struct quire_kind *first = quire_reader_next_kind(r, parent, node->element, &from), *k;
    if (first == NULL || first->selector == NULL) {
        if (first == NULL) {
            quire_report_unknown_element(r, node, parent);
        }
        return first;
    }
    char variants[400], hint[120], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_attribute *a =
        quire_attribute_find(node->attribute, node->n_attribute, first->selector);
    if (a != NULL && a->bad) {
        quire_reader_refuse(r, node);
        return NULL;
    }
    from = 0;
    while (a != NULL && (k = quire_reader_next_kind(r, parent, node->element, &from)) != NULL) {
        if (k->variant != NULL && strcmp(k->variant, a->text) == 0) {
            return k;
        }
    }
    quire_reader_variants(r, parent, node->element, variants, sizeof variants);
    if (a == NULL) {
        quire_diag_error(r->diag, "E-MISSING", node->place, label, NULL,
                         "attribute '%s' is missing; it must be one of %s", first->selector,
                         variants);
    } else {
        a->bad = true;
        quire_diag_error(r->diag, "E-CHOICE", a->place, label,
                         quire_suggest_choice(a->text, variants, hint, sizeof hint),
                         "%s = '%s' must be one of %s", first->selector,
                         quire_excerpt(excerpt, a->text), variants);
    }
    quire_reader_refuse(r, node);
    return NULL;
}

/* ---- objects ---- */

static bool
note_references(struct quire_reader *r, struct quire_object *object, const struct quire_node *node)
{
    for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL; f++) {
        struct quire_attribute *a =
            quire_attribute_find(node->attribute, node->n_attribute, f->name);
        const char *text = a != NULL ? a->text : f->fallback;
        if (f->type != QUIRE_FIELD_REFERENCE || text == NULL || (a == NULL && text[0] == '\0') ||
            (a != NULL && a->bad)) {
            continue;
        }
        struct quire_pending *p = quire_arena_get(r->arena, 1, sizeof *p);
        if (p == NULL || !quire_pointers_add(&r->pending, p)) {
            return quire_reader_note(r, quire_diag_memory_error(r->diag));
        }
        *p = (struct quire_pending){object, f, text, a, quire_scope_of(node->in, a)};
    }
    return true;
}

/* What a child that replaces another one does not take over. */
static void
tell_replaced(struct quire_reader *r, const struct quire_node *node, const struct quire_kind *kind,
              const struct quire_object *parent, const char *label)
{
    char left[300];
    const struct quire_node *like = node->parent != NULL ? node->parent->like : NULL;

    if (parent != NULL && like != NULL &&
        quire_like_left(r, node, parent->kind, kind, left, sizeof left) != NULL) {
        const char *name = quire_node_get(like, "name");
        quire_diag_note(r->diag, "N-LIKE", node->place, label, NULL,
                        "it is complete and replaces the <%s> of %s '%s', of which %s %s not "
                        "taken over",
                        node->element, like->element, name != NULL ? name : "", left,
                        strchr(left, ',') != NULL ? "are" : "is");
    }
}

/* the object of `node`, without its children; NULL when memory runs out */
static struct quire_object *
make_object(struct quire_reader *r, struct quire_node *node, const struct quire_kind *kind,
            const struct quire_object *parent)
{
    struct quire_object *object = quire_arena_get(r->arena, 1, sizeof *object);
    void *params = quire_arena_get(r->arena, 1, kind->size);
    char label[300];
    if (object == NULL || params == NULL || !quire_pointers_add(&r->object, object)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    object->kind = kind;
    object->params = params;
    object->place = node->place;
    object->parent = parent;
    object->name = quire_node_get(node, "name"); /* for the label; set again below */
    quire_object_label(object, label, sizeof label);
    const struct quire_site site = {node->reported ? NULL : r->diag, node->place, label,
                                    r->catalog};
    quire_status status = quire_attributes_fill(params, &object->present, kind, node->attribute,
                                                node->n_attribute, r->arena, &site);
    object->name = NULL;
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->type == QUIRE_FIELD_NAME) {
            memcpy(&object->name, (char *)params + f->offset, sizeof object->name);
        }
    }
    if (status == QUIRE_OK && site.diag != NULL) {
        tell_replaced(r, node, kind, parent, label);
    }
    if (status != QUIRE_OK && object->name == NULL) {
        quire_reader_refuse_misnamed(r, node);
    }
    if (status == QUIRE_OK) {
        status = quire_place_object(r, object, node);
    }
    quire_reader_note(r, status);
    if (status != QUIRE_OK && !quire_pointers_add(&r->bad, object)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    return note_references(r, object, node) ? object : NULL;
}

/* as many children of each sort as the child table wants; object->child[i] was made from
 * node->child[i] */
static bool
check_counts(struct quire_reader *r, const struct quire_object *object,
             const struct quire_node *node, quire_diag *diag)
{
    char label[300], line[200];
    bool good = true;
    quire_object_label(object, label, sizeof label);
    for (const struct quire_child *row = object->kind->children; row != NULL && row->family != NULL;
         row++) {
        const char *what = row->element != NULL ? row->element : row->family->name;
        const struct quire_object *first = NULL;
        int n = 0;
        for (size_t i = 0; i < object->n_child; i++) {
            const struct quire_object *child = object->child[i];
            const struct quire_kind *k = child->kind;
            const bool counts = row->family == k->family &&
                                (row->element == NULL || strcmp(row->element, k->element) == 0);
            first = first == NULL && counts ? child : first;
            n += counts;
            if (counts && row->maximum >= 0 && n == row->maximum + 1) {
                /* children that are taken over stand elsewhere, where they are too many as well */
                const bool own = node->child[i]->parent == node;
                good = quire_reader_note(
                    r, quire_diag_error(
                           own ? diag : NULL, "E-TOO-MANY", child->place, label, NULL,
                           "at most %d <%s> %s allowed here; the first is at %s", row->maximum,
                           what, row->maximum == 1 ? "is" : "are",
                           quire_place_words(line, sizeof line, first->place, child->place)));
            }
        }
        if (n < row->minimum) {
            good = quire_reader_note(
                r, quire_diag_error(diag, "E-MISSING", object->place, label, NULL,
                                    row->minimum == 1 ? "a child <%s> is missing"
                                                      : "more children <%s> are needed",
                                    what));
        }
    }
    return good;
}

static struct quire_object *build(struct quire_reader *r, struct quire_node *node,
                                  const struct quire_kind *kind, const struct quire_object *parent,
                                  bool copied);

/* a child that is taken over from another element leaves its name there, or there would be two of
 * that name */
static struct quire_node *
without_name(struct quire_reader *r, struct quire_node *node, const struct quire_kind *kind)
{
    const struct quire_field *f = kind->fields;
    while (f != NULL && f->name != NULL && f->type != QUIRE_FIELD_NAME) {
        f++;
    }
    if (f == NULL || f->name == NULL || f->fallback == QUIRE_REQUIRED ||
        quire_node_get(node, "name") == NULL) {
        return node;
    }
    struct quire_node *copy = quire_arena_get(r->arena, 1, sizeof *copy);
    struct quire_attribute **list = quire_arena_get(r->arena, node->n_attribute, sizeof *list);
    if (copy == NULL || list == NULL) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    *copy = *node;
    copy->attribute = list;
    copy->n_attribute = 0;
    for (size_t i = 0; i < node->n_attribute; i++) {
        if (strcmp(node->attribute[i]->name, "name") != 0) {
            list[copy->n_attribute++] = node->attribute[i];
        }
    }
    return copy;
}

static struct quire_object *
build_child(struct quire_reader *r, struct quire_node *node, struct quire_object *parent,
            bool copied)
{
    char label[300];
    if (!quire_like_attributes(r, node) || !quire_like_complete(r, node, parent->kind) ||
        !quire_default_attributes(r, node, NULL)) {
        node->reported = true; /* what is missing now was perhaps to be taken over */
        r->lacks_parts = true;
    }
    quire_diag *diag = r->diag;
    r->diag = node->reported ? NULL : diag;
    const struct quire_kind *kind =
        choose_kind(r, node, parent->kind, quire_node_label(node, label, sizeof label));
    r->diag = diag;
    if (kind == NULL) {
        node->reported = true;
        quire_reader_note(r, QUIRE_ERROR_INPUT);
        return NULL;
    }
    if (!node->reported && !quire_default_attributes(r, node, kind)) {
        node->reported = true;
    }
    if (!quire_like_children(r, node, kind) ||
        (copied && (node = without_name(r, node, kind)) == NULL)) {
        return NULL;
    }
    return build(r, node, kind, parent, copied);
}

/* `node` and everything in it; recursion is bounded by the depth of the file and of likes */
static struct quire_object *
build(struct quire_reader *r, struct quire_node *node, const struct quire_kind *kind,
      const struct quire_object *parent, bool copied)
{
    struct quire_object *object = make_object(r, node, kind, parent);
    if (object == NULL) {
        return NULL;
    }
    if (r->object.n > QUIRE_ELEMENT_LIMIT) {
        quire_reader_note(
            r, quire_diag_error(r->diag, "E-LIMIT", node->place, NULL, NULL,
                                "more than %d elements together with those taken over by like=",
                                QUIRE_ELEMENT_LIMIT));
        return NULL;
    }
    object->child = quire_arena_get(r->arena, node->n_child, sizeof(struct quire_object *));
    if (object->child == NULL) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    if (!quire_built_note(r->built, object, node)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    bool complete = true;
    /* what is in there was looked at, and is no object */
    const size_t n_child = kind == r->defaults ? 0 : node->n_child;
    for (size_t i = 0; i < n_child && !quire_reader_is_finished(r); i++) {
        struct quire_node *from = node->child[i];
        struct quire_object *child = build_child(r, from, object, copied || from->parent != node);
        if (child != NULL) {
            object->child[object->n_child++] = child;
        }
        complete = complete && child != NULL;
    }
    /* with children that could not be understood a count says nothing */
    if (!complete || !check_counts(r, object, node, node->reported ? NULL : r->diag)) {
        if (!quire_pointers_add(&r->bad, object)) {
            quire_reader_note(r, quire_diag_memory_error(r->diag));
        }
    }
    node->reported = true;
    return object;
}

/* a study where a model should be, or the other way round */
static const char *
other_root(const struct quire_reader *r, const char *root)
{
    const char *found = r->root->element;
    return strcmp(root, "model") == 0 && strcmp(found, "study") == 0 ? "studies are for quire doe"
           : strcmp(found, "library") == 0 ? "a library is for models to include"
           : strcmp(root, "study") == 0 && strcmp(found, "model") == 0 ? "models are for quire run"
                                                                       : NULL;
}

void
quire_read_objects(struct quire_reader *r)
{
    size_t from = 0;
    const char *root = quire_reader_root(r);
    const struct quire_kind *kind = quire_reader_next_kind(r, NULL, root, &from);
    char excerpt[QUIRE_EXCERPT_SIZE];
    if (kind == NULL || strcmp(r->root->element, root) != 0) {
        quire_reader_note(
            r, quire_diag_error(
                   r->diag, "E-UNKNOWN-ELEMENT", r->root->place, NULL, other_root(r, root),
                   "the root element is <%s>; a %s file begins with <%s version=\"1\">",
                   quire_excerpt(excerpt, r->root->element), root, root));
        return;
    }
    if (!quire_default_attributes(r, r->root, kind)) { /* its class is that of all that have none */
        r->root->reported = true;
    }
    r->model->root = build(r, r->root, kind, NULL, false);
    quire_report_unused_classes(r);
}
