/* `quire check --resolved`: the model as it is understood, with the origin of every value. It is
 * written once all is known, as parts of instances stand where their objects say and not where
 * their text does. */
#include "xml/rewrite/resolve.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kind/value.h"
#include "model/params.h"
#include "xml/expand/instances.h"
#include "xml/text/write.h"

#define MOST_FIELDS 64 /* as quire_object's `present` has bits */

struct writer {
    const struct quire_built *built; /* (n) */
    size_t n;
    quire_model *model;
    const quire_setting *settings; /* (n_setting): to tell parameters that are set */
    size_t n_setting;
    struct quire_text *out;
};

/* what is written of a field; text NULL: nothing */
struct shown {
    const char *text;
    bool placed; /* its element says something else, or nothing */
};

struct element {
    struct quire_object *object;
    const struct quire_node *node;
    const struct quire_field *field; /* of its kind */
    struct shown shown[MOST_FIELDS];
};

/* ---- what was built ---- */

bool
quire_resolved_note(struct quire_resolved *self, struct quire_object *object,
                    const struct quire_node *node)
{
    if (self == NULL) {
        return true;
    }
    if (self->n == self->capacity) {
        const size_t capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
        struct quire_built *more = realloc(self->built, capacity * sizeof *more);
        if (more == NULL) {
            return false;
        }
        self->built = more;
        self->capacity = capacity;
    }
    self->built[self->n++] = (struct quire_built){object, node};
    return true;
}

void
quire_resolved_clear(struct quire_resolved *self)
{
    free(self->built);
    *self = (struct quire_resolved){0};
}

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
static size_t
skip(const struct writer *w, size_t i)
{
    const struct quire_object *object = w->built[i++].object;
    while (i < w->n && w->built[i].object->parent == object) {
        i = skip(w, i);
    }
    return i;
}

/* the next element, from i on, that stands in `parent` and is written; w->n if there is none */
static size_t
next_child(const struct writer *w, const struct quire_object *parent, size_t i)
{
    while (i < w->n && w->built[i].object->parent == parent && is_put_in(w->built[i].object)) {
        i = skip(w, i);
    }
    return i < w->n && w->built[i].object->parent == parent ? i : w->n;
}

/* ---- where a value comes from ---- */

enum origin { OWN, INSTANCE, LIKE, CLASS };

/* attributes stand in this order: own ones, the path of the instance, those taken over by like=,
 * those of classes */
static enum origin
origin_of(const struct quire_node *node, size_t i)
{
    const size_t n = node->n_attribute;
    return i + node->n_default >= n                                   ? CLASS
           : i + node->n_default + node->n_like >= n                  ? LIKE
           : quire_scope_of(node->in, node->attribute[i]) != node->in ? INSTANCE
                                                                      : OWN;
}

/* what only the way to the values needs */
static bool
is_spent(const char *attribute)
{
    return strcmp(attribute, "like") == 0 || strcmp(attribute, "class") == 0;
}

static const struct shown *
shown_of(const struct element *e, const char *attribute)
{
    const struct quire_field *f = quire_field_find(e->field, attribute);

    return f != NULL ? &e->shown[f - e->field] : NULL;
}

static bool
is_given(const struct element *e, const struct quire_field *f)
{
    return quire_node_get(e->node, f->name) != NULL;
}

/* what holds where nothing is said; NULL: nothing does */
static const char *
assumption(const struct quire_field *f)
{
    return f->fallback != QUIRE_REQUIRED && f->fallback[0] != '\0' ? f->fallback : NULL;
}

/* the next field, from *f on, that has a default, and that is not written; NULL at the end */
static const struct quire_field *
next_assumed(const struct element *e, const struct quire_field *f)
{
    while (f != NULL && f->name != NULL &&
           (assumption(f) == NULL || is_given(e, f) || e->shown[f - e->field].text != NULL)) {
        f++;
    }
    return f != NULL && f->name != NULL ? f : NULL;
}

/* the next field, from *f on, that is written although its element says nothing of it; NULL at the
 * end */
static const struct quire_field *
next_added(const struct element *e, const struct quire_field *f)
{
    while (f != NULL && f->name != NULL &&
           (is_given(e, f) || e->shown[f - e->field].text == NULL)) {
        f++;
    }
    return f != NULL && f->name != NULL ? f : NULL;
}

static bool
is_set(const struct writer *w, const char *name)
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
static struct quire_place
place_of_value(const struct writer *w, const struct quire_parameter *p, size_t *i)
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
show_placed(const struct writer *w, struct element *e, const struct quire_field *f)
{
    struct shown *shown = &e->shown[f - e->field];
    struct quire_text text = {0}, unplaced = {0};
    const char *written = is_given(e, f) ? quire_node_get(e->node, f->name) : assumption(f);
    write_value(&text, e->object, e->object->params, f);
    write_unplaced(&unplaced, e->object, f, written, w->model->arena);
    const bool moved = text.size != unplaced.size ||
                       (text.size > 0 && memcmp(text.data, unplaced.data, text.size) != 0);
    if (moved && (is_given(e, f) || may_be_given(e->object, f))) {
        *shown = (struct shown){text.size > 0 ? quire_arena_copy(w->model->arena, text.data) : NULL,
                                true};
        w->out->failed = w->out->failed || (text.size > 0 && shown->text == NULL);
    }
    w->out->failed = w->out->failed || text.failed || unplaced.failed;
    quire_text_clear(&text);
    quire_text_clear(&unplaced);
}

static struct element
look_at(const struct writer *w, size_t i)
{
    struct element e = {.object = w->built[i].object,
                        .node = w->built[i].node,
                        .field = w->built[i].object->kind->fields};
    for (const struct quire_field *f = e.field; f != NULL && f->name != NULL; f++) {
        assert(f - e.field < MOST_FIELDS);
        e.shown[f - e.field].text = quire_node_get(e.node, f->name);
        if (e.node->in != NULL && may_be_moved(f)) {
            show_placed(w, &e, f);
        }
    }
    return e;
}

/* the text of attribute i as it is written; NULL: it is not */
static const char *
text_of(const struct element *e, size_t i)
{
    const struct quire_attribute *a = e->node->attribute[i];
    const struct shown *shown = shown_of(e, a->name);
    return is_spent(a->name) ? NULL : shown != NULL ? shown->text : a->text;
}

/* how a value that is not as written came about */
static const char *
manner(const struct quire_field *f)
{
    return f->type == QUIRE_FIELD_REFERENCE || f->role == QUIRE_FORMULA ? "renamed" : "placed";
}

static bool
is_placed(const struct element *e, const char *attribute)
{
    const struct shown *shown = shown_of(e, attribute);
    return shown != NULL && shown->placed;
}

/* ---- as a model ---- */

static void
indent(struct quire_text *out, int depth)
{
    for (int i = 0; i < depth; i++) {
        quire_text_add(out, "  ");
    }
}

static void
add_remark(struct quire_text *out, int depth, struct quire_text *remark)
{
    indent(out, depth);
    quire_text_add(out, "<!-- ");
    quire_write_remark(out, remark->data != NULL ? remark->data : "");
    quire_text_add(out, " -->\n");
    quire_text_clear_part(remark, out);
}

static void
describe_origin(struct quire_text *remark, const struct element *e, size_t i)
{
    const struct quire_attribute *a = e->node->attribute[i];
    const enum origin origin = origin_of(e->node, i);
    const bool placed = is_placed(e, a->name);
    if (is_spent(a->name) || (origin == OWN && a->raw == NULL && !placed)) {
        return;
    }
    quire_text_format(remark, "; %s:", a->name);
    if (a->raw != NULL || placed) {
        quire_text_format(remark, " \"%s\"", a->raw != NULL ? a->raw : a->text);
    }
    if (origin == LIKE) {
        quire_text_format(remark, " by like, %s:%d", a->place.file, a->place.line);
    } else if (origin == CLASS) {
        quire_text_format(remark, " %s%s, %s:%d",
                          a->class_name[0] != '\0' ? "class " : "defaults for all", a->class_name,
                          a->place.file, a->place.line);
    } else if (origin == INSTANCE) {
        quire_text_format(remark, " of the instance, %s:%d", a->place.file, a->place.line);
    }
    if (placed) {
        quire_text_format(remark, " %s", manner(&e->field[shown_of(e, a->name) - e->shown]));
    }
}

static void
write_origins(const struct writer *w, const struct element *e, int depth)
{
    const struct quire_node *node = e->node;
    struct quire_text remark = {0};
    quire_text_format(&remark, "%s:%d", node->place.file, node->place.line);
    if (node->in != NULL) {
        const struct quire_node *in = node->in->node;
        quire_text_format(&remark, "; in instance %s, %s:%d", quire_node_get(in, "name"),
                          in->place.file, in->place.line);
    }
    for (size_t i = 0; i < node->n_attribute; i++) {
        describe_origin(&remark, e, i);
    }
    for (const struct quire_field *f = e->field; (f = next_added(e, f)) != NULL; f++) {
        quire_text_format(&remark, "; %s:", f->name);
        if (assumption(f) != NULL) {
            quire_text_format(&remark, " \"%s\" assumed,", assumption(f));
        }
        quire_text_format(&remark, " %s", manner(f));
    }
    const char *before = "; assumed:";
    for (const struct quire_field *f = e->field; (f = next_assumed(e, f)) != NULL; f++) {
        quire_text_format(&remark, "%s %s=\"%s\"", before, f->name, f->fallback);
        before = "";
    }
    add_remark(w->out, depth, &remark);
}

static void
write_attribute(struct quire_text *out, const char *name, const char *text)
{
    quire_text_format(out, " %s=\"", name);
    quire_write_value(out, text);
    quire_text_add_char(out, '"');
}

static void
write_attributes(struct quire_text *out, const struct element *e)
{
    for (size_t i = 0; i < e->node->n_attribute; i++) {
        if (text_of(e, i) != NULL) {
            write_attribute(out, e->node->attribute[i]->name, text_of(e, i));
        }
    }
    for (const struct quire_field *f = e->field; (f = next_added(e, f)) != NULL; f++) {
        write_attribute(out, f->name, e->shown[f - e->field].text);
    }
}

static bool
has_attached(const quire_model *model, const char *path)
{
    const struct quire_object *object;
    for (size_t i = 0; (object = quire_object_next(model->root, "attached", &i)) != NULL;) {
        const struct quire_attached_params *attached = object->params;
        if (attached->file != NULL && strcmp(attached->file, path) == 0) {
            return true;
        }
    }
    return false;
}

/* the drawings that it reads: it then needs no other file. Returns whether there are any; `out` may
 * be NULL */
static bool
write_attached(struct quire_text *out, const quire_model *model)
{
    bool any = false;
    for (size_t i = 0; i < model->n_source; i++) {
        const struct quire_source *s = model->source[i];
        if (s->attached && !has_attached(model, s->path)) {
            any = true;
            if (out != NULL) {
                quire_text_add(out, "  <attached");
                write_attribute(out, "file", s->path);
                write_attribute(out, "content", s->text);
                quire_text_add(out, "/>\n");
            }
        }
    }
    return any;
}

/* element i and all inside it; recursion is bounded by the depth of the file and of likes */
static void
write_element(const struct writer *w, size_t i, int depth)
{
    const struct element e = look_at(w, i);
    size_t child = next_child(w, e.object, i + 1);
    write_origins(w, &e, depth);
    indent(w->out, depth);
    quire_text_format(w->out, "<%s", e.node->element);
    write_attributes(w->out, &e);
    if (child == w->n && (depth > 0 || !write_attached(NULL, w->model))) {
        quire_text_add(w->out, "/>\n");
        return;
    }
    quire_text_add(w->out, ">\n");
    for (; child < w->n; child = next_child(w, e.object, skip(w, child))) {
        write_element(w, child, depth + 1);
    }
    if (depth == 0) {
        write_attached(w->out, w->model);
    }
    indent(w->out, depth);
    quire_text_format(w->out, "</%s>\n", e.node->element);
}

static void
write_model(const struct writer *w)
{
    const quire_model *model = w->model;
    struct quire_text remark = {0};
    size_t at = 0;
    quire_text_add(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    quire_text_format(&remark, "%s as it is understood", model->file);
    for (size_t i = 0; i < model->n_parameter; i++) {
        const struct quire_parameter *p = &model->parameter[i];
        const struct quire_place place = place_of_value(w, p, &at);
        quire_text_format(&remark, "%s %s = %s (", i == 0 ? "; parameters:" : ",", p->name,
                          p->value);
        if (is_set(w, p->name)) {
            quire_text_add(&remark, "set)");
        } else {
            quire_text_format(&remark, "%s:%d)", place.file, place.line);
        }
    }
    add_remark(w->out, 0, &remark);
    write_element(w, 0, 0);
}

/* ---- as JSON ---- */

static void
json_member(struct quire_text *out, const char *before, const char *key, const char *value)
{
    quire_text_format(out, "%s\"%s\": ", before, key);
    quire_text_json_string(out, value);
}

static void
json_place(struct quire_text *out, struct quire_place place)
{
    json_member(out, ", ", "file", place.file);
    quire_text_format(out, ", \"line\": %d", place.line);
}

static void
json_attribute(struct quire_text *out, const struct element *e, size_t i)
{
    static const char *const words[] = {"own", "instance", "like", "class"};
    const struct quire_attribute *a = e->node->attribute[i];
    const enum origin origin = origin_of(e->node, i);
    const bool placed = is_placed(e, a->name);
    json_member(out, "{", "name", a->name);
    json_member(out, ", ", "value", text_of(e, i));
    json_member(out, ", ", "from", words[origin]);
    if (origin == CLASS) {
        json_member(out, ", ", "class", a->class_name);
    }
    if (a->raw != NULL || placed) {
        json_member(out, ", ", "written", a->raw != NULL ? a->raw : a->text);
    }
    quire_text_add(out, placed ? ", \"placed\": true" : "");
    json_place(out, a->place);
    quire_text_add(out, "}");
}

static void
json_added(struct quire_text *out, const struct element *e, const struct quire_field *f)
{
    json_member(out, "{", "name", f->name);
    json_member(out, ", ", "value", e->shown[f - e->field].text);
    json_member(out, ", ", "from", "assumed");
    json_member(out, ", ", "written", f->fallback);
    quire_text_add(out, ", \"placed\": true");
    json_place(out, e->node->place);
    quire_text_add(out, "}");
}

static void
json_attributes(struct quire_text *out, const struct element *e)
{
    const char *before = "";
    for (size_t i = 0; i < e->node->n_attribute; i++) {
        if (text_of(e, i) != NULL) {
            quire_text_add(out, before);
            json_attribute(out, e, i);
            before = ", ";
        }
    }
    for (const struct quire_field *f = e->field; (f = next_added(e, f)) != NULL; f++) {
        quire_text_add(out, before);
        json_added(out, e, f);
        before = ", ";
    }
}

/* element i and all inside it; recursion is bounded by the depth of the file and of likes */
static void
json_element(const struct writer *w, size_t i, int depth)
{
    struct quire_text *out = w->out;
    const struct element e = look_at(w, i);
    const char *before = "";
    quire_text_add(out, "\n");
    indent(out, depth);
    json_member(out, "{", "element", e.node->element);
    json_place(out, e.node->place);
    if (e.node->in != NULL) {
        json_member(out, ", ", "instance", quire_node_get(e.node->in->node, "name"));
    }
    quire_text_add(out, ", \"attributes\": [");
    json_attributes(out, &e);
    quire_text_add(out, "], \"assumed\": {");
    for (const struct quire_field *f = e.field; (f = next_assumed(&e, f)) != NULL; f++) {
        json_member(out, before, f->name, f->fallback);
        before = ", ";
    }
    quire_text_add(out, "}, \"children\": [");
    before = "";
    for (size_t child = next_child(w, e.object, i + 1); child < w->n;
         child = next_child(w, e.object, skip(w, child))) {
        quire_text_add(out, before);
        json_element(w, child, depth + 1);
        before = ",";
    }
    quire_text_add(out, "]}");
}

static void
json_model(const struct writer *w)
{
    struct quire_text *out = w->out;
    size_t at = 0;
    json_member(out, "{", "schema", "quire-resolved-1");
    quire_text_add(out, ", \"parameters\": [");
    for (size_t i = 0; i < w->model->n_parameter; i++) {
        const struct quire_parameter *p = &w->model->parameter[i];
        const struct quire_place place = place_of_value(w, p, &at);
        json_member(out, i > 0 ? ",\n  {" : "\n  {", "name", p->name);
        json_member(out, ", ", "value", p->value);
        json_member(out, ", ", "from", is_set(w, p->name) ? "set" : "own");
        json_place(out, place);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "], \"root\": [");
    json_element(w, 0, 1);
    quire_text_add(out, "]}\n");
}

/* ---- all of it ---- */

/* parts of an assembly stand nowhere before there is an instance of it */
static quire_status
refuse_assemblies(const struct writer *w, quire_diag *diag)
{
    char label[300];
    for (size_t i = 0; i < w->n; i++) {
        const struct quire_object *object = w->built[i].object;
        if (strcmp(object->kind->element, "assembly") == 0 &&
            strcmp(w->model->root->kind->element, "library") == 0) {
            return quire_diag_error(
                diag, "E-MODEL", object->place, quire_object_label(object, label, sizeof label),
                "resolve a model that includes the library and has instances of it",
                "an assembly stands nowhere in a library, which can not be resolved for that");
        }
    }
    return QUIRE_OK;
}

quire_status
quire_resolved_write(const struct quire_resolved *self, quire_model *model,
                     const quire_setting *settings, size_t n_setting, bool json,
                     struct quire_text *out, quire_diag *diag)
{
    const struct writer w = {self->built, self->n, model, settings, n_setting, out};
    const quire_status status = refuse_assemblies(&w, diag);
    if (status == QUIRE_OK) {
        (json ? json_model : write_model)(&w);
    }
    return status;
}
