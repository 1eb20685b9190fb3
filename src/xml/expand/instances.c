/* <instance>: the parts of its assembly are put in its place, with names of their own. Done before
 * anything has a meaning, so that all later steps see elements as if they had been written out;
 * each knows the instance that it is a part of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml/expand/assemblies.h"
#include "xml/expand/instance_path.h"
#include "xml/expand/steps.h"
#include "xml/text/limits.h"
#include "xml/tree/instance.h"

struct expansion {
    struct quire_reader *r;
    struct quire_assemblies assemblies;
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

/* ---- parameters ---- */

/* an own parameter "n2-load", with the value that the instance sets or the assembly has */
static bool
add_parameter(struct expansion *e, const struct quire_node *from, const struct quire_instance *in)
{
    const char *name = quire_node_get(from, "name");
    struct quire_node *node = copy_node(e, from, in, NULL);
    struct quire_attribute *value = name != NULL ? quire_instance_set(in->node, name) : NULL;
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
may_nest(struct expansion *e, const struct quire_assembly *d, const struct quire_node *node,
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
    quire_instance_pass_path(e->r, e->assemblies.kind, part);
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
add_instance(struct expansion *e, struct quire_assembly *d, struct quire_node *node,
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
    struct quire_assembly *d = quire_assembly_of(&e->assemblies, node);
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
        quire_assembly_check_set(&e->assemblies, d, node, i);
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
    struct expansion e = {.r = r, .assemblies = {.r = r, .kind = assembly_kind(r->catalog)}};
    if (e.assemblies.kind == NULL || !has_instances(root)) {
        return;
    }
    bool good = quire_assemblies_collect(&e.assemblies, root);
    for (size_t i = 0; i < root->n_child && good; i++) {
        struct quire_node *node = root->child[i];
        good = strcmp(node->element, "instance") == 0
                   ? expand(&e, node, NULL)
                   : quire_pointers_add(&e.top, node) || out_of_memory(&e);
    }
    if (good && find_twins(&e) && append_parameters(&e, root) && set_children(&e, root)) {
        quire_assemblies_report_unused(&e.assemblies);
    }
    if (r->part_name.n > 0) {
        qsort(r->part_name.item, r->part_name.n, sizeof(void *), compare_texts);
    }
    free(e.top.item);
    free(e.parameter.item);
}
