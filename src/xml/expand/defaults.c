#include "xml/expand/defaults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"
#include "text/suggest.h"
#include "xml/expand/instance_path.h"
#include "xml/expand/steps.h"
#include "xml/text/limits.h"
#include "xml/tree/instance.h"
#include "xml/tree/kinds.h"
#include "xml/tree/missing.h"

/* ---- classes by name ---- */

static bool
is_defaults(const struct quire_node *node)
{
    return strcmp(node->element, "defaults") == 0;
}

static int
compare_classes(const void *a, const void *b)
{
    const struct quire_class *x = *(struct quire_class *const *)a,
                             *y = *(struct quire_class *const *)b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : quire_place_compare(x->node->place, y->node->place);
}

/* the first class of this name; NULL if there is none */
static struct quire_class *
find_class(const struct quire_reader *r, const char *name)
{
    size_t low = 0, high = r->classes.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct quire_class *other = r->classes.item[middle];
        if (strcmp(other->name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    struct quire_class *found = low < r->classes.n ? r->classes.item[low] : NULL;
    return found != NULL && strcmp(found->name, name) == 0 ? found : NULL;
}

static void
report_no_class(struct quire_reader *r, const struct quire_node *node, struct quire_attribute *a)
{
    char label[200], hint[200], excerpt[QUIRE_EXCERPT_SIZE], others[QUIRE_OTHERS_SIZE];
    struct quire_suggest s = quire_suggest_begin(a->text);
    for (size_t i = 0; i < r->classes.n && !quire_diag_is_full(r->diag); i++) {
        quire_suggest_offer(&s, ((const struct quire_class *)r->classes.item[i])->name);
    }
    const char *text = quire_suggest_hint(&s, hint, sizeof hint);
    if (!a->bad && !r->incomplete && quire_reader_is_news(r, "defaults", a->text)) {
        quire_reader_note(
            r, quire_diag_error(
                   r->diag, "E-REFERENCE", a->place, quire_node_label(node, label, sizeof label),
                   text == NULL && r->classes.n == 0 ? "write <defaults class=\"...\">" : text,
                   "%s = '%s': there are no <defaults> of that class%s", a->name,
                   quire_excerpt(excerpt, a->text), quire_reader_others(others, r, NULL, a)));
    }
    a->bad = true;
    quire_reader_note(r, QUIRE_ERROR_INPUT);
}

/* ---- what a class holds ---- */

static bool
is_field(const struct quire_kind *kind, const char *name)
{
    const struct quire_field *f = quire_field_find(kind->fields, name);

    return f != NULL && f->type != QUIRE_FIELD_NAME;
}

static bool
is_selector(const struct quire_kind *kind, const char *name)
{
    return kind->selector != NULL && strcmp(kind->selector, name) == 0;
}

/* whether elements of this name, of whatever kind, have the attribute; the names of all go to *s */
static bool
any_has(const struct quire_reader *r, const char *element, const char *name,
        struct quire_suggest *s)
{
    const struct quire_kind *k;
    bool found = false;
    for (size_t from = 0; (k = quire_reader_next_kind(r, NULL, element, &from)) != NULL;) {
        found = found || is_selector(k, name) || is_field(k, name);
        for (const struct quire_field *f = k->fields; f != NULL && f->name != NULL; f++) {
            if (f->type != QUIRE_FIELD_NAME) {
                quire_suggest_offer(s, f->name);
            }
        }
    }
    return found;
}

/* parameters and includes are done with before there are classes; classes have none themselves */
static bool
may_have_defaults(const struct quire_reader *r, const char *element)
{
    static const char *const none[] = {"parameters", "parameter", "include", "defaults",
                                       "assembly",   "instance",  "library", "model"};
    size_t from = 0;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (strcmp(none[i], element) == 0) {
            return false;
        }
    }
    return quire_reader_next_kind(r, NULL, element, &from) != NULL;
}

static void
check_attributes(struct quire_reader *r, const struct quire_node *entry)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    for (size_t i = 0; i < entry->n_attribute; i++) {
        struct quire_attribute *a = entry->attribute[i];
        struct quire_suggest s = quire_suggest_begin(a->name);
        if (strcmp(a->name, "doc") != 0 && !a->bad && !any_has(r, entry->element, a->name, &s)) {
            const bool own = strcmp(a->name, "name") == 0 || strcmp(a->name, "like") == 0 ||
                             strcmp(a->name, "class") == 0;
            a->bad = true;
            quire_reader_note(
                r, quire_diag_error(r->diag, "E-UNKNOWN-ATTRIBUTE", a->place, NULL,
                                    own ? NULL : quire_suggest_hint(&s, hint, sizeof hint),
                                    own ? "attribute '%s' can have no default on <%s>"
                                        : "unknown attribute '%s' on <%s>",
                                    quire_excerpt(excerpt, a->name), entry->element));
        }
    }
}

/* ---- values ---- */

static bool
is_variant(const struct quire_kind *kind, const char *text)
{
    return kind->variant != NULL && strcmp(kind->variant, text) == 0;
}

/* whether the entry leaves open that its elements are of this kind */
static bool
may_be(const struct quire_kind *kind, const struct quire_node *entry)
{
    const char *text = kind->selector != NULL ? quire_node_get(entry, kind->selector) : NULL;
    return text == NULL || is_variant(kind, text);
}

/* what chooses the kind must be the name of one; false after reporting */
static bool
check_selector(struct quire_reader *r, const struct quire_node *entry, struct quire_attribute *a,
               const char *label)
{
    char variants[400], hint[120], excerpt[QUIRE_EXCERPT_SIZE];
    const struct quire_kind *k;
    bool selects = false;
    for (size_t from = 0; (k = quire_reader_next_kind(r, NULL, entry->element, &from)) != NULL;) {
        if (is_field(k, a->name) || (is_selector(k, a->name) && is_variant(k, a->text))) {
            return true;
        }
        selects = selects || is_selector(k, a->name);
    }
    if (!selects) {
        return true;
    }
    quire_reader_variants(r, NULL, entry->element, variants, sizeof variants);
    quire_diag_error(r->diag, "E-CHOICE", a->place, label,
                     quire_suggest_choice(a->text, variants, hint, sizeof hint),
                     "%s = '%s' must be one of %s", a->name, quire_excerpt(excerpt, a->text),
                     variants);
    return false;
}

/* whether any kind that elements may be takes the value; what the first of them minds is reported
 */
static bool
check_value(struct quire_reader *r, const struct quire_node *entry, size_t i, const char *label)
{
    const struct quire_site quiet = {NULL, entry->place, label, r->catalog},
                            loud = {r->diag, entry->place, label, r->catalog};
    const char *name = entry->attribute[i]->name;
    const struct quire_kind *k, *first = NULL;
    /* an element may be of another kind than its class says */
    for (int any = 0; any < 2 && first == NULL; any++) {
        for (size_t from = 0;
             (k = quire_reader_next_kind(r, NULL, entry->element, &from)) != NULL;) {
            if (!is_field(k, name) || (any == 0 && !may_be(k, entry))) {
                continue;
            }
            if (quire_attributes_try(k, entry->attribute, entry->n_attribute, i, r->arena,
                                     &quiet) == QUIRE_OK) {
                return true;
            }
            first = first != NULL ? first : k;
        }
    }
    return first == NULL || quire_attributes_try(first, entry->attribute, entry->n_attribute, i,
                                                 r->arena, &loud) == QUIRE_OK;
}

/* values are looked at here whether an element gets them or not; what they refer to need not be
 * there before one does */
static void
check_values(struct quire_reader *r, const struct quire_class *c, const struct quire_node *entry)
{
    char label[300];
    quire_number_format(label, sizeof label, "%s of %s%.100s", entry->element,
                        c->name[0] != '\0' ? "class " : "the defaults for all", c->name);
    for (size_t i = 0; i < entry->n_attribute; i++) {
        struct quire_attribute *a = entry->attribute[i];
        if (!a->bad && !(check_selector(r, entry, a, label) && check_value(r, entry, i, label))) {
            a->bad = true;
            quire_reader_note(r, QUIRE_ERROR_INPUT);
        }
    }
}

static bool
check_element(struct quire_reader *r, const struct quire_node *entry)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(entry->element);
    if (may_have_defaults(r, entry->element)) {
        return true;
    }
    for (size_t i = 0; i < r->catalog->n && !quire_diag_is_full(r->diag); i++) {
        quire_suggest_offer(&s, r->catalog->kind[i]->element);
    }
    const bool known =
        quire_suggest_hint(&s, hint, sizeof hint) == NULL || strcmp(entry->element, "model") == 0;
    return quire_reader_note(r,
                             quire_diag_error(r->diag, "E-UNKNOWN-ELEMENT", entry->place, NULL,
                                              known ? NULL : hint, "there are no defaults for <%s>",
                                              quire_excerpt(excerpt, entry->element)));
}

/* each element once; the others are not looked at, so that a class is short and can be searched */
static void
check_entries(struct quire_reader *r, struct quire_class *c)
{
    for (size_t i = 0; i < c->node->n_child; i++) {
        const struct quire_node *entry = c->node->child[i];
        for (size_t j = 0; j < i; j++) {
            if (strcmp(c->node->child[j]->element, entry->element) == 0) {
                quire_reader_note(r,
                                  quire_diag_error(r->diag, "E-DUPLICATE", entry->place, NULL, NULL,
                                                   "these defaults have a <%s> already, at line %d",
                                                   entry->element, c->node->child[j]->place.line));
                return;
            }
        }
        if (!check_element(r, entry)) {
            return;
        }
        check_attributes(r, entry);
        check_values(r, c, entry);
        for (size_t j = 0; j < entry->n_attribute; j++) {
            entry->attribute[j]->class_name = c->name;
        }
        if (entry->n_child > 0) {
            char excerpt[QUIRE_EXCERPT_SIZE];
            quire_reader_note(
                r, quire_diag_error(r->diag, "E-UNKNOWN-ELEMENT", entry->child[0]->place, NULL,
                                    "name its element beside this one",
                                    "<defaults> have attributes, but no elements inside: <%s>",
                                    quire_excerpt(excerpt, entry->child[0]->element)));
        }
        c->n_entry = i + 1;
    }
}

/* ---- reading them ---- */

static struct quire_class *
make_class(struct quire_reader *r, struct quire_node *node)
{
    struct quire_class *c = quire_arena_get(r->arena, 1, sizeof *c);
    const char *name = quire_node_get(node, "class");
    char label[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (c == NULL) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    *c = (struct quire_class){.node = node, .name = name != NULL ? name : ""};
    if (name != NULL && !quire_name_is_valid(name)) {
        quire_reader_note(
            r, quire_diag_error(r->diag, "E-NAME", node->place,
                                quire_node_label(node, label, sizeof label), NULL,
                                "class = '%s' must be a letter, then letters, digits, '_' and '-'",
                                quire_excerpt(excerpt, name)));
    }
    check_entries(r, c);
    return c;
}

static void
add_class(struct quire_reader *r, struct quire_node *node)
{
    struct quire_class *c = make_class(r, node);
    if (c != NULL && !quire_pointers_add(&r->classes, c)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
}

static void
report_twins(struct quire_reader *r)
{
    char place[200];
    for (size_t i = 1; i < r->classes.n; i++) {
        const struct quire_class *a = r->classes.item[i - 1], *b = r->classes.item[i];
        if (strcmp(a->name, b->name) == 0) {
            quire_reader_note(
                r, quire_diag_error(
                       r->diag, "E-DUPLICATE", b->node->place, NULL, NULL,
                       "there are defaults %s%s already, at %s",
                       b->name[0] != '\0' ? "of class " : "for all", b->name,
                       quire_place_words(place, sizeof place, a->node->place, b->node->place)));
        }
    }
}

static void
find_parent(struct quire_reader *r, struct quire_class *c)
{
    struct quire_attribute *a =
        quire_attribute_find(c->node->attribute, c->node->n_attribute, "parent");
    if (a == NULL) {
        c->parent = c->name[0] != '\0' ? find_class(r, "") : NULL;
        return;
    }
    if (c->name[0] == '\0') {
        quire_reader_note(r,
                          quire_diag_error(r->diag, "E-MODEL", a->place, NULL, "give them a class",
                                           "<defaults> for all have no 'parent'"));
        return;
    }
    c->parent = find_class(r, a->text);
    if (c->parent == NULL || a->text[0] == '\0') {
        c->parent = NULL;
        report_no_class(r, c->node, a);
    } else {
        c->parent->used = true;
    }
}

/* chains end, and soon */
static void
check_chain(struct quire_reader *r, struct quire_class *c)
{
    const struct quire_class *end = c;
    for (int i = 0; i <= QUIRE_LIKE_LIMIT && end != NULL; i++) {
        end = end->parent;
        if (end == c) {
            break;
        }
    }
    if (end != NULL) {
        c->parent = NULL;
        quire_reader_note(
            r, quire_diag_error(
                   r->diag, end == c ? "E-REFERENCE" : "E-LIMIT", c->node->place, NULL, NULL,
                   end == c ? "class '%s': its parents lead back to it"
                            : "class '%s' is at the end of too long a chain of parents",
                   c->name));
    }
}

void
quire_read_defaults(struct quire_reader *r)
{
    r->defaults = quire_reader_kind(r, "model", "defaults");
    for (size_t i = 0; r->defaults != NULL && i < r->root->n_child; i++) {
        if (is_defaults(r->root->child[i])) {
            add_class(r, r->root->child[i]);
        }
    }
    if (r->classes.n > 0) {
        qsort(r->classes.item, r->classes.n, sizeof(void *), compare_classes);
        report_twins(r);
    }
    for (size_t i = 0; i < r->classes.n; i++) {
        find_parent(r, r->classes.item[i]);
    }
    for (size_t i = 0; i < r->classes.n && !quire_reader_is_finished(r); i++) {
        check_chain(r, r->classes.item[i]);
    }
}

void
quire_report_unused_classes(const struct quire_reader *r)
{
    for (size_t i = 0; i < r->classes.n; i++) {
        const struct quire_class *c = r->classes.item[i];
        const struct quire_class *before = i > 0 ? r->classes.item[i - 1] : NULL;
        /* reported, and never found */
        const bool twin = before != NULL && strcmp(before->name, c->name) == 0;
        if (!c->used && !twin && c->name[0] != '\0' && !quire_reader_is_shared(r, c->node->place)) {
            quire_diag_warning(r->diag, "W-UNUSED", c->node->place, NULL, NULL,
                               "no element is of class '%s'", c->name);
        }
    }
}

/* ---- applying them ---- */

/* the element around `node`: of a part of an instance the assembly in which it is written, and
 * around that the instance */
static const struct quire_node *
around(const struct quire_node *node, const struct quire_instance **in)
{
    if (*in != NULL && node == (*in)->definition) {
        node = (*in)->node;
        *in = (*in)->outer;
        return node;
    }
    const bool part = *in != NULL && node->parent != NULL && node->parent->parent == NULL;
    return part ? (*in)->definition : node->parent;
}

/* the class of an element: its own, or that of the nearest element around it that has one; false
 * after reporting */
static bool
class_of(struct quire_reader *r, struct quire_node *node, struct quire_class **out)
{
    const struct quire_instance *in = node->in;
    *out = find_class(r, "");
    for (const struct quire_node *n = node; n != NULL; n = around(n, &in)) {
        struct quire_attribute *a = quire_attribute_find(n->attribute, n->n_attribute, "class");
        if (a != NULL) {
            struct quire_class *c = a->text[0] != '\0' ? find_class(r, a->text) : NULL;
            if (c == NULL) {
                report_no_class(r, n, a);
                return false;
            }
            c->used = true;
            *out = c;
            return true;
        }
    }
    return true;
}

static const struct quire_node *
entry_of(const struct quire_class *c, const char *element)
{
    for (size_t i = 0; i < c->n_entry; i++) {
        if (strcmp(c->node->child[i]->element, element) == 0) {
            return c->node->child[i];
        }
    }
    return NULL;
}

/* whether the default is for the kind of this element: its fields, or, while that is unknown, what
 * chooses the kind */
static bool
is_wanted(const struct quire_reader *r, const struct quire_node *node,
          const struct quire_kind *kind, const char *name)
{
    const struct quire_kind *k;
    if (kind != NULL) {
        return is_field(kind, name);
    }
    for (size_t from = 0; (k = quire_reader_next_kind(r, NULL, node->element, &from)) != NULL;) {
        if (is_selector(k, name)) {
            return true;
        }
    }
    return false;
}

/* appends what `entry` has and `node` lacks */
static bool
take_entry(struct quire_reader *r, struct quire_node *node, const struct quire_kind *kind,
           const struct quire_node *entry)
{
    struct quire_attribute **list =
        quire_arena_get(r->arena, node->n_attribute + entry->n_attribute, sizeof *list);
    if (list == NULL) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; i < node->n_attribute; i++) {
        list[i] = node->attribute[i];
    }
    node->attribute = list;
    for (size_t i = 0; i < entry->n_attribute; i++) {
        struct quire_attribute *a = entry->attribute[i];
        if (quire_node_get(node, a->name) == NULL && is_wanted(r, node, kind, a->name)) {
            list[node->n_attribute++] = a;
            node->n_default++;
        }
    }
    return true;
}

bool
quire_default_attributes(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *kind)
{
    struct quire_class *c;
    bool *done = kind != NULL ? &node->fields_done : &node->selector_done;
    if (*done || is_defaults(node)) {
        return true;
    }
    *done = true;
    if (!class_of(r, node, &c)) {
        return false;
    }
    for (; c != NULL; c = c->parent) {
        const struct quire_node *entry = entry_of(c, node->element);
        if (entry != NULL && !take_entry(r, node, kind, entry)) {
            return false;
        }
    }
    return kind == NULL || quire_instance_give_path(r, node, kind);
}
