/* Parameters: <parameters>, new values from outside, and {braces} in attributes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/formula.h"
#include "model/parameter.h"
#include "text/number.h"
#include "text/suggest.h"
#include "text/text.h"
#include "xml/expand/parameter_table.h"
#include "xml/expand/steps.h"
#include "xml/text/limits.h"
#include "xml/tree/missing.h"

#define REASON_SIZE 300

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

/* ---- names that cannot be used ---- */

/* the next name inside braces at or after *at; NULL at the end */
static const char *
next_name(const char **at, size_t *n)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_",
                      later[] = "0123456789";
    for (const char *p = *at; *p != '\0';) {
        const size_t length = strspn(p, letters);
        if (length > 0) {
            *n = length + strspn(p + length, letters) + strspn(p + length, later);
            while (p[*n] != '\0' &&
                   (strchr(letters, p[*n]) != NULL || strchr(later, p[*n]) != NULL)) {
                ++*n;
            }
            *at = p + *n;
            return p;
        }
        const size_t number = strspn(p, "0123456789."),
                     blanks = number > 0 ? strspn(p + number, " ") : 0;
        /* behind a number stands a unit */
        p += number > 0 ? number + blanks + strspn(p + number + blanks, letters) : 1;
    }
    *at += strlen(*at);
    return NULL;
}

/* the parameters that are looked for a way from one to another */
struct way {
    size_t *before, *queue; /* (n) */
    size_t n_queue;
};

static bool
find_way(struct quire_parameter_table *t, struct way *w, size_t from, size_t to)
{
    w->before[from] = from;
    w->queue[w->n_queue++] = from;
    for (size_t i = 0; i < w->n_queue; i++) {
        const struct quire_read_parameter *p = &t->p[w->queue[i]];
        const char *name, *at = p->raw != NULL ? strchr(p->raw, '{') : NULL;
        for (size_t n; at != NULL && (name = next_name(&at, &n)) != NULL;) {
            const struct quire_read_parameter *q = quire_parameter_seen(t, name, n);
            const size_t k = q != NULL ? (size_t)(q - t->p) : t->n;
            if (k == t->n || w->before[k] != t->n) {
                continue;
            }
            w->before[k] = w->queue[i];
            w->queue[w->n_queue++] = k;
            if (k == to) {
                return true;
            }
        }
    }
    return false;
}

/* "leads round: a uses b uses a", if the parameter that is worked out now asks for p, which in turn
 * needs it */
static bool
write_round(struct quire_parameter_table *t, const struct quire_read_parameter *p, char *why)
{
    const size_t from = (size_t)(p - t->p), to = t->n_known;
    struct way w = {quire_arena_get(t->r->arena, t->n, sizeof *w.before),
                    quire_arena_get(t->r->arena, t->n, sizeof *w.queue), 0};
    for (size_t i = 0; w.before != NULL && i < t->n; i++) {
        w.before[i] = t->n;
    }
    if (w.before == NULL || w.queue == NULL || to >= t->n || !find_way(t, &w, from, to)) {
        return false;
    }
    size_t n = 0, used;
    /* backwards: the queue is not needed any more */
    for (size_t k = to; k != from; k = w.before[k]) {
        w.queue[n++] = k;
    }
    used = (size_t)quire_number_format(why, REASON_SIZE, "leads round: %.60s uses %.60s",
                                       t->p[to].name, p->name);
    t->p[from].round = true;
    while (n-- > 0) {
        t->p[w.queue[n]].round = true;
        used += used + 80 < REASON_SIZE
                    ? (size_t)quire_number_format(why + used, REASON_SIZE - used, " uses %.60s",
                                                  t->p[w.queue[n]].name)
                    : 0;
    }
    return true;
}

/* how often attributes name it inside of braces */
static void
collect_users(struct quire_pointers *users, const struct quire_node *node, const char *name,
              size_t length)
{
    for (size_t i = 0; i < node->n_attribute; i++) {
        struct quire_attribute *a = node->attribute[i];
        const char *word, *at = strchr(a->text, '{');
        bool found = false;
        for (size_t n; at != NULL && !found && (word = next_name(&at, &n)) != NULL;) {
            found = n == length && strncmp(word, name, n) == 0;
        }
        if (found) {
            quire_pointers_add(users, a); /* one that is lost is not counted */
        }
    }
    for (size_t i = 0; i < node->n_child; i++) {
        collect_users(users, node->child[i], name, length);
    }
}

/* said once for all that ask for it, and not at all where a file is missing that may hold it */
static void
lack_parameter(struct quire_parameter_table *t, const char *name, size_t length, char *why)
{
    char word[64], hint[100], others[QUIRE_OTHERS_SIZE];
    struct quire_pointers users = {0};
    quire_number_format(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), name);
    why[0] = '\0';
    if (t->r->incomplete || !quire_reader_is_news(t->r, "parameter", word)) {
        return;
    }
    struct quire_suggest s = quire_suggest_begin(word);
    for (size_t i = 0; i < t->n && !quire_diag_is_full(t->r->diag); i++) {
        quire_suggest_offer(&s, quire_name_inside(t->in, t->p[i].name));
    }
    const char *text = quire_suggest_hint(&s, hint, sizeof hint);
    t->lacks = true;
    collect_users(&users, t->r->root, name, length);
    reason(why, "there is no parameter '%s'%s%s%s", word, quire_others_words(others, &users),
           text != NULL ? "; " : "", text != NULL ? text : "");
}

/* the value of a parameter by name; marks it as used */
static const char *
get_value(struct quire_parameter_table *t, const char *name, size_t length, char *why)
{
    struct quire_read_parameter *p = quire_parameter_seen(t, name, length);
    const int shown = length < 60 ? (int)length : 60;
    if (p == NULL) {
        lack_parameter(t, name, length, why);
        return NULL;
    }
    p->used = true;
    if ((size_t)(p - t->p) == t->n_known) {
        reason(why, "parameter '%.*s' is used in its own definition", shown, name);
        return NULL;
    }
    if ((size_t)(p - t->p) > t->n_known && t->p[t->n_known].round) {
        why[0] = '\0';
        return NULL;
    }
    if ((size_t)(p - t->p) > t->n_known && write_round(t, p, why)) {
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
evaluate(struct quire_parameter_table *t, const char *inside, size_t n, struct quire_text *out,
         char *why)
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
    if (quire_parameter_is_identifier(text) &&
        (strcmp(text, "pi") != 0 || quire_parameter_seen(t, text, n) != NULL)) {
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
expand(struct quire_parameter_table *t, const char *text, struct quire_text *out, char *why)
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
expand_text(struct quire_parameter_table *t, const char *text, struct quire_place place,
            const char *object, const char *name)
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
as_seen(const struct quire_read_parameter *p)
{
    return (struct quire_parameter){.name = p->name,
                                    .value = p->value,
                                    .minimum = p->minimum,
                                    .maximum = p->maximum,
                                    .choices = p->choices,
                                    .tolerance = p->tolerance,
                                    .step = p->step,
                                    .doc = quire_node_get(p->node, "doc"),
                                    .place = p->node->place};
}

/* an attribute beside the value, with its braces replaced; NULL if it is not there or has failed */
static const char *
evaluate_limit(struct quire_parameter_table *t, struct quire_read_parameter *p, const char *name)
{
    char label[200];
    struct quire_attribute *a =
        quire_attribute_find(p->node->attribute, p->node->n_attribute, name);
    if (a != NULL && strpbrk(a->text, "{}") != NULL) {
        const char *text =
            expand_text(t, a->text, a->place, quire_node_label(p->node, label, sizeof label), name);
        a->bad = text == NULL;
        a->text = text != NULL ? text : a->text;
    }
    return a != NULL && !a->bad ? a->text : NULL;
}

/* `at` is the attribute whose fault it is */
static void
report_limit(struct quire_parameter_table *t, const struct quire_read_parameter *p,
             const struct quire_attribute *at, const char *code, const char *what, const char *why)
{
    char label[200];
    quire_reader_note(t->r,
                      quire_diag_error(t->r->diag, code, at != NULL ? at->place : p->node->place,
                                       quire_node_label(p->node, label, sizeof label), NULL, "%s%s",
                                       what, why));
}

static void
check_limits(struct quire_parameter_table *t, struct quire_read_parameter *p)
{
    const struct quire_parameter seen = as_seen(p);
    const char *at;
    char why[QUIRE_PARAMETER_WHY];
    struct quire_attribute *const *list = p->node->attribute;
    if (!quire_parameter_limits_are_good(&seen, &at, why)) {
        report_limit(t, p, quire_attribute_find(list, p->node->n_attribute, at), "E-RANGE", "",
                     why);
        p->minimum = p->maximum = p->choices = p->tolerance = p->step = NULL;
    } else if (p->value != NULL && !quire_parameter_allows(&seen, p->value, &at, why)) {
        report_limit(t, p,
                     p->set ? quire_attribute_find(list, p->node->n_attribute, at) : p->attribute,
                     "E-RANGE", p->set ? "the value set, " : "value = ", why);
        p->value = NULL; /* whoever uses it has no problem of its own */
    }
}

/* Whether a value of this dimension cannot stand where the model has one of that: a plain number,
 * or a length, for a force. The units of coefficients follow from exponents, which may be set, too:
 * N/m^1.5 and N/m^2 may both be meant. */
static bool
is_other_sort(struct quire_dimension set, struct quire_dimension own)
{
    const bool coefficients = set.kg >= 1 && own.kg >= 1 && set.m <= 0 && own.m <= 0;
    return !quire_dimension_fits(set, own) && !coefficients;
}

/* what is wrong with a value that is set, where the model has the quantity `own`; false if nothing
 * is */
static bool
misfits(const struct quire_read_parameter *p, const char *own, char *why, char *hint)
{
    struct quire_quantity is, wanted;
    char error[REASON_SIZE], excerpt[QUIRE_EXCERPT_SIZE], dimension[QUIRE_DIMENSION_SIZE];
    hint[0] = '\0';
    if (!quire_quantity_read(&wanted, own, error, sizeof error)) {
        return false; /* a word */
    }
    if (!quire_quantity_read(&is, p->value, error, sizeof error)) {
        reason(why, "%.140s", error);
        return true;
    }
    const char *name = quire_dimension_name(is.dimension);
    reason(why, "'%s' is %s", quire_excerpt(excerpt, p->value),
           name != NULL ? name : quire_dimension_write(dimension, is.dimension));
    if (*quire_parameter_unit(p->value) == '\0') {
        const char *unit = quire_parameter_unit(own);
        char one[80];
        struct quire_quantity scale;
        snprintf(one, sizeof one, "1 %.60s", unit);
        const bool other =
            quire_quantity_read(&scale, one, error, sizeof error) && scale.value != 1;
        reason(hint, "write %.60s='%s %.60s'%s%s%s%s%s", p->name, excerpt, unit,
               other ? " or '" : "", other ? excerpt : "", other ? " " : "",
               other ? quire_dimension_write(dimension, wanted.dimension) : "", other ? "'" : "");
    }
    return is_other_sort(is.dimension, wanted.dimension);
}

/* the message names the place that sets the value, not those that use it */
static void
check_setting(struct quire_parameter_table *t, struct quire_read_parameter *p)
{
    struct quire_text own = {0};
    char why[REASON_SIZE], hint[REASON_SIZE], object[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (p->set && p->value != NULL && p->attribute != NULL &&
        expand(t, p->attribute->text, &own, why) && own.data != NULL &&
        misfits(p, own.data, why, hint)) {
        quire_number_format(object, sizeof object, "setting %.60s=%s", p->name,
                            quire_excerpt(excerpt, p->value));
        quire_reader_note(
            t->r, quire_diag_error(
                      t->r->diag, "E-UNIT", quire_nowhere(), object, hint[0] != '\0' ? hint : NULL,
                      "%s; parameter '%.60s' is '%s' in line %d", why, p->name,
                      quire_excerpt(excerpt, p->attribute->text), p->node->place.line));
        p->value = NULL; /* whoever uses it has no problem of its own */
    }
    quire_text_clear(&own);
}

static void
evaluate_parameters(struct quire_parameter_table *t)
{
    for (size_t i = 0; i < t->n && !quire_reader_is_finished(t->r); i++) {
        struct quire_read_parameter *p = &t->p[i];
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
        check_setting(t, p);
        if (p->attribute != NULL) {
            /* it is seen again, as <set> */
            p->attribute->bad = p->attribute->bad || (p->value == NULL && p->node->value_is_outer);
            p->attribute->text = p->value != NULL ? p->value : p->attribute->text;
        }
        t->in = p->node->in;
        p->minimum = evaluate_limit(t, p, "minimum");
        p->maximum = evaluate_limit(t, p, "maximum");
        p->choices = evaluate_limit(t, p, "choices");
        p->tolerance = evaluate_limit(t, p, "tolerance");
        p->step = evaluate_limit(t, p, "step");
        check_limits(t, p);
    }
    t->n_known = t->n;
}

static void
expand_attributes(struct quire_parameter_table *t, struct quire_node *node)
{
    char label[200];
    for (size_t i = 0;
         i < node->n_attribute && !quire_is_parameter(node) && !quire_reader_is_finished(t->r);
         i++) {
        struct quire_attribute *a = node->attribute[i];
        const bool content =
            strcmp(a->name, "content") == 0 && strcmp(node->element, "attached") == 0;
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
    const struct quire_read_parameter *p = user;
    return quire_place_compare(p[*(const size_t *)a].node->place,
                               p[*(const size_t *)b].node->place);
}

static void
report_unused_one(const struct quire_parameter_table *t, const struct quire_read_parameter *p)
{
    char label[200], excerpt[2][QUIRE_EXCERPT_SIZE];
    const struct quire_instance *in = p->node->in;
    quire_node_label(p->node, label, sizeof label);
    if (in != NULL) {
        quire_number_format(label, sizeof label, "parameter '%s' of assembly '%s'",
                            quire_excerpt(excerpt[0], quire_parameter_own_part(p)),
                            quire_excerpt(excerpt[1], quire_node_get(in->definition, "name")));
    }
    quire_diag_warning(t->r->diag, "W-UNUSED", p->node->place, label, NULL,
                       "nothing uses this parameter");
}

/* a parameter of an assembly is one of each instance, of which any may use it: all were written at
 * one place */
static void
report_unused(const struct quire_parameter_table *t)
{
    size_t *by_origin = t->by_name; /* names are not looked up any more */
    qsort_r(by_origin, t->n, sizeof *by_origin, compare_origins, t->p);
    for (size_t i = 0, end; i < t->n; i = end) {
        const struct quire_read_parameter *first = &t->p[by_origin[i]];
        bool used = false;
        for (end = i; end < t->n && compare_origins(&by_origin[i], &by_origin[end], t->p) == 0;
             end++) {
            used = used || t->p[by_origin[end]].used;
        }
        if (!used && !quire_reader_is_shared(t->r, first->node->place)) {
            report_unused_one(t, first);
        }
    }
}

static bool
store_parameters(const struct quire_parameter_table *t)
{
    struct quire_model *model = t->r->model;
    model->parameter = quire_arena_get(t->r->arena, t->n, sizeof *model->parameter);
    if (model->parameter == NULL) {
        return false;
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct quire_read_parameter *p = &t->p[i];
        struct quire_parameter *out = &model->parameter[model->n_parameter++];
        *out = as_seen(p);
        out->value = p->value != NULL ? quire_arena_copy(t->r->arena, p->value) : "";
        out->included = p->node->in == NULL && p->node->place.file != model->file;
        out->given = p->set ? quire_arena_copy(t->r->arena, p->raw) : NULL;
        if (out->value == NULL || (p->set && out->given == NULL)) {
            return false;
        }
    }
    return true;
}

void
quire_read_parameters(struct quire_reader *r)
{
    struct quire_parameter_table t = {.r = r};
    if (!quire_parameter_table_make(&t, r->root)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return;
    }
    quire_parameter_table_check_names(&t);
    quire_parameter_table_set(&t, r->settings, r->n_setting);
    evaluate_parameters(&t);
    expand_attributes(&t, r->root);
    if (!t.lacks && !r->incomplete) {
        report_unused(&t);
    }
    if (!store_parameters(&t)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
}
