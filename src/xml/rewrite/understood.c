#include "xml/rewrite/understood.h"

#include <assert.h>
#include <string.h>

#include "kind/value.h"
#include "xml/tree/instance.h"

/* it has been put in, with all that it holds */
static bool
is_put_in(const struct quire_object *object)
{
    static const char *const elements[] = {"include", "defaults", "parameters", "assembly",
                                           "instance"};
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        if (strcmp(object->kind->element, elements[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* behind element i and all inside it */
size_t
quire_understood_skip(const struct quire_understood *w, size_t i)
{
    const struct quire_object *object = w->built[i++].object;
    while (i < w->n && w->built[i].object->parent == object) {
        i = quire_understood_skip(w, i);
    }
    return i;
}

/* the next element, from i on, that stands in `parent` and is written; w->n if there is none */
size_t
quire_understood_child(const struct quire_understood *w, const struct quire_object *parent,
                       size_t i)
{
    while (i < w->n && w->built[i].object->parent == parent && is_put_in(w->built[i].object)) {
        i = quire_understood_skip(w, i);
    }
    return i < w->n && w->built[i].object->parent == parent ? i : w->n;
}

/* ---- where a value comes from ---- */

/* attributes stand in this order: own ones, the path of the instance, those taken over by like=,
 * those of classes */
enum quire_origin
quire_origin_of(const struct quire_node *node, size_t i)
{
    const size_t n = node->n_attribute;
    return i + node->n_default >= n                                   ? QUIRE_ORIGIN_CLASS
           : i + node->n_default + node->n_like >= n                  ? QUIRE_ORIGIN_LIKE
           : quire_scope_of(node->in, node->attribute[i]) != node->in ? QUIRE_ORIGIN_INSTANCE
                                                                      : QUIRE_ORIGIN_OWN;
}

/* what only the way to the values needs */
bool
quire_understood_is_spent(const char *attribute)
{
    return strcmp(attribute, "like") == 0 || strcmp(attribute, "class") == 0;
}

const struct quire_shown *
quire_understood_shown(const struct quire_understood_element *e, const char *attribute)
{
    const struct quire_field *f = quire_field_find(e->field, attribute);

    return f != NULL ? &e->shown[f - e->field] : NULL;
}

static bool
is_given(const struct quire_understood_element *e, const struct quire_field *f)
{
    return quire_node_get(e->node, f->name) != NULL;
}

/* what holds where nothing is said; NULL: nothing does */
const char *
quire_understood_assumption(const struct quire_field *f)
{
    return f->fallback != QUIRE_REQUIRED && f->fallback[0] != '\0' ? f->fallback : NULL;
}

/* the next field, from *f on, that has a default, and that is not written; NULL at the end */
const struct quire_field *
quire_understood_next_assumed(const struct quire_understood_element *e, const struct quire_field *f)
{
    while (f != NULL && f->name != NULL &&
           (quire_understood_assumption(f) == NULL || is_given(e, f) ||
            e->shown[f - e->field].text != NULL)) {
        f++;
    }
    return f != NULL && f->name != NULL ? f : NULL;
}

/* the next field, from *f on, that is written although its element says nothing of it; NULL at the
 * end */
const struct quire_field *
quire_understood_next_added(const struct quire_understood_element *e, const struct quire_field *f)
{
    while (f != NULL && f->name != NULL &&
           (is_given(e, f) || e->shown[f - e->field].text == NULL)) {
        f++;
    }
    return f != NULL && f->name != NULL ? f : NULL;
}

bool
quire_understood_is_set(const struct quire_understood *w, const char *name)
{
    for (size_t i = 0; i < w->n_setting; i++) {
        if (strcmp(w->settings[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* where the value of a parameter stands, which may be in a <set>; *i goes on over what is built, in
 * the order of the parameters */
struct quire_place
quire_understood_place(const struct quire_understood *w, const struct quire_parameter *p, size_t *i)
{
    for (; *i < w->n; ++*i) {
        const struct quire_node *node = w->built[*i].node;
        const char *name =
            strcmp(node->element, "parameter") == 0 ? quire_node_get(node, "name") : NULL;
        if (name != NULL && strcmp(name, p->name) == 0) {
            const struct quire_attribute *value =
                quire_attribute_find(node->attribute, node->n_attribute, "value");
            return node->value_is_outer && value != NULL ? value->place : node->place;
        }
    }
    return p->place;
}

/* ---- where parts of instances stand ---- */

static void
write_value(struct quire_text *out, const struct quire_object *object, const void *params,
            const struct quire_field *f)
{
    if (f->type == QUIRE_FIELD_REFERENCE) {
        const struct quire_object *to =
            *(const struct quire_object *const *)(const void *)((const char *)params + f->offset);
        quire_text_add(out, to != NULL ? to->name : "");
    } else {
        quire_value_write(out, params, f, object->kind->fields);
    }
}

/* the value that `written` (NULL: nothing) would stand for, as write_value() gives it */
static void
write_unplaced(struct quire_text *out, const struct quire_object *object,
               const struct quire_field *f, const char *written, struct quire_arena *arena)
{
    void *params = quire_arena_get(arena, 1, object->kind->size);
    const struct quire_site nowhere = {0};
    if (f->type == QUIRE_FIELD_REFERENCE) {
        quire_text_add(out, written != NULL ? written : "");
        return;
    }
    if (params == NULL) {
        out->failed = true;
        return;
    }
    memcpy(params, object->params, object->kind->size); /* units may hang on other fields */
    quire_value_clear(params, f);
    if (written != NULL) {
        quire_value_read(params, f, object->kind->fields, written, arena, &nowhere);
    }
    write_value(out, object, params, f);
}

static bool
may_be_moved(const struct quire_field *f)
{
    switch (f->role) {
    case QUIRE_STAYS:
    case QUIRE_UNTURNED:
    case QUIRE_UNMIRRORED: return f->type == QUIRE_FIELD_REFERENCE;
    default: return true;
    }
}

static bool
is_sound(const struct quire_object *object)
{
    bool sound = object->kind->check == NULL || object->kind->check(object, NULL) == QUIRE_OK;
    for (size_t i = 0; i < object->n_child && sound; i++) {
        sound = is_sound(object->child[i]);
    }
    return sound;
}

/* what must not be given here has no meaning here, such as the side of a path for a roller that is
 * placed by its centre */
static bool
may_be_given(struct quire_object *object, const struct quire_field *f)
{
    const uint64_t present = object->present;
    object->present |= UINT64_C(1) << (f - object->kind->fields);
    const bool may = is_sound(object);
    object->present = present;
    return may;
}

static void
show_placed(const struct quire_understood *w, struct quire_understood_element *e,
            const struct quire_field *f)
{
    struct quire_shown *shown = &e->shown[f - e->field];
    struct quire_text text = {0}, unplaced = {0};
    const char *written =
        is_given(e, f) ? quire_node_get(e->node, f->name) : quire_understood_assumption(f);
    write_value(&text, e->object, e->object->params, f);
    write_unplaced(&unplaced, e->object, f, written, w->model->arena);
    const bool moved = text.size != unplaced.size ||
                       (text.size > 0 && memcmp(text.data, unplaced.data, text.size) != 0);
    if (moved && (is_given(e, f) || may_be_given(e->object, f))) {
        *shown = (struct quire_shown){
            text.size > 0 ? quire_arena_copy(w->model->arena, text.data) : NULL, true};
        w->out->failed = w->out->failed || (text.size > 0 && shown->text == NULL);
    }
    w->out->failed = w->out->failed || text.failed || unplaced.failed;
    quire_text_clear(&text);
    quire_text_clear(&unplaced);
}

struct quire_understood_element
quire_understood_look(const struct quire_understood *w, size_t i)
{
    struct quire_understood_element e = {.object = w->built[i].object,
                                         .node = w->built[i].node,
                                         .field = w->built[i].object->kind->fields};
    for (const struct quire_field *f = e.field; f != NULL && f->name != NULL; f++) {
        assert(f - e.field < QUIRE_MOST_FIELDS);
        e.shown[f - e.field].text = quire_node_get(e.node, f->name);
        if (e.node->in != NULL && may_be_moved(f)) {
            show_placed(w, &e, f);
        }
    }
    return e;
}

/* the text of attribute i as it is written; NULL: it is not */
const char *
quire_understood_text(const struct quire_understood_element *e, size_t i)
{
    const struct quire_attribute *a = e->node->attribute[i];
    const struct quire_shown *shown = quire_understood_shown(e, a->name);
    return quire_understood_is_spent(a->name) ? NULL : shown != NULL ? shown->text : a->text;
}

/* how a value that is not as written came about */
const char *
quire_understood_manner(const struct quire_field *f)
{
    return f->type == QUIRE_FIELD_REFERENCE || f->role == QUIRE_FORMULA ? "renamed" : "placed";
}

bool
quire_understood_is_placed(const struct quire_understood_element *e, const char *attribute)
{
    const struct quire_shown *shown = quire_understood_shown(e, attribute);
    return shown != NULL && shown->placed;
}

void
quire_understood_indent(struct quire_text *out, int depth)
{
    for (int i = 0; i < depth; i++) {
        quire_text_add(out, "  ");
    }
}
