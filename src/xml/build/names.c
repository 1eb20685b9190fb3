/* Names: each one thing, and references to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"
#include "xml/build/look_alikes.h"
#include "xml/build/steps.h"
#include "xml/expand/library.h"
#include "xml/tree/instance.h"
#include "xml/tree/missing.h"

/* these share one set of names, because results are called after them: "s1.lead.time" */
static const char *const shared[] = {"roller", "driver",     "idler", "nip",
                                     "guide",  "channel",    "sheet", "sensor",
                                     "sleeve", "side-guide", "bin",   "bristles"};

static bool
is_shared(const char *element)
{
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        if (strcmp(shared[i], element) == 0) {
            return true;
        }
    }
    return false;
}

/* the set of names an element belongs to */
static const char *
name_space(const char *element)
{
    return is_shared(element) ? "" : element;
}

static int
compare_key(const struct quire_object *a, const char *space, const char *name)
{
    const int order = strcmp(name_space(a->kind->element), space);
    return order != 0 ? order : strcmp(a->name, name);
}

static int
compare_objects(const void *a, const void *b)
{
    const struct quire_object *x = *(struct quire_object *const *)a,
                              *y = *(struct quire_object *const *)b;
    int order = compare_key(x, name_space(y->kind->element), y->name);
    return order != 0 ? order : quire_place_compare(x->place, y->place);
}

static bool
collect(struct quire_reader *r, struct quire_pointers *named)
{
    for (size_t i = 0; i < r->object.n; i++) {
        struct quire_object *o = r->object.item[i];
        if (o->name != NULL && !quire_pointers_add(named, o)) {
            return quire_reader_note(r, quire_diag_memory_error(r->diag));
        }
    }
    if (named->n > 0) {
        qsort(named->item, named->n, sizeof(void *), compare_objects);
    }
    return true;
}

/* parameters and instances have been looked at already */
static bool
was_compared(const struct quire_reader *r, const struct quire_object *object)
{
    return strcmp(object->kind->element, "parameter") == 0 ||
           strcmp(object->kind->element, "instance") == 0 || quire_is_part_of_twin(r, object->name);
}

static void
report_duplicates(struct quire_reader *r, const struct quire_pointers *named)
{
    for (size_t i = 1; i < named->n; i++) {
        const struct quire_object *a = named->item[i - 1], *b = named->item[i];
        char label[300], line[200];
        if (!was_compared(r, b) && compare_key(a, name_space(b->kind->element), b->name) == 0) {
            quire_reader_note(
                r, quire_diag_error(r->diag, "E-DUPLICATE", b->place,
                                    quire_object_label(b, label, sizeof label), NULL,
                                    "the name is already used by a %s at %s", a->kind->element,
                                    quire_place_words(line, sizeof line, a->place, b->place)));
        }
    }
}

/* the first object of this element and name */
static const struct quire_object *
find(const struct quire_pointers *named, const char *element, const char *name)
{
    size_t low = 0, high = named->n;
    const char *space = name_space(element);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_key(named->item[middle], space, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < named->n && compare_key(named->item[low], space, name) == 0; low++) {
        const struct quire_object *o = named->item[low];
        if (strcmp(o->kind->element, element) == 0) {
            return o;
        }
    }
    return NULL;
}

/* runs over the words of "roller|nip" */
static bool
next_word(const char **list, char *word, size_t size)
{
    const size_t n = strcspn(*list, "|");
    if (n == 0 || n >= size) {
        return false;
    }
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n + ((*list)[n] == '|');
    return true;
}

/* "known: 'a', 'b' and 3 more" of what a reference may mean. Returns buf; NULL for none. */
static const char *
list_names(const struct quire_pointers *named, const struct quire_pending *p, char *buf,
           size_t size)
{
    enum { SHOWN = 5 };
    size_t n = 0, used = 0;

    for (size_t i = 0; i < named->n; i++) {
        const struct quire_object *o = named->item[i];
        const char *name = quire_name_inside(p->in, o->name);
        if (quire_choice_number(p->field->choices, o->kind->element) < 0 || n++ >= SHOWN) {
            continue;
        }
        used +=
            (size_t)snprintf(buf + used, size - used, "%s'%.40s'", n == 1 ? "known: " : ", ", name);
    }
    if (n > SHOWN) {
        snprintf(buf + used, size - used, " and %zu more", n - SHOWN);
    }
    return n > 0 ? buf : NULL;
}

static void
report_unresolved(struct quire_reader *r, const struct quire_pointers *named,
                  const struct quire_pending *p, const char *others)
{
    char label[300], hint[300], excerpt[QUIRE_EXCERPT_SIZE];
    const struct quire_place place = p->attribute != NULL ? p->attribute->place : p->object->place;
    struct quire_suggest s = quire_suggest_begin(p->text);
    const struct quire_object *other = NULL;
    for (size_t i = 0; i < named->n && !quire_diag_is_full(r->diag); i++) {
        const struct quire_object *o = named->item[i];
        if (quire_choice_number(p->field->choices, o->kind->element) >= 0) {
            quire_suggest_offer(&s, quire_name_inside(p->in, o->name));
        } else if (other == NULL && strcmp(o->name, p->text) == 0) {
            other = o;
        }
    }
    const char *text = quire_library_hint(p->field->choices, "name", p->text, hint, sizeof hint);
    text = text != NULL ? text : quire_suggest_hint(&s, hint, sizeof hint);
    if (text == NULL && other != NULL) {
        snprintf(hint, sizeof hint, "'%s' is a %s", other->name, other->kind->element);
        text = hint;
    }
    text = text != NULL ? text : list_names(named, p, hint, sizeof hint);
    quire_reader_note(r,
                      quire_diag_error(r->diag, "E-REFERENCE", place,
                                       quire_object_label(p->object, label, sizeof label), text,
                                       "%s = '%s': there is no %s of that name%s", p->field->name,
                                       quire_excerpt(excerpt, p->text), p->field->choices, others));
}

/* own parts of the instance first, then of those around it, then the model's */
static const struct quire_object *
find_scoped(const struct quire_pointers *named, const char *element, const struct quire_pending *p)
{
    const struct quire_object *found = NULL;
    char scoped[QUIRE_SCOPED_SIZE];
    for (const struct quire_instance *in = p->in; in != NULL && found == NULL; in = in->outer) {
        found = find(named, element, quire_scoped_name(scoped, in, p->text));
    }
    return found != NULL ? found : find(named, element, p->text);
}

/* the object that is meant becomes known, or the reference one of those that lead to nothing */
static void
resolve(struct quire_reader *r, const struct quire_pointers *named, struct quire_pending *p,
        struct quire_pointers *unresolved)
{
    const struct quire_object **target =
        (const struct quire_object **)(void *)((char *)p->object->params + p->field->offset);
    const char *list = p->field->choices;
    char element[64];
    while (*target == NULL && next_word(&list, element, sizeof element)) {
        *target = find_scoped(named, element, p);
    }
    if (*target != NULL) {
        return;
    }
    quire_pointers_add(&r->bad, p->object); /* a lost mark costs one needless message at most */
    if (p->attribute != NULL && p->attribute->bad) {
        return;
    }
    quire_reader_note(r, QUIRE_ERROR_INPUT);
    if (!quire_reader_explains(r, p->in, p->text) && !quire_pointers_add(unresolved, p)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    if (p->attribute != NULL) {
        p->attribute->bad = true;
    }
}

/* the first of each name speaks for all that look for it */
static void
report_all_unresolved(struct quire_reader *r, const struct quire_pointers *named,
                      const struct quire_pointers *unresolved)
{
    for (size_t i = 0; i < unresolved->n && !quire_diag_may_stop(r->diag, r->status); i++) {
        const struct quire_pending *p = unresolved->item[i];
        struct quire_pointers users = {0};
        char others[QUIRE_OTHERS_SIZE];
        if (!quire_reader_is_news(r, p->field->choices, p->text)) {
            continue;
        }
        for (size_t j = i; j < unresolved->n; j++) {
            const struct quire_pending *q = unresolved->item[j];
            if (q->attribute != NULL && strcmp(q->text, p->text) == 0 &&
                strcmp(q->field->choices, p->field->choices) == 0) {
                quire_pointers_add(&users, q->attribute); /* one that is lost is not counted */
            }
        }
        report_unresolved(r, named, p, quire_others_words(others, &users));
    }
}

void
quire_read_references(struct quire_reader *r)
{
    struct quire_pointers named = {0}, unresolved = {0};
    if (collect(r, &named)) {
        report_duplicates(r, &named);
        quire_warn_of_look_alikes(r, &named);
        for (size_t i = 0; i < r->pending.n; i++) {
            resolve(r, &named, r->pending.item[i], &unresolved);
        }
        report_all_unresolved(r, &named, &unresolved);
    }
    free(named.item);
    free(unresolved.item);
}
