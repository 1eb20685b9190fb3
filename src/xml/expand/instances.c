/* <instance>: the parts of its assembly are put in its place, with names of their own. Done before
 * anything has a meaning, so that all later steps see elements as if they had been written out;
 * each knows the instance that it is a part of. */
#include "xml/expand/instances.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"
#include "text/suggest.h"
#include "xml/text/limits.h"

/* an assembly as it is looked up */
struct definition {
    struct quire_node *node;
    /* (n_child); taken out of the node, so that it stands for nothing itself */
    struct quire_node **child;
    size_t n_child;
    bool used;
};

struct expansion {
    struct quire_reader *r;
    const struct quire_kind *kind; /* of <assembly> */
    struct definition *definition; /* (n), sorted by name */
    size_t n;
    struct quire_pointers top;       /* struct quire_node *: the new children of the root */
    struct quire_pointers parameter; /* struct quire_node *: parameters of instances */
    size_t n_copied;
};

static bool
out_of_memory(struct expansion *e)
{
    return quire_reader_note(e->r, quire_diag_memory_error(e->r->diag));
}

static struct quire_attribute *
get_attribute(const struct quire_node *node, const char *name)
{
    return quire_attribute_find(node->attribute, node->n_attribute, name);
}

/* ---- definitions ---- */

static int
compare_definitions(const void *a, const void *b)
{
    const struct definition *x = a, *y = b;
    const int order = strcmp(quire_node_get(x->node, "name"), quire_node_get(y->node, "name"));
    return order != 0 ? order : x->node->place.line - y->node->place.line;
}

static struct definition *
find_definition(const struct expansion *e, const char *name)
{
    size_t low = 0, high = e->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(quire_node_get(e->definition[middle].node, "name"), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < e->n && strcmp(quire_node_get(e->definition[low].node, "name"), name) == 0
               ? &e->definition[low]
               : NULL;
}

/* what an assembly may not hold is said where it stands, once */
static void
take_children(struct expansion *e, struct definition *d)
{
    d->child = d->node->child;
    for (size_t i = 0; i < d->node->n_child; i++) {
        if (quire_reader_allows(e->r, d->node->child[i], e->kind)) {
            d->child[d->n_child++] = d->node->child[i];
        }
    }
    d->node->n_child = 0;
}

static bool
collect_definitions(struct expansion *e, struct quire_node *root)
{
    e->definition = quire_arena_get(e->r->arena, root->n_child, sizeof *e->definition);
    if (e->definition == NULL) {
        return out_of_memory(e);
    }
    for (size_t i = 0; i < root->n_child; i++) {
        struct quire_node *node = root->child[i];
        if (strcmp(node->element, "assembly") == 0) {
            struct definition d = {.node = node};
            take_children(e, &d);
            if (quire_node_get(node, "name") != NULL) { /* otherwise its kind reports it */
                e->definition[e->n++] = d;
            }
        }
    }
    if (e->n > 0) {
        qsort(e->definition, e->n, sizeof *e->definition, compare_definitions);
    }
    return true;
}

/* ---- copies of elements ---- */

/* all of them count: instances within each other must not multiply without bound */
static bool
count_element(struct expansion *e, const struct quire_node *node)
{
    return ++e->n_copied <= QUIRE_ELEMENT_LIMIT ||
           quire_reader_note(e->r,
                             quire_diag_error(e->r->diag, "E-LIMIT", node->place, NULL, NULL,
                                              "more than %d elements in instances of assemblies",
                                              QUIRE_ELEMENT_LIMIT));
}

static struct quire_attribute *
make_attribute(struct expansion *e, const char *name, const char *text, struct quire_place place)
{
    struct quire_attribute *a = quire_arena_get(e->r->arena, 1, sizeof *a);
    if (a == NULL || name == NULL || text == NULL) {
        out_of_memory(e);
        return NULL;
    }
    *a = (struct quire_attribute){.name = name, .text = text, .place = place};
    return a;
}

/* an element with everything in it, as a part of `in`; recursion is bounded by the depth of the
 * file */
static struct quire_node *
copy_node(struct expansion *e, const struct quire_node *node, const struct quire_instance *in,
          struct quire_node *parent)
{
    struct quire_arena *arena = e->r->arena;
    struct quire_node *copy = quire_arena_get(arena, 1, sizeof *copy);
    struct quire_attribute **attribute =
        quire_arena_get(arena, node->n_attribute + 1, sizeof *attribute);
    struct quire_attribute *each = quire_arena_get(arena, node->n_attribute, sizeof *each);
    struct quire_node **child = quire_arena_get(arena, node->n_child, sizeof *child);
    if (copy == NULL || attribute == NULL || each == NULL || child == NULL) {
        out_of_memory(e);
        return NULL;
    }
    if (!count_element(e, node)) {
        return NULL;
    }
    *copy = (struct quire_node){.element = node->element,
                                .place = node->place,
                                .parent = parent,
                                .in = in,
                                .attribute = attribute,
                                .child = child};
    for (size_t i = 0; i < node->n_attribute; i++) {
        each[i] = *node->attribute[i];
        attribute[copy->n_attribute++] = &each[i];
    }
    for (size_t i = 0; i < node->n_child; i++) {
        child[i] = copy_node(e, node->child[i], in, copy);
        if (child[i] == NULL) {
            return NULL;
        }
        copy->n_child++;
    }
    return copy;
}

static const char *
join(struct expansion *e, const char *a, const char *b)
{
    const size_t n = strlen(a) + strlen(b) + 1;
    char *text = quire_arena_get(e->r->arena, n, 1);
    if (text == NULL) {
        out_of_memory(e);
        return NULL;
    }
    snprintf(text, n, "%s%s", a, b);
    return text;
}

/* "n2-" before its name */
static bool
rename_node(struct expansion *e, struct quire_node *node, const char *prefix)
{
    struct quire_attribute *name = get_attribute(node, "name");
    const char *text = name != NULL ? join(e, prefix, name->text) : NULL;
    if (text != NULL) {
        name->text = text;
    }
    return name == NULL || text != NULL;
}

static bool
gives_place_along(const struct quire_kind *kind, const struct quire_node *node)
{
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->role == QUIRE_ALONG && get_attribute(node, f->name) != NULL) {
            return true;
        }
    }
    return false;
}

/* whether it is placed by a path and leaves open which */
static bool
needs_path(const struct expansion *e, const struct quire_node *node)
{
    if (get_attribute(node, "path") != NULL) {
        return false;
    }
    if (strcmp(node->element, "instance") == 0) {
        const struct quire_attribute *at = get_attribute(node, "at");
        return at == NULL || strchr(at->text, ',') == NULL;
    }
    for (size_t i = 0; i < e->r->catalog->n; i++) {
        const struct quire_kind *k = e->r->catalog->kind[i];
        if (strcmp(k->element, node->element) == 0 &&
            quire_child_row(e->kind->children, k) != NULL && gives_place_along(k, node)) {
            return true;
        }
    }
    return false;
}

/* there is room for one more attribute: copy_node() saw to that */
static void
give_path(const struct expansion *e, struct quire_node *node, const struct quire_instance *in)
{
    if (in->path != NULL && needs_path(e, node)) {
        node->attribute[node->n_attribute++] = (struct quire_attribute *)in->path;
    }
}

bool
quire_instance_give_path(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *kind)
{
    struct quire_attribute *path = get_attribute(node, "path");
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

/* ---- parameters ---- */

static struct quire_attribute *
find_set(const struct quire_node *instance, const char *parameter)
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

/* an own parameter "n2-load", with the value that the instance sets or the assembly has */
static bool
add_parameter(struct expansion *e, const struct quire_node *from, const struct quire_instance *in)
{
    const char *name = quire_node_get(from, "name");
    struct quire_node *node = copy_node(e, from, in, NULL);
    struct quire_attribute *value = name != NULL ? find_set(in->node, name) : NULL;
    if (node == NULL || !rename_node(e, node, in->prefix)) {
        return false;
    }
    for (size_t i = 0; i < node->n_attribute && value != NULL; i++) {
        if (strcmp(node->attribute[i]->name, "value") == 0) {
            node->attribute[i] = value;
            node->value_is_outer = true;
        }
    }
    return quire_pointers_add(&e->parameter, node) || out_of_memory(e);
}

static void
check_set(struct expansion *e, const struct definition *d, const struct quire_node *instance,
          size_t index)
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
        quire_reader_note(e->r, quire_diag_error(e->r->diag, "E-PARAMETER",
                                                 get_attribute(set, "parameter")->place, label,
                                                 quire_suggest_hint(&s, hint, sizeof hint),
                                                 "assembly '%s' has no parameter '%s'",
                                                 quire_node_get(d->node, "name"),
                                                 quire_excerpt(excerpt, name)));
    } else if (find_set(instance, name) != get_attribute(set, "value")) {
        quire_reader_note(e->r, quire_diag_error(e->r->diag, "E-DUPLICATE", set->place, label, NULL,
                                                 "parameter '%s' is set twice",
                                                 quire_excerpt(excerpt, name)));
    }
}

/* ---- instances ---- */

/* how many an <instance> stands for, or 0 after a problem; *several tells whether they are numbered
 */
static long
read_count(struct expansion *e, const struct quire_node *node, bool *several)
{
    struct quire_attribute *a = get_attribute(node, "count");
    char label[200], excerpt[QUIRE_EXCERPT_SIZE];
    *several = a != NULL;
    if (a == NULL) {
        return 1;
    }
    const size_t digits = strspn(a->text, "0123456789");
    const long count =
        digits > 0 && digits < 5 && a->text[digits] == '\0' ? strtol(a->text, NULL, 10) : 0;
    if (count < 1 || count > 1000) {
        a->bad = true;
        quire_reader_note(
            e->r, quire_diag_error(
                      e->r->diag, "E-NUMBER", a->place, quire_node_label(node, label, sizeof label),
                      NULL, "count = '%s' must be a whole number from 1 to 1000, not an expression",
                      quire_excerpt(excerpt, a->text)));
        return 0;
    }
    return count;
}

/* each of them is looked for among all parameters */
static bool
may_set(struct expansion *e, const struct quire_node *node)
{
    char label[200];
    return node->n_child <= QUIRE_INSTANCE_SETS ||
           quire_reader_note(e->r, quire_diag_error(e->r->diag, "E-LIMIT", node->place,
                                                    quire_node_label(node, label, sizeof label),
                                                    NULL, "more than %d elements in an instance",
                                                    QUIRE_INSTANCE_SETS));
}

static struct definition *
definition_of(struct expansion *e, const struct quire_node *node)
{
    struct quire_attribute *a = get_attribute(node, "assembly"),
                           *like = get_attribute(node, "like");
    char label[200], hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    quire_node_label(node, label, sizeof label);
    if (like != NULL) {
        quire_reader_note(e->r, quire_diag_error(e->r->diag, "E-UNKNOWN-ATTRIBUTE", like->place,
                                                 label, "use count, or an assembly of instances",
                                                 "an instance can not be like another"));
    }
    struct definition *d = a != NULL ? find_definition(e, a->text) : NULL;
    if (d == NULL && a != NULL) {
        a->bad = true;
    }
    if (d == NULL) {
        quire_reader_refuse(e->r, node); /* its parts, which there are not */
    }
    if (d == NULL && a != NULL && !e->r->incomplete &&
        quire_reader_is_news(e->r, "assembly", a->text)) {
        char others[QUIRE_OTHERS_SIZE];
        struct quire_suggest s = quire_suggest_begin(a->text);
        for (size_t i = 0; i < e->n && !quire_diag_is_full(e->r->diag); i++) {
            quire_suggest_offer(&s, quire_node_get(e->definition[i].node, "name"));
        }
        quire_reader_note(e->r,
                          quire_diag_error(e->r->diag, "E-REFERENCE", a->place, label,
                                           quire_suggest_hint(&s, hint, sizeof hint),
                                           "assembly = '%s': there is no assembly of that name%s",
                                           quire_excerpt(excerpt, a->text),
                                           quire_reader_others(others, e->r, "instance", a)));
    }
    return d;
}

#define ROUND_SIZE 600

/* "station has other has station": from the instance `first` inwards to `last`, and round. Returns
 * buf. */
static const char *
write_round(char buf[ROUND_SIZE], const struct quire_instance *last,
            const struct quire_instance *first)
{
    const struct quire_instance *chain[QUIRE_INSTANCE_DEPTH + 1];
    size_t n = 0, used = 0;
    for (const struct quire_instance *i = last; n <= QUIRE_INSTANCE_DEPTH; i = i->outer) {
        chain[n++] = i;
        if (i == first) {
            break;
        }
    }
    buf[0] = '\0';
    while (n-- > 0 && used + 100 < ROUND_SIZE) {
        used += (size_t)snprintf(buf + used, ROUND_SIZE - used, "%.80s has ",
                                 quire_node_get(chain[n]->definition, "name"));
    }
    snprintf(buf + used, ROUND_SIZE - used, "%.80s", quire_node_get(first->definition, "name"));
    return buf;
}

/* no assembly in itself, and not too many in each other */
static bool
may_nest(struct expansion *e, const struct definition *d, const struct quire_node *node,
         const struct quire_instance *outer)
{
    char label[200], round[ROUND_SIZE];
    int depth = 0;
    for (const struct quire_instance *i = outer; i != NULL; i = i->outer, depth++) {
        if (i->definition == d->node) {
            return quire_reader_note(e->r,
                                     quire_diag_error(e->r->diag, "E-REFERENCE", node->place,
                                                      quire_node_label(node, label, sizeof label),
                                                      NULL, "assembly '%s' contains itself: %s",
                                                      quire_node_get(d->node, "name"),
                                                      write_round(round, outer, i)));
        }
    }
    return depth < QUIRE_INSTANCE_DEPTH ||
           quire_reader_note(e->r,
                             quire_diag_error(e->r->diag, "E-LIMIT", node->place,
                                              quire_node_label(node, label, sizeof label), NULL,
                                              "more than %d instances within each other",
                                              QUIRE_INSTANCE_DEPTH));
}

static bool expand(struct expansion *e, struct quire_node *node,
                   const struct quire_instance *outer);

/* one part: an instance within or anything else */
static bool
add_part(struct expansion *e, const struct quire_node *from, const struct quire_instance *in)
{
    struct quire_node *part = copy_node(e, from, in, e->r->root);
    if (part == NULL || !rename_node(e, part, in->prefix)) {
        return false;
    }
    give_path(e, part, in);
    const char *name = quire_node_get(part, "name");
    if (name != NULL && !quire_pointers_add(&e->r->part_name, (void *)name)) {
        return out_of_memory(e);
    }
    if (strcmp(part->element, "instance") == 0) {
        return expand(e, part, in);
    }
    return quire_pointers_add(&e->top, part) || out_of_memory(e);
}

/* the instance `node`, which has its name, and all its parts */
static bool
add_instance(struct expansion *e, struct definition *d, struct quire_node *node,
             const struct quire_instance *outer, long number)
{
    struct quire_instance *in = quire_arena_get(e->r->arena, 1, sizeof *in);
    const char *name = quire_node_get(node, "name"),
               *prefix = name != NULL ? join(e, name, "-") : "";
    if (in == NULL || prefix == NULL || !quire_pointers_add(&e->top, node)) {
        return out_of_memory(e);
    }
    *in = (struct quire_instance){.outer = outer,
                                  .definition = d->node,
                                  .node = node,
                                  .prefix = prefix,
                                  .path = get_attribute(node, "path"),
                                  .number = number};
    node->made = in;
    node->reported = number > 0; /* what is wrong with it is said once */
    for (size_t i = 0; i < d->n_child && !quire_diag_may_stop(e->r->diag, e->r->status); i++) {
        const bool parameter = strcmp(d->child[i]->element, "parameter") == 0;
        if (parameter ? !add_parameter(e, d->child[i], in) : !add_part(e, d->child[i], in)) {
            return false;
        }
    }
    return true;
}

/* number 2 of several: its own element, called "n-2" */
static struct quire_node *
number_node(struct expansion *e, const struct quire_node *node, long number)
{
    struct quire_node *copy = quire_arena_get(e->r->arena, 1, sizeof *copy);
    struct quire_attribute **list = quire_arena_get(e->r->arena, node->n_attribute, sizeof *list);
    char text[30];
    if (copy == NULL || list == NULL) {
        out_of_memory(e);
        return NULL;
    }
    *copy = *node;
    if (!count_element(e, node)) {
        return NULL;
    }
    copy->attribute = list;
    snprintf(text, sizeof text, "-%ld", number + 1);
    for (size_t i = 0; i < node->n_attribute; i++) {
        list[i] = node->attribute[i];
        if (strcmp(list[i]->name, "name") == 0) {
            list[i] = make_attribute(e, "name", join(e, list[i]->text, text), list[i]->place);
            if (list[i] == NULL) {
                return NULL;
            }
        }
    }
    return copy;
}

/* all that an <instance> stands for; recursion is bounded by QUIRE_INSTANCE_DEPTH */
static bool
expand(struct expansion *e, struct quire_node *node, const struct quire_instance *outer)
{
    bool several, good = true;
    struct definition *d = definition_of(e, node);
    const long count = read_count(e, node, &several);
    if (d != NULL) {
        d->used = true;
    }
    if (d == NULL || count == 0) {
        return quire_pointers_add(&e->top, node) || out_of_memory(e);
    }
    if (!may_set(e, node) || !may_nest(e, d, node, outer)) {
        return true;
    }
    for (size_t i = 0; i < node->n_child && !quire_diag_may_stop(e->r->diag, e->r->status); i++) {
        check_set(e, d, node, i);
    }
    for (long k = 0; k < count && good && !quire_reader_is_finished(e->r); k++) {
        struct quire_node *one = several ? number_node(e, node, k) : node;
        good = one != NULL && add_instance(e, d, one, outer, k);
    }
    return good;
}

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* ---- all together ---- */

static bool
has_instances(const struct quire_node *root)
{
    for (size_t i = 0; i < root->n_child; i++) {
        if (strcmp(root->child[i]->element, "instance") == 0 ||
            strcmp(root->child[i]->element, "assembly") == 0) {
            return true;
        }
    }
    return false;
}

/* those of instances stand behind all of the model's own */
static bool
append_parameters(struct expansion *e, struct quire_node *root)
{
    if (e->parameter.n == 0) {
        return true;
    }
    struct quire_node *node = quire_arena_get(e->r->arena, 1, sizeof *node);
    struct quire_node **list = quire_arena_get(e->r->arena, e->parameter.n, sizeof *list);
    if (node == NULL || list == NULL || !quire_pointers_add(&e->top, node)) {
        return out_of_memory(e);
    }
    *node = (struct quire_node){.element = "parameters",
                                .place = root->place,
                                .parent = root,
                                .child = list,
                                .n_child = e->parameter.n};
    for (size_t i = 0; i < e->parameter.n; i++) {
        list[i] = e->parameter.item[i];
        list[i]->parent = node;
    }
    return true;
}

static bool
set_children(struct expansion *e, struct quire_node *root)
{
    struct quire_node **list = quire_arena_get(e->r->arena, e->top.n, sizeof *list);
    if (list == NULL) {
        return out_of_memory(e);
    }
    for (size_t i = 0; i < e->top.n; i++) {
        list[i] = e->top.item[i];
    }
    root->child = list;
    root->n_child = e->top.n;
    return true;
}

static void
report_unused(const struct expansion *e)
{
    char label[200];
    for (size_t i = 0; i < e->n; i++) {
        const struct definition *d = &e->definition[i];
        if (!d->used && !quire_reader_is_shared(e->r, d->node->place)) {
            quire_diag_warning(e->r->diag, "W-UNUSED", d->node->place,
                               quire_node_label(d->node, label, sizeof label), NULL,
                               "there is no instance of this assembly");
        }
    }
}

static const struct quire_kind *
assembly_kind(const struct quire_catalog *catalog)
{
    for (size_t i = 0; i < catalog->n; i++) {
        if (strcmp(catalog->kind[i]->element, "assembly") == 0) {
            return catalog->kind[i];
        }
    }
    return NULL;
}

static int
compare_instances(const void *a, const void *b)
{
    const struct quire_node *x = *(struct quire_node *const *)a,
                            *y = *(struct quire_node *const *)b;
    const int order = strcmp(quire_node_get(x, "name"), quire_node_get(y, "name"));
    return order != 0 ? order : quire_place_compare(x->place, y->place);
}

/* `b` has the name of `a`; of several that one element makes only the first is reported */
static bool
report_twin(struct expansion *e, const struct quire_node *a, const struct quire_node *b)
{
    struct quire_reader *r = e->r;
    char label[200], line[200];
    const char *prefix = join(e, quire_node_get(b, "name"), "-");
    if (prefix == NULL || !quire_pointers_add(&r->twin_prefix, (void *)prefix)) {
        return out_of_memory(e);
    }
    if (b->made == NULL || b->made->number == 0) {
        quire_reader_note(
            r, quire_diag_error(r->diag, "E-DUPLICATE", b->place,
                                quire_node_label(b, label, sizeof label), NULL,
                                "the name is already used by an instance at %s",
                                quire_place_words(line, sizeof line, a->place, b->place)));
    }
    return true;
}

/* instances of one name are told, and their parts, which all have the names of others, are not */
static bool
find_twins(struct expansion *e)
{
    struct quire_pointers named = {0};
    bool good = true;
    for (size_t i = 0; i < e->top.n && good; i++) {
        struct quire_node *node = e->top.item[i];
        if (strcmp(node->element, "instance") == 0 && quire_node_get(node, "name") != NULL) {
            good = quire_pointers_add(&named, node) || out_of_memory(e);
        }
    }
    if (named.n > 0) {
        qsort(named.item, named.n, sizeof(void *), compare_instances);
    }
    for (size_t i = 1; i < named.n && good && !quire_diag_is_full(e->r->diag); i++) {
        const struct quire_node *a = named.item[i - 1], *b = named.item[i];
        if (strcmp(quire_node_get(a, "name"), quire_node_get(b, "name")) == 0 &&
            !quire_is_part_of_twin(e->r, quire_node_get(b, "name"))) {
            good = report_twin(e, a, b);
        }
    }
    free(named.item);
    return good;
}

void
quire_read_instances(struct quire_reader *r)
{
    struct quire_node *root = r->root;
    struct expansion e = {.r = r, .kind = assembly_kind(r->catalog)};
    if (e.kind == NULL || !has_instances(root)) {
        return;
    }
    bool good = collect_definitions(&e, root);
    for (size_t i = 0; i < root->n_child && good; i++) {
        struct quire_node *node = root->child[i];
        good = strcmp(node->element, "instance") == 0
                   ? expand(&e, node, NULL)
                   : quire_pointers_add(&e.top, node) || out_of_memory(&e);
    }
    if (good && find_twins(&e) && append_parameters(&e, root) && set_children(&e, root)) {
        report_unused(&e);
    }
    if (r->part_name.n > 0) {
        qsort(r->part_name.item, r->part_name.n, sizeof(void *), compare_texts);
    }
    free(e.top.item);
    free(e.parameter.item);
}

/* ---- names ---- */

const char *
quire_name_inside(const struct quire_instance *in, const char *name)
{
    for (; in != NULL; in = in->outer) {
        const size_t n = strlen(in->prefix);
        if (strncmp(name, in->prefix, n) == 0) {
            return name + n;
        }
    }
    return name;
}

bool
quire_is_part_of_twin(const struct quire_reader *r, const char *name)
{
    for (size_t i = 0; i < r->twin_prefix.n; i++) {
        const char *prefix = r->twin_prefix.item[i];
        if (strncmp(name, prefix, strlen(prefix)) == 0) {
            return true;
        }
    }
    return false;
}

const char *
quire_scoped_name(char buf[QUIRE_SCOPED_SIZE], const struct quire_instance *in, const char *name)
{
    quire_number_format(buf, QUIRE_SCOPED_SIZE, "%s%s", in->prefix, name);
    return buf;
}

const struct quire_instance *
quire_scope_of(const struct quire_instance *in, const struct quire_attribute *attribute)
{
    const struct quire_instance *scope = in;
    for (const struct quire_instance *i = in; i != NULL && attribute != NULL; i = i->outer) {
        if (i->path == attribute) {
            scope = i->outer;
        }
    }
    return scope;
}
