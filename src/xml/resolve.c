/* `quire check --resolved`: the model as it is understood, element by element as they are built, with the origin of every value. */
#include "xml/resolve.h"

#include <stdio.h>
#include <string.h>

#include "model/params.h"
#include "xml/write.h"

/* ---- where a value comes from ---- */

enum origin { OWN, LIKE, CLASS };

/* attributes stand in this order: own ones, those taken over by like=, those of classes */
static enum origin
origin_of(const struct quire_node *node, size_t i)
{
    const size_t n = node->n_attribute;
    return i + node->n_default >= n ? CLASS : i + node->n_default + node->n_like >= n ? LIKE : OWN;
}

/* what only the way to the values needs */
static bool
is_spent(const char *attribute)
{
    return strcmp(attribute, "like") == 0 || strcmp(attribute, "class") == 0;
}

static bool
is_hidden(const struct quire_node *node)
{
    static const char *const hidden[] = {"include", "defaults", "parameters", "parameter"};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (strcmp(node->element, hidden[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* the next field, from *f on, that has a default and is not given; NULL at the end */
static const struct quire_field *
next_assumed(const struct quire_node *node, const struct quire_field *f)
{
    while (f != NULL && f->name != NULL &&
           (f->fallback == QUIRE_REQUIRED || f->fallback[0] == '\0' || quire_node_get(node, f->name) != NULL)) {
        f++;
    }
    return f != NULL && f->name != NULL ? f : NULL;
}

static bool
is_set(const struct quire_resolved *self, const char *name)
{
    for (size_t i = 0; i < self->n_setting; i++) {
        if (strcmp(self->settings[i].name, name) == 0) {
            return true;
        }
    }
    return false;
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
add_remark(struct quire_text *out, int depth, const struct quire_text *remark)
{
    indent(out, depth);
    quire_text_add(out, "<!-- ");
    quire_write_remark(out, remark->data != NULL ? remark->data : "");
    quire_text_add(out, " -->\n");
    out->failed = out->failed || remark->failed;
}

static void
describe_origin(struct quire_text *remark, const struct quire_node *node, size_t i)
{
    const struct quire_attribute *a = node->attribute[i];
    const enum origin origin = origin_of(node, i);
    if (is_spent(a->name) || (origin == OWN && a->raw == NULL)) {
        return;
    }
    quire_text_format(remark, "; %s:", a->name);
    if (a->raw != NULL) {
        quire_text_format(remark, " \"%s\"", a->raw);
    }
    if (origin == LIKE) {
        quire_text_format(remark, " by like, %s:%d", a->place.file, a->place.line);
    } else if (origin == CLASS) {
        quire_text_format(remark, " %s%s, %s:%d", a->class_name[0] != '\0' ? "class " : "defaults for all", a->class_name, a->place.file, a->place.line);
    }
}

static void
write_origins(struct quire_resolved *self, const struct quire_node *node, const struct quire_kind *kind)
{
    struct quire_text remark = {0};
    quire_text_format(&remark, "%s:%d", node->place.file, node->place.line);
    for (size_t i = 0; i < node->n_attribute; i++) {
        describe_origin(&remark, node, i);
    }
    const char *before = "; assumed:";
    for (const struct quire_field *f = kind->fields; (f = next_assumed(node, f)) != NULL; f++) {
        quire_text_format(&remark, "%s %s=\"%s\"", before, f->name, f->fallback);
        before = "";
    }
    add_remark(&self->out, self->depth, &remark);
    quire_text_clear(&remark);
}

static void
write_element(struct quire_resolved *self, const struct quire_node *node)
{
    indent(&self->out, self->depth);
    quire_text_format(&self->out, "<%s", node->element);
    for (size_t i = 0; i < node->n_attribute; i++) {
        const struct quire_attribute *a = node->attribute[i];
        if (!is_spent(a->name)) {
            quire_text_format(&self->out, " %s=\"", a->name);
            quire_write_value(&self->out, a->text);
            quire_text_add_char(&self->out, '"');
        }
    }
    quire_text_add(&self->out, node->n_child > 0 ? ">\n" : "/>\n");
}

static void
write_head(struct quire_resolved *self, const quire_model *model)
{
    struct quire_text remark = {0};
    quire_text_add(&self->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    quire_text_format(&remark, "%s as it is understood", model->file);
    for (size_t i = 0; i < model->n_parameter; i++) {
        const struct quire_parameter *p = &model->parameter[i];
        quire_text_format(&remark, "%s %s = %s (", i == 0 ? "; parameters:" : ",", p->name, p->value);
        if (is_set(self, p->name)) {
            quire_text_add(&remark, "set)");
        } else {
            quire_text_format(&remark, "%s:%d)", p->place.file, p->place.line);
        }
    }
    add_remark(&self->out, 0, &remark);
    quire_text_clear(&remark);
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
json_attribute(struct quire_text *out, const struct quire_node *node, size_t i)
{
    static const char *const words[] = {"own", "like", "class"};
    const struct quire_attribute *a = node->attribute[i];
    const enum origin origin = origin_of(node, i);
    json_member(out, "{", "name", a->name);
    json_member(out, ", ", "value", a->text);
    json_member(out, ", ", "from", words[origin]);
    if (origin == CLASS) {
        json_member(out, ", ", "class", a->class_name);
    }
    if (a->raw != NULL) {
        json_member(out, ", ", "written", a->raw);
    }
    json_place(out, a->place);
    quire_text_add(out, "}");
}

static void
json_open(struct quire_resolved *self, const struct quire_node *node, const struct quire_kind *kind)
{
    struct quire_text *out = &self->out;
    const char *before = "";
    quire_text_add(out, self->filled ? ",\n" : "\n");
    indent(out, self->depth + 1);
    json_member(out, "{", "element", node->element);
    json_place(out, node->place);
    quire_text_add(out, ", \"attributes\": [");
    for (size_t i = 0; i < node->n_attribute; i++) {
        if (!is_spent(node->attribute[i]->name)) {
            quire_text_add(out, before);
            json_attribute(out, node, i);
            before = ", ";
        }
    }
    quire_text_add(out, "], \"assumed\": {");
    before = "";
    for (const struct quire_field *f = kind->fields; (f = next_assumed(node, f)) != NULL; f++) {
        json_member(out, before, f->name, f->fallback);
        before = ", ";
    }
    quire_text_add(out, "}, \"children\": [");
}

static void
json_head(struct quire_resolved *self, const quire_model *model)
{
    struct quire_text *out = &self->out;
    json_member(out, "{", "schema", "quire-resolved-1");
    quire_text_add(out, ", \"parameters\": [");
    for (size_t i = 0; i < model->n_parameter; i++) {
        const struct quire_parameter *p = &model->parameter[i];
        json_member(out, i > 0 ? ",\n  {" : "\n  {", "name", p->name);
        json_member(out, ", ", "value", p->value);
        json_member(out, ", ", "from", is_set(self, p->name) ? "set" : "own");
        json_place(out, p->place);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "], \"root\": [");
}

/* ---- one element after the other ---- */

void
quire_resolved_open(struct quire_resolved *self, const quire_model *model, const struct quire_node *node, const struct quire_kind *kind)
{
    if (self == NULL || is_hidden(node)) {
        return;
    }
    self->placed = self->placed || node->in != NULL || node->made != NULL;
    if (node->parent == NULL) {
        (self->json ? json_head : write_head)(self, model);
    }
    if (self->json) {
        json_open(self, node, kind);
    } else {
        write_origins(self, node, kind);
        write_element(self, node);
    }
    self->filled = false;
    self->depth++;
}

void
quire_resolved_close(struct quire_resolved *self, const struct quire_node *node)
{
    if (self == NULL || is_hidden(node)) {
        return;
    }
    self->depth--;
    self->filled = true;
    if (self->json) {
        quire_text_add(&self->out, node->parent == NULL ? "]}]}\n" : "]}");
    } else if (node->n_child > 0) {
        indent(&self->out, self->depth);
        quire_text_format(&self->out, "</%s>\n", node->element);
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

void
quire_resolved_attach(struct quire_resolved *self, const quire_model *model)
{
    struct quire_text *out = &self->out;
    const char *root = model->root->kind->element;
    const size_t n_end = strlen(root) + strlen("</>\n");
    if (self->json || out->failed || model->root->n_child == 0 || out->size < n_end) {
        return;
    }
    out->size -= n_end;
    for (size_t i = 0; i < model->n_source; i++) {
        const struct quire_source *s = model->source[i];
        if (s->attached && !has_attached(model, s->path)) {
            quire_text_add(out, "  <attached file=\"");
            quire_write_value(out, s->path);
            quire_text_add(out, "\" content=\"");
            quire_write_value(out, s->text);
            quire_text_add(out, "\"/>\n");
        }
    }
    quire_text_format(out, "</%s>\n", root);
}
