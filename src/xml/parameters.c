/* Parameters: <parameters>, new values from outside, and {braces} in attributes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "base/text.h"
#include "kind/formula.h"
#include "model/parameter.h"
#include "xml/limits.h"
#include "xml/instances.h"

#define REASON_SIZE 300

struct parameter {
    struct quire_node *node;           /* <parameter> */
    struct quire_attribute *attribute; /* its value; NULL if it has none */
    const char *name, *raw,
        *value; /* raw: before braces are replaced; value: NULL until evaluated */
    const char *minimum, *maximum, *choices; /* braces replaced; NULL if not given */
    bool used;
    bool set; /* from outside */
};

struct table {
    struct quire_reader *r;
    struct parameter *p; /* (n), in file order */
    size_t n;
    size_t n_known;  /* those that may be used now: a parameter sees only the ones above it */
    size_t *by_name; /* indices sorted by name (n) */
    size_t expanded; /* bytes put in so far */
    const struct quire_instance *in; /* whose parameters are seen first; NULL: the model's alone */
};

/* ---- collecting ---- */

static bool
is_identifier(const char *name)
{
    return quire_name_is_valid(name) && strpbrk(name, "-") == NULL &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789_") == strlen(name);
}

static bool
is_parameter(const struct quire_node *node)
{
    return strcmp(node->element, "parameter") == 0 && node->parent != NULL &&
           node->parent->parent != NULL && strcmp(node->parent->element, "parameters") == 0 &&
           node->parent->parent->parent == NULL;
}

/* goes through all <parameter> elements; counts them if `table` is NULL */
static size_t
visit_parameters(const struct quire_node *root, struct table *table)
{
    size_t n = 0;
    for (size_t i = 0; i < root->n_child; i++) {
        for (size_t j = 0; j < root->child[i]->n_child; j++) {
            struct quire_node *node = root->child[i]->child[j];
            const char *name = quire_node_get(node, "name");
            if (!is_parameter(node) || name == NULL) {
                continue;
            }
            if (table != NULL) {
                struct quire_attribute *value =
                    quire_attribute_find(node->attribute, node->n_attribute, "value");
                table->p[n] = (struct parameter){.node = node, .attribute = value, .name = name};
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
    const struct parameter *p = user;
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const int order = strcmp(p[i].name, p[j].name);
    return order != 0 ? order : i < j ? -1 : i > j;
}

/* the first parameter with this name */
static struct parameter *
find_parameter(const struct table *t, const char *name, size_t length)
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
        struct parameter *p = &t->p[t->by_name[low]];
        if (strncmp(p->name, name, length) == 0 && p->name[length] == '\0') {
            return p;
        }
    }
    return NULL;
}

/* the parameter that a name means inside the instance that is looked at */
static struct parameter *
find_seen(const struct table *t, const char *name, size_t length)
{
    struct parameter *p = NULL;
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
static const char *
own_part(const struct parameter *p)
{
    return p->node->in != NULL ? p->name + strlen(p->node->in->prefix) : p->name;
}

static void
check_names(struct table *t)
{
    struct quire_reader *r = t->r;
    for (size_t i = 0; i < t->n; i++) {
        const struct parameter *p = &t->p[t->by_name[i]];
        const struct parameter *before = i > 0 ? &t->p[t->by_name[i - 1]] : NULL;
        char label[200], line[200], excerpt[QUIRE_EXCERPT_SIZE];
        quire_node_label(p->node, label, sizeof label);
        if (!is_identifier(own_part(p))) {
            quire_reader_note(
                r,
                quire_diag_error(r->diag, "E-NAME", p->node->place, NULL, NULL,
                                 "'%s' can not be a parameter's name: letters, digits and '_' only",
                                 quire_excerpt(excerpt, p->name)));
            quire_attribute_find(p->node->attribute, p->node->n_attribute, "name")->bad = true;
        } else if (before != NULL && strcmp(before->name, p->name) == 0 && !quire_is_part_of_twin(r, p->name)) {
            quire_reader_note(r, quire_diag_error(r->diag, "E-DUPLICATE", p->node->place, label,
                                                  NULL, "the name is already used at %s",
                                                  quire_place_words(line, sizeof line, before->node->place, p->node->place)));
            t->p[t->by_name[i]].used = true; /* one message is enough */
        }
    }
}

/* ---- new values from outside ---- */

static void
apply_settings(struct table *t, const quire_setting *settings, size_t n)
{
    struct quire_reader *r = t->r;
    for (size_t i = 0; i < n; i++) {
        struct parameter *p = find_parameter(t, settings[i].name, strlen(settings[i].name));
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

/* ---- braces ---- */

static bool reason(char *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
reason(char *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(buf, REASON_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/* the value of a parameter by name; marks it as used */
static const char *
get_value(struct table *t, const char *name, size_t length, char *why)
{
    struct parameter *p = find_seen(t, name, length);
    const int shown = length < 60 ? (int)length : 60;
    if (p == NULL) {
        char word[64], hint[100];
        quire_number_format(word, sizeof word, "%.*s", shown, name);
        struct quire_suggest s = quire_suggest_begin(word);
        for (size_t i = 0; i < t->n && !quire_diag_is_full(t->r->diag); i++) {
            quire_suggest_offer(&s, quire_name_inside(t->in, t->p[i].name));
        }
        const char *text = quire_suggest_hint(&s, hint, sizeof hint);
        reason(why, "there is no parameter '%s'%s%s", word, text != NULL ? "; " : "",
               text != NULL ? text : "");
        return NULL;
    }
    p->used = true;
    if ((size_t)(p - t->p) == t->n_known) {
        reason(why, "parameter '%.*s' stands in its own definition", shown, name);
        return NULL;
    }
    if ((size_t)(p - t->p) > t->n_known) {
        reason(why,
               "parameter '%.*s' is defined further down; a parameter can use only those above it",
               shown, name);
        return NULL;
    }
    if (p->value == NULL) {
        why[0] = '\0'; /* it has failed and said so */
        return NULL;
    }
    return p->value;
}

static bool
find_quantity(void *user, const char *name, size_t length, struct quire_quantity *out, char *error,
              size_t size)
{
    char why[REASON_SIZE], excerpt[QUIRE_EXCERPT_SIZE];
    const char *value = get_value(user, name, length, error);
    if (value == NULL) {
        return false;
    }
    if (!quire_quantity_read(out, value, why, sizeof why)) {
        quire_number_format(error, size, "parameter '%.*s' = '%.60s' is no number with a unit",
                            (int)(length < 60 ? length : 60), name, quire_excerpt(excerpt, value));
        return false;
    }
    return true;
}

/* what stands for the text between two braces; false with a reason */
static bool
evaluate(struct table *t, const char *inside, size_t n, struct quire_text *out, char *why)
{
    while (n > 0 && *inside == ' ') {
        inside++, n--;
    }
    while (n > 0 && inside[n - 1] == ' ') {
        n--;
    }
    char text[QUIRE_EXPRESSION_LIMIT + 1], error[REASON_SIZE], quantity[QUIRE_QUANTITY_SIZE];
    if (n > QUIRE_EXPRESSION_LIMIT) {
        return reason(why, "the expression is longer than %d bytes", QUIRE_EXPRESSION_LIMIT);
    }
    memcpy(text, inside, n);
    text[n] = '\0';
    if (is_identifier(text) && (strcmp(text, "pi") != 0 || find_seen(t, text, n) != NULL)) {
        const char *value = get_value(t, text, n, why);
        if (value != NULL) {
            quire_text_add(out, value);
        }
        return value != NULL;
    }
    const struct quire_expression_names names = {find_quantity, t};
    struct quire_quantity q;
    error[0] = '\0';
    if (!quire_expression_evaluate(&q, text, &names, error, sizeof error)) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        if (quire_formula_lacked_memory(error)) {
            quire_reader_note(t->r, quire_diag_memory_error(t->r->diag));
            error[0] = '\0';
        }
        if (error[0] == '\0') {
            why[0] = '\0';
            return false;
        }
        return reason(why, "'{%.70s}': %.200s", quire_excerpt(excerpt, text), error);
    }
    quire_text_add(out, quire_quantity_write(quantity, &q));
    return true;
}

/* `text` with all its braces replaced; false with a reason, which is empty if nothing more is to be
 * said */
static bool
expand(struct table *t, const char *text, struct quire_text *out, char *why)
{
    why[0] = '\0';
    while (*text != '\0') {
        const size_t n = strcspn(text, "{}");
        quire_text_add_bytes(out, text, n);
        text += n;
        if (*text == '\0') {
            break;
        }
        const size_t inside = strcspn(text + 1, "{}");
        if (*text == '}' || text[1 + inside] != '}') {
            return reason(why, *text == '}' ? "a closing brace has no opening brace"
                                            : "an opening brace has no closing brace");
        }
        if (!evaluate(t, text + 1, inside, out, why)) {
            return false;
        }
        if (out->size > QUIRE_EXPANDED_LIMIT) {
            return reason(why, "becomes longer than %zu bytes when its parameters are put in",
                          QUIRE_EXPANDED_LIMIT);
        }
        text += inside + 2;
    }
    return true;
}

/* the expanded text in the arena; NULL after reporting, or silently if what it uses has failed */
static const char *
expand_text(struct table *t, const char *text, struct quire_place place, const char *object,
            const char *name)
{
    struct quire_reader *r = t->r;
    struct quire_text out = {0};
    char why[REASON_SIZE];
    const char *copy = NULL;
    if (!expand(t, text, &out, why)) {
        if (why[0] != '\0') {
            quire_diag_error(r->diag, "E-PARAMETER", place, object, NULL, "%s: %s", name, why);
        }
        quire_reader_note(r, QUIRE_ERROR_INPUT);
    } else if ((t->expanded += out.size) > QUIRE_EXPANSION_LIMIT) {
        quire_reader_note(r, quire_diag_error(r->diag, "E-LIMIT", place, object, NULL,
                                              "parameters put more than %zu bytes into the model",
                                              QUIRE_EXPANSION_LIMIT));
    } else if (out.failed ||
               (copy = quire_arena_copy(r->arena, out.data != NULL ? out.data : "")) == NULL) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    quire_text_clear(&out);
    return copy;
}

/* ---- values and their limits ---- */

static struct quire_parameter
as_seen(const struct parameter *p)
{
    return (struct quire_parameter){.name = p->name,
                                    .value = p->value,
                                    .minimum = p->minimum,
                                    .maximum = p->maximum,
                                    .choices = p->choices,
                                    .doc = quire_node_get(p->node, "doc"),
                                    .place = p->node->place};
}

/* an attribute beside the value, with its braces replaced; NULL if it is not there or has failed */
static const char *
evaluate_limit(struct table *t, struct parameter *p, const char *name)
{
    char label[200];
    struct quire_attribute *a = quire_attribute_find(p->node->attribute, p->node->n_attribute, name);
    if (a != NULL && strpbrk(a->text, "{}") != NULL) {
        const char *text = expand_text(t, a->text, a->place, quire_node_label(p->node, label, sizeof label), name);
        a->bad = text == NULL;
        a->text = text != NULL ? text : a->text;
    }
    return a != NULL && !a->bad ? a->text : NULL;
}

/* `at` is the attribute whose fault it is */
static void
report_limit(struct table *t, const struct parameter *p, const struct quire_attribute *at, const char *code, const char *what, const char *why)
{
    char label[200];
    quire_reader_note(t->r, quire_diag_error(t->r->diag, code, at != NULL ? at->place : p->node->place,
                                             quire_node_label(p->node, label, sizeof label), NULL, "%s%s", what, why));
}

static void
check_limits(struct table *t, struct parameter *p)
{
    const struct quire_parameter seen = as_seen(p);
    const char *at;
    char why[QUIRE_PARAMETER_WHY];
    struct quire_attribute *const *list = p->node->attribute;
    if (!quire_parameter_limits_are_good(&seen, &at, why)) {
        report_limit(t, p, quire_attribute_find(list, p->node->n_attribute, at), "E-RANGE", "", why);
        p->minimum = p->maximum = p->choices = NULL;
    } else if (p->value != NULL && !quire_parameter_allows(&seen, p->value, &at, why)) {
        report_limit(t, p, p->set ? quire_attribute_find(list, p->node->n_attribute, at) : p->attribute, "E-RANGE",
                     p->set ? "the value set, " : "value = ", why);
        p->value = NULL; /* whoever uses it has no problem of its own */
    }
}

static void
evaluate_parameters(struct table *t)
{
    for (size_t i = 0; i < t->n && !quire_reader_is_finished(t->r); i++) {
        struct parameter *p = &t->p[i];
        char label[200];
        t->n_known = i;
        if (p->raw == NULL) {
            continue; /* reported as a missing attribute */
        }
        p->value = p->raw;
        t->in = p->node->value_is_outer ? p->node->in->outer : p->node->in;
        if (strpbrk(p->raw, "{}") != NULL) {
            const struct quire_place place =
                p->attribute != NULL ? p->attribute->place : p->node->place;
            p->value = expand_text(t, p->raw, place, quire_node_label(p->node, label, sizeof label),
                                   "value");
        }
        if (p->attribute != NULL) {
            p->attribute->bad = p->attribute->bad || (p->value == NULL && p->node->value_is_outer); /* it is seen again, as <set> */
            p->attribute->text = p->value != NULL ? p->value : p->attribute->text;
        }
        t->in = p->node->in;
        p->minimum = evaluate_limit(t, p, "minimum");
        p->maximum = evaluate_limit(t, p, "maximum");
        p->choices = evaluate_limit(t, p, "choices");
        check_limits(t, p);
    }
    t->n_known = t->n;
}

static void
expand_attributes(struct table *t, struct quire_node *node)
{
    char label[200];
    for (size_t i = 0;
         i < node->n_attribute && !is_parameter(node) && !quire_reader_is_finished(t->r); i++) {
        struct quire_attribute *a = node->attribute[i];
        const bool content = strcmp(a->name, "content") == 0 && strcmp(node->element, "attached") == 0;
        if (a->bad || content || strcmp(a->name, "doc") == 0 || strpbrk(a->text, "{}") == NULL) {
            continue;
        }
        t->in = quire_scope_of(node->in, a);
        const char *text =
            expand_text(t, a->text, a->place, quire_node_label(node, label, sizeof label), a->name);
        a->bad = text == NULL;
        a->raw = a->text;
        a->text = text != NULL ? text : a->text;
    }
    for (size_t i = 0; i < node->n_child && !quire_reader_is_finished(t->r); i++) {
        expand_attributes(t, node->child[i]);
    }
}

/* ---- all together ---- */

static int
compare_origins(const void *a, const void *b, void *user)
{
    const struct parameter *p = user;
    return quire_place_compare(p[*(const size_t *)a].node->place, p[*(const size_t *)b].node->place);
}

static void
report_unused_one(const struct table *t, const struct parameter *p)
{
    char label[200], excerpt[2][QUIRE_EXCERPT_SIZE];
    const struct quire_instance *in = p->node->in;
    quire_node_label(p->node, label, sizeof label);
    if (in != NULL) {
        quire_number_format(label, sizeof label, "parameter '%s' of assembly '%s'", quire_excerpt(excerpt[0], own_part(p)),
                            quire_excerpt(excerpt[1], quire_node_get(in->definition, "name")));
    }
    quire_diag_warning(t->r->diag, "W-UNUSED", p->node->place, label, NULL, "nothing uses this parameter");
}

/* a parameter of an assembly is one of each instance, of which any may use it: all were written at one place */
static void
report_unused(const struct table *t)
{
    size_t *by_origin = t->by_name; /* names are not looked up any more */
    qsort_r(by_origin, t->n, sizeof *by_origin, compare_origins, t->p);
    for (size_t i = 0, end; i < t->n; i = end) {
        const struct parameter *first = &t->p[by_origin[i]];
        bool used = false;
        for (end = i; end < t->n && compare_origins(&by_origin[i], &by_origin[end], t->p) == 0; end++) {
            used = used || t->p[by_origin[end]].used;
        }
        if (!used && !quire_reader_is_shared(t->r, first->node->place)) {
            report_unused_one(t, first);
        }
    }
}

static bool
store_parameters(const struct table *t)
{
    struct quire_model *model = t->r->model;
    model->parameter = quire_arena_get(t->r->arena, t->n, sizeof *model->parameter);
    if (model->parameter == NULL) {
        return false;
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct parameter *p = &t->p[i];
        struct quire_parameter *out = &model->parameter[model->n_parameter++];
        *out = as_seen(p);
        out->value = p->value != NULL ? quire_arena_copy(t->r->arena, p->value) : "";
        if (out->value == NULL) {
            return false;
        }
    }
    return true;
}

static bool
make_table(struct table *t, const struct quire_node *root)
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

void
quire_read_parameters(struct quire_reader *r, const quire_setting *settings, size_t n_setting)
{
    struct table t = {.r = r};
    if (!make_table(&t, r->root)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return;
    }
    check_names(&t);
    apply_settings(&t, settings, n_setting);
    evaluate_parameters(&t);
    expand_attributes(&t, r->root);
    report_unused(&t);
    if (!store_parameters(&t)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
}
