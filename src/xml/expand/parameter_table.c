/* Collecting parameters, and giving them new values from outside. */
#include "xml/expand/parameter_table.h"

#include <stdlib.h>
#include <string.h>

#include "kind/value.h"
#include "text/suggest.h"

/* ---- collecting ---- */

bool
quire_parameter_is_identifier(const char *name)
{
    return quire_name_is_valid(name) && strpbrk(name, "-") == NULL &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789_") == strlen(name);
}

bool
quire_is_parameter(const struct quire_node *node)
{
    return strcmp(node->element, "parameter") == 0 && node->parent != NULL &&
           node->parent->parent != NULL && strcmp(node->parent->element, "parameters") == 0 &&
           node->parent->parent->parent == NULL;
}

/* goes through all <parameter> elements; counts them if `table` is NULL */
static size_t
visit_parameters(const struct quire_node *root, struct quire_parameter_table *table)
{
    size_t n = 0;
    for (size_t i = 0; i < root->n_child; i++) {
        for (size_t j = 0; j < root->child[i]->n_child; j++) {
            struct quire_node *node = root->child[i]->child[j];
            const char *name = quire_node_get(node, "name");
            if (!quire_is_parameter(node) || name == NULL) {
                continue;
            }
            if (table != NULL) {
                struct quire_attribute *value =
                    quire_attribute_find(node->attribute, node->n_attribute, "value");
                table->p[n] =
                    (struct quire_read_parameter){.node = node, .attribute = value, .name = name};
                table->p[n].raw = value != NULL ? value->text : NULL;
            }
            n++;
        }
    }
    return n;
}

static int
compare_parameters(const void *a, const void *b, void *user)
{
    const struct quire_read_parameter *p = user;
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const int order = strcmp(p[i].name, p[j].name);
    return order != 0 ? order : i < j ? -1 : i > j;
}

/* the first parameter with this name; NULL: none */
static struct quire_read_parameter *
find_parameter(const struct quire_parameter_table *t, const char *name, size_t length)
{
    size_t low = 0, high = t->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const char *other = t->p[t->by_name[middle]].name;
        const int order = strncmp(other, name, length);
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < t->n) {
        struct quire_read_parameter *p = &t->p[t->by_name[low]];
        if (strncmp(p->name, name, length) == 0 && p->name[length] == '\0') {
            return p;
        }
    }
    return NULL;
}

/* the parameter that a name means inside the instance that is looked at */
struct quire_read_parameter *
quire_parameter_seen(const struct quire_parameter_table *t, const char *name, size_t length)
{
    struct quire_read_parameter *p = NULL;
    char word[QUIRE_NAME_LIMIT + 1], scoped[QUIRE_SCOPED_SIZE];
    if (t->in != NULL && length <= QUIRE_NAME_LIMIT) {
        memcpy(word, name, length);
        word[length] = '\0';
        for (const struct quire_instance *in = t->in; in != NULL && p == NULL; in = in->outer) {
            quire_scoped_name(scoped, in, word);
            p = find_parameter(t, scoped, strlen(scoped));
        }
    }
    return p != NULL ? p : find_parameter(t, name, length);
}

/* "load" of the parameter "n2-load" of an instance */
const char *
quire_parameter_own_part(const struct quire_read_parameter *p)
{
    return p->node->in != NULL ? p->name + strlen(p->node->in->prefix) : p->name;
}

void
quire_parameter_table_check_names(struct quire_parameter_table *t)
{
    struct quire_reader *r = t->r;
    for (size_t i = 0; i < t->n; i++) {
        const struct quire_read_parameter *p = &t->p[t->by_name[i]];
        const struct quire_read_parameter *before = i > 0 ? &t->p[t->by_name[i - 1]] : NULL;
        char label[200], line[200], excerpt[QUIRE_EXCERPT_SIZE];
        quire_node_label(p->node, label, sizeof label);
        if (!quire_parameter_is_identifier(quire_parameter_own_part(p))) {
            quire_reader_note(
                r,
                quire_diag_error(r->diag, "E-NAME", p->node->place, NULL, NULL,
                                 "'%s' cannot be a parameter's name: letters, digits and '_' only",
                                 quire_excerpt(excerpt, p->name)));
            quire_attribute_find(p->node->attribute, p->node->n_attribute, "name")->bad = true;
        } else if (before != NULL && strcmp(before->name, p->name) == 0 &&
                   !quire_is_part_of_twin(r, p->name)) {
            quire_reader_note(
                r, quire_diag_error(
                       r->diag, "E-DUPLICATE", p->node->place, label, NULL,
                       "the name is already used at %s",
                       quire_place_words(line, sizeof line, before->node->place, p->node->place)));
            t->p[t->by_name[i]].used = true; /* one message is enough */
        }
    }
}

bool
quire_parameter_table_make(struct quire_parameter_table *t, const struct quire_node *root)
{
    t->n = visit_parameters(root, NULL);
    t->p = quire_arena_get(t->r->arena, t->n, sizeof *t->p);
    t->by_name = quire_arena_get(t->r->arena, t->n, sizeof *t->by_name);
    if (t->p == NULL || t->by_name == NULL) {
        return false;
    }
    visit_parameters(root, t);
    for (size_t i = 0; i < t->n; i++) {
        t->by_name[i] = i;
    }
    qsort_r(t->by_name, t->n, sizeof *t->by_name, compare_parameters, t->p);
    return true;
}

/* ---- new values from outside ---- */

void
quire_parameter_table_set(struct quire_parameter_table *t, const quire_setting *settings, size_t n)
{
    struct quire_reader *r = t->r;
    for (size_t i = 0; i < n; i++) {
        struct quire_read_parameter *p =
            find_parameter(t, settings[i].name, strlen(settings[i].name));
        char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
        if (p != NULL) {
            p->raw = settings[i].value;
            p->set = true;
            continue;
        }
        struct quire_suggest s = quire_suggest_begin(settings[i].name);
        for (size_t j = 0; j < t->n; j++) {
            quire_suggest_offer(&s, t->p[j].name);
        }
        const char *text = quire_suggest_hint(&s, hint, sizeof hint);
        quire_reader_note(
            r, quire_diag_error(r->diag, "E-PARAMETER", quire_nowhere(), NULL,
                                text == NULL && t->n == 0 ? "the model has no parameters" : text,
                                "there is no parameter '%s' to be set",
                                quire_excerpt(excerpt, settings[i].name)));
    }
}
