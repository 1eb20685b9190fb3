#include "xml/expand/like.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"
#include "xml/expand/defaults.h"
#include "xml/expand/steps.h"
#include "xml/text/limits.h"
#include "xml/tree/instance.h"
#include "xml/tree/kinds.h"
#include "xml/tree/missing.h"

/* ---- which element is meant ---- */

static int
compare_named(const void *a, const void *b)
{
    const struct quire_node *x = *(struct quire_node *const *)a,
                            *y = *(struct quire_node *const *)b;
    int order = strcmp(x->element, y->element);
    order = order != 0 ? order : strcmp(quire_node_get(x, "name"), quire_node_get(y, "name"));
    return order != 0 ? order : quire_place_compare(x->place, y->place);
}

static bool
collect_named(struct quire_reader *r, struct quire_node *node)
{
    if (quire_node_get(node, "name") != NULL && !quire_pointers_add(&r->named_node, node)) {
        return false;
    }
    for (size_t i = 0; i < node->n_child; i++) {
        if (!collect_named(r, node->child[i])) {
            return false;
        }
    }
    return true;
}

void
quire_read_likes(struct quire_reader *r)
{
    if (!collect_named(r, r->root)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return;
    }
    if (r->named_node.n > 0) {
        qsort(r->named_node.item, r->named_node.n, sizeof(void *), compare_named);
    }
}

static struct quire_node *
find_named(const struct quire_reader *r, const char *element, const char *name)
{
    size_t low = 0, high = r->named_node.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct quire_node *other = r->named_node.item[middle];
        int order = strcmp(other->element, element);
        order = order != 0 ? order : strcmp(quire_node_get(other, "name"), name);
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    struct quire_node *found = low < r->named_node.n ? r->named_node.item[low] : NULL;
    const bool same = found != NULL && strcmp(found->element, element) == 0 &&
                      strcmp(quire_node_get(found, "name"), name) == 0;
    return same ? found : NULL;
}

static bool
report(struct quire_reader *r, struct quire_node *node, struct quire_attribute *like,
       const char *code, const char *hint, const char *text)
{
    char label[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (!like->bad) {
        like->bad = true;
        quire_reader_note(r, quire_diag_error(r->diag, code, like->place,
                                              quire_node_label(node, label, sizeof label), hint,
                                              "like = '%s' %s", quire_excerpt(excerpt, like->text),
                                              text));
    }
    return quire_reader_note(r, QUIRE_ERROR_INPUT);
}

static bool
find_like(struct quire_reader *r, struct quire_node *node, struct quire_attribute *like)
{
    char hint[200], others[QUIRE_OTHERS_SIZE], text[QUIRE_OTHERS_SIZE + 40];
    if (like->bad) {
        return false;
    }
    for (const struct quire_instance *in = node->in; in != NULL && node->like == NULL;
         in = in->outer) {
        char scoped[QUIRE_SCOPED_SIZE];
        node->like = find_named(r, node->element, quire_scoped_name(scoped, in, like->text));
    }
    node->like = node->like != NULL ? node->like : find_named(r, node->element, like->text);
    if (node->like != NULL) {
        return true;
    }
    struct quire_suggest s = quire_suggest_begin(like->text);
    for (size_t i = 0; i < r->named_node.n && !quire_diag_is_full(r->diag); i++) {
        const struct quire_node *other = r->named_node.item[i];
        if (strcmp(other->element, node->element) == 0 && other != node) {
            quire_suggest_offer(&s, quire_name_inside(node->in, quire_node_get(other, "name")));
        }
    }
    if (quire_reader_explains(r, node->in, like->text) ||
        !quire_reader_is_news(r, node->element, like->text)) {
        /* whoever it is like was refused itself, or the name was looked for before */
        like->bad = true;
        return quire_reader_note(r, QUIRE_ERROR_INPUT);
    }
    snprintf(text, sizeof text, "names no element of the same sort%s",
             quire_reader_others(others, r, node->element, like));
    return report(r, node, like, "E-REFERENCE", quire_suggest_hint(&s, hint, sizeof hint), text);
}

/* ---- attributes ---- */

static bool
is_own(const char *name)
{
    return strcmp(name, "name") == 0 || strcmp(name, "like") == 0 || strcmp(name, "doc") == 0;
}

/* node's attributes and those of node->like that it does not give */
static bool
merge_attributes(struct quire_reader *r, struct quire_node *node)
{
    const struct quire_node *other = node->like;
    /* whoever is like it has a class, too */
    const size_t n_other = other->n_attribute - other->n_default;
    struct quire_attribute **list =
        quire_arena_get(r->arena, node->n_attribute + n_other, sizeof *list);
    size_t n = node->n_attribute;
    if (list == NULL) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; i < n; i++) {
        list[i] = node->attribute[i];
    }
    for (size_t i = 0; i < n_other; i++) {
        if (!is_own(other->attribute[i]->name) &&
            quire_node_get(node, other->attribute[i]->name) == NULL) {
            list[n++] = other->attribute[i];
            node->n_like++;
        }
    }
    node->attribute = list;
    node->n_attribute = n;
    if (n > QUIRE_ATTRIBUTE_LIMIT) {
        return quire_reader_note(
            r, quire_diag_error(r->diag, "E-LIMIT", node->place, NULL, NULL,
                                "more than %d attributes together with those taken over",
                                QUIRE_ATTRIBUTE_LIMIT));
    }
    return true;
}

#define ROUND_SIZE 600

/* "leads round: n1 is like n2 is like n1". Returns buf. */
static const char *
write_round(char buf[ROUND_SIZE], const struct quire_node *node)
{
    const struct quire_node *n = node;
    size_t used = (size_t)snprintf(buf, ROUND_SIZE, "leads round: ");
    do {
        const char *name = quire_node_get(n, "name");
        used += (size_t)snprintf(buf + used, ROUND_SIZE - used, "%.80s is like ",
                                 name != NULL ? name : n->element);
        n = n->like;
    } while (n != NULL && n != node && used + 200 < ROUND_SIZE);
    const char *name = quire_node_get(n != NULL && n != node ? n : node, "name");
    snprintf(buf + used, ROUND_SIZE - used, "%s%.80s", n != node ? "... " : "",
             name != NULL ? name : node->element);
    return buf;
}

static bool
take_attributes(struct quire_reader *r, struct quire_node *node, int depth)
{
    char round[ROUND_SIZE];
    struct quire_attribute *like = quire_attribute_find(node->attribute, node->n_attribute, "like");
    if (like == NULL || node->attributes_state == QUIRE_LIKE_DONE) {
        return true;
    }
    if (node->attributes_state == QUIRE_LIKE_FAILED) {
        return false; /* reported before */
    }
    if (node->attributes_state == QUIRE_LIKE_OPEN) {
        return report(r, node, like, "E-REFERENCE", NULL, write_round(round, node));
    }
    if (depth > QUIRE_LIKE_LIMIT) {
        return report(r, node, like, "E-LIMIT", NULL,
                      "is at the end of too long a chain of 'like'");
    }
    node->attributes_state = QUIRE_LIKE_OPEN;
    bool ok = find_like(r, node, like) && take_attributes(r, node->like, depth + 1);
    ok = ok && merge_attributes(r, node);
    node->attributes_state = ok ? QUIRE_LIKE_DONE : QUIRE_LIKE_FAILED;
    if (!ok) {
        node->like = NULL;
    }
    return ok;
}

bool
quire_like_attributes(struct quire_reader *r, struct quire_node *node)
{
    return take_attributes(r, node, 0);
}

/* ---- children ---- */

/* whether a row of the child table covers this element */
static bool
row_covers(const struct quire_reader *r, const struct quire_child *row, const char *element)
{
    if (row->element != NULL) {
        return strcmp(row->element, element) == 0;
    }
    for (size_t i = 0; i < r->catalog->n; i++) {
        const struct quire_kind *k = r->catalog->kind[i];
        if (k->family == row->family && strcmp(k->element, element) == 0) {
            return true;
        }
    }
    return false;
}

/* bit i: some of the n children are of the sort that row i of the child table covers */
static uint64_t
rows_given(const struct quire_reader *r, const struct quire_child *rows,
           struct quire_node *const *child, size_t n)
{
    uint64_t given = 0;
    for (size_t row = 0; rows != NULL && rows[row].family != NULL && row < 64; row++) {
        for (size_t i = 0; i < n && (given >> row & 1u) == 0; i++) {
            given |= (uint64_t)row_covers(r, &rows[row], child[i]->element) << row;
        }
    }
    return given;
}

/* all children that are taken over count: elements that are like a large one must not multiply it
 * without bound */
static bool
count_copies(struct quire_reader *r, const struct quire_node *node, size_t n)
{
    r->n_copied += n;
    if (r->n_copied <= QUIRE_ELEMENT_LIMIT) {
        return true;
    }
    return quire_reader_note(
        r, quire_diag_error(r->diag, "E-LIMIT", node->place, NULL, NULL,
                            "more than %d elements are taken over by like=", QUIRE_ELEMENT_LIMIT));
}

bool
quire_like_children(struct quire_reader *r, struct quire_node *node, const struct quire_kind *kind)
{
    struct quire_node *other = node->like;
    if (other == NULL || node->children_done) {
        return true;
    }
    node->children_done =
        true; /* chains are short and have no cycles: take_attributes() saw to that */
    if (!quire_like_children(r, other, kind)) {
        return false;
    }
    const size_t n = node->n_child;
    if (other->n_child == 0) {
        return true;
    }
    if (!count_copies(r, node, other->n_child)) {
        return false;
    }
    const uint64_t given = rows_given(r, kind->children, node->child, n);
    struct quire_node **list = quire_arena_get(r->arena, n + other->n_child, sizeof *list);
    if (list == NULL) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; i < n; i++) {
        list[i] = node->child[i];
    }
    node->child = list;
    for (size_t i = 0; i < other->n_child; i++) {
        /* a sort of child that is given here replaces all of that sort */
        if ((rows_given(r, kind->children, &other->child[i], 1) & given) == 0) {
            list[node->n_child++] = other->child[i];
        }
    }
    return true;
}

/* ---- children that stand in both ---- */

/* the only child of this element; NULL if there is none, or there are more */
static struct quire_node *
only_child(const struct quire_node *parent, const char *element)
{
    struct quire_node *found = NULL;
    for (size_t i = 0; i < parent->n_child; i++) {
        if (strcmp(parent->child[i]->element, element) == 0) {
            if (found != NULL) {
                return NULL;
            }
            found = parent->child[i];
        }
    }
    return found;
}

struct quire_node *
quire_like_replaced(const struct quire_reader *r, const struct quire_node *node,
                    const struct quire_kind *parent_kind)
{
    const struct quire_node *parent = node->parent, *like = parent != NULL ? parent->like : NULL;
    for (const struct quire_child *row = parent_kind->children;
         like != NULL && row != NULL && row->family != NULL; row++) {
        if (row->maximum == 1 && row_covers(r, row, node->element)) {
            return only_child(parent, node->element) == node ? only_child(like, node->element)
                                                             : NULL;
        }
    }
    return NULL;
}

/* the kind that the element has, or NULL if what chooses it is not given */
static const struct quire_kind *
kind_of(const struct quire_reader *r, const struct quire_node *node,
        const struct quire_kind *parent_kind)
{
    const struct quire_kind *k;
    for (size_t from = 0;
         (k = quire_reader_next_kind(r, parent_kind, node->element, &from)) != NULL;) {
        const char *text = k->selector != NULL ? quire_node_get(node, k->selector) : NULL;
        if (k->selector == NULL ||
            (text != NULL && k->variant != NULL && strcmp(k->variant, text) == 0)) {
            return k;
        }
    }
    return NULL;
}

/* whether two elements name different variants */
static bool
differ(const struct quire_reader *r, const struct quire_node *a, const struct quire_node *b,
       const struct quire_kind *parent_kind)
{
    size_t from = 0;
    const struct quire_kind *k = quire_reader_next_kind(r, parent_kind, a->element, &from);
    const char *x = k != NULL && k->selector != NULL ? quire_node_get(a, k->selector) : NULL,
               *y = k != NULL && k->selector != NULL ? quire_node_get(b, k->selector) : NULL;
    return x != NULL && (y == NULL || strcmp(x, y) != 0);
}

/* Whether the element has, by itself and by its class, all that its kind requires. Takes an element
 * that names no variant as one that has not; what is wrong with it is reported elsewhere. */
static bool
is_complete(struct quire_reader *r, const struct quire_node *node,
            const struct quire_kind *parent_kind)
{
    struct quire_node with_class = *node; /* attributes are added to a list of its own */
    if (!quire_default_attributes(r, &with_class, NULL)) {
        return true;
    }
    const struct quire_kind *kind = kind_of(r, &with_class, parent_kind);
    if (kind == NULL || !quire_default_attributes(r, &with_class, kind)) {
        return kind != NULL;
    }
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->fallback == QUIRE_REQUIRED && quire_node_get(&with_class, f->name) == NULL) {
            return false;
        }
    }
    return true;
}

bool
quire_like_complete(struct quire_reader *r, struct quire_node *node,
                    const struct quire_kind *parent_kind)
{
    struct quire_node *other = quire_like_replaced(r, node, parent_kind);

    if (node->completed) {
        return true;
    }
    node->completed = true;
    if (other == NULL || quire_node_get(node, "like") != NULL ||
        differ(r, node, other, parent_kind) || is_complete(r, node, parent_kind)) {
        return true;
    }
    /* chains of likes are short and have no cycles: take_attributes() saw to that */
    if (!quire_like_complete(r, other, parent_kind) || !take_attributes(r, other, 0)) {
        return false;
    }
    node->like = other;
    return merge_attributes(r, node);
}

const char *
quire_like_left(const struct quire_reader *r, const struct quire_node *node,
                const struct quire_kind *parent_kind, const struct quire_kind *kind, char *buf,
                size_t size)
{
    const struct quire_node *other = quire_like_replaced(r, node, parent_kind);
    size_t used = 0;

    buf[0] = '\0';
    if (other == NULL || node->like != NULL || differ(r, node, other, parent_kind)) {
        return NULL;
    }
    for (size_t i = 0; i < other->n_attribute - other->n_default && used + 40 < size; i++) {
        const char *name = other->attribute[i]->name;
        if (!is_own(name) && quire_node_get(node, name) == NULL &&
            quire_field_find(kind->fields, name) != NULL) {
            used +=
                (size_t)snprintf(buf + used, size - used, "%s'%.32s'", used > 0 ? ", " : "", name);
        }
    }
    return used > 0 ? buf : NULL;
}
