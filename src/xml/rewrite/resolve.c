/* `quire check --resolved`: the model as it is understood, with the origin of every value. It is
 * written once all is known, as parts of instances stand where their objects say and not where
 * their text does. */
#include "xml/rewrite/resolve.h"

#include <string.h>

#include "model/kinds_settings.h"
#include "xml/rewrite/resolve_json.h"
#include "xml/rewrite/understood.h"
#include "xml/text/write.h"
#include "xml/tree/instance.h"

/* ---- as a model ---- */

static void
add_remark(struct quire_text *out, int depth, struct quire_text *remark)
{
    quire_understood_indent(out, depth);
    quire_text_add(out, "<!-- ");
    quire_write_remark(out, remark->data != NULL ? remark->data : "");
    quire_text_add(out, " -->\n");
    quire_text_clear_part(remark, out);
}

static void
describe_origin(struct quire_text *remark, const struct quire_understood_element *e, size_t i)
{
    const struct quire_attribute *a = e->node->attribute[i];
    const enum quire_origin origin = quire_origin_of(e->node, i);
    const bool placed = quire_understood_is_placed(e, a->name);
    if (quire_understood_is_spent(a->name) ||
        (origin == QUIRE_ORIGIN_OWN && a->raw == NULL && !placed)) {
        return;
    }
    quire_text_format(remark, "; %s:", a->name);
    if (a->raw != NULL || placed) {
        quire_text_format(remark, " \"%s\"", a->raw != NULL ? a->raw : a->text);
    }
    if (origin == QUIRE_ORIGIN_LIKE) {
        quire_text_format(remark, " by like, %s:%d", a->place.file, a->place.line);
    } else if (origin == QUIRE_ORIGIN_CLASS) {
        quire_text_format(remark, " %s%s, %s:%d",
                          a->class_name[0] != '\0' ? "class " : "defaults for all", a->class_name,
                          a->place.file, a->place.line);
    } else if (origin == QUIRE_ORIGIN_INSTANCE) {
        quire_text_format(remark, " of the instance, %s:%d", a->place.file, a->place.line);
    }
    if (placed) {
        quire_text_format(
            remark, " %s",
            quire_understood_manner(&e->field[quire_understood_shown(e, a->name) - e->shown]));
    }
}

static void
write_origins(const struct quire_understood *w, const struct quire_understood_element *e, int depth)
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
    for (const struct quire_field *f = e->field; (f = quire_understood_next_added(e, f)) != NULL;
         f++) {
        quire_text_format(&remark, "; %s:", f->name);
        if (quire_understood_assumption(f) != NULL) {
            quire_text_format(&remark, " \"%s\" assumed,", quire_understood_assumption(f));
        }
        quire_text_format(&remark, " %s", quire_understood_manner(f));
    }
    const char *before = "; assumed:";
    for (const struct quire_field *f = e->field; (f = quire_understood_next_assumed(e, f)) != NULL;
         f++) {
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
write_attributes(struct quire_text *out, const struct quire_understood_element *e)
{
    for (size_t i = 0; i < e->node->n_attribute; i++) {
        if (quire_understood_text(e, i) != NULL) {
            write_attribute(out, e->node->attribute[i]->name, quire_understood_text(e, i));
        }
    }
    for (const struct quire_field *f = e->field; (f = quire_understood_next_added(e, f)) != NULL;
         f++) {
        write_attribute(out, f->name, e->shown[f - e->field].text);
    }
}

static bool
has_attached(const quire_model *model, const char *path)
{
    const struct quire_object *object;
    for (size_t i = 0;
         (object = quire_object_next_of(model->root, &quire_kind_attached, &i)) != NULL;) {
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
write_element(const struct quire_understood *w, size_t i, int depth)
{
    const struct quire_understood_element e = quire_understood_look(w, i);
    size_t child = quire_understood_child(w, e.object, i + 1);
    write_origins(w, &e, depth);
    quire_understood_indent(w->out, depth);
    quire_text_format(w->out, "<%s", e.node->element);
    write_attributes(w->out, &e);
    if (child == w->n && (depth > 0 || !write_attached(NULL, w->model))) {
        quire_text_add(w->out, "/>\n");
        return;
    }
    quire_text_add(w->out, ">\n");
    for (; child < w->n;
         child = quire_understood_child(w, e.object, quire_understood_skip(w, child))) {
        write_element(w, child, depth + 1);
    }
    if (depth == 0) {
        write_attached(w->out, w->model);
    }
    quire_understood_indent(w->out, depth);
    quire_text_format(w->out, "</%s>\n", e.node->element);
}

static void
write_model(const struct quire_understood *w)
{
    const quire_model *model = w->model;
    struct quire_text remark = {0};
    size_t at = 0;
    quire_text_add(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    quire_text_format(&remark, "%s as it is understood", model->file);
    for (size_t i = 0; i < model->n_parameter; i++) {
        const struct quire_parameter *p = &model->parameter[i];
        const struct quire_place place = quire_understood_place(w, p, &at);
        quire_text_format(&remark, "%s %s = %s (", i == 0 ? "; parameters:" : ",", p->name,
                          p->value);
        if (quire_understood_is_set(w, p->name)) {
            quire_text_add(&remark, "set)");
        } else {
            quire_text_format(&remark, "%s:%d)", place.file, place.line);
        }
    }
    add_remark(w->out, 0, &remark);
    write_element(w, 0, 0);
}

/* ---- all of it ---- */

/* parts of an assembly stand nowhere before there is an instance of it */
static quire_status
refuse_assemblies(const struct quire_understood *w, quire_diag *diag)
{
    char label[300];
    for (size_t i = 0; i < w->n; i++) {
        const struct quire_object *object = w->built[i].object;
        if (strcmp(object->kind->element, "assembly") == 0 &&
            strcmp(w->model->root->kind->element, "library") == 0) {
            return quire_diag_error(
                diag, "E-MODEL", object->place, quire_object_label(object, label, sizeof label),
                "resolve a model that includes the library and has instances of it",
                "an assembly has no place in a library, which cannot be resolved for that");
        }
    }
    return QUIRE_OK;
}

quire_status
quire_resolved_write(const struct quire_built_list *self, quire_model *model,
                     const quire_setting *settings, size_t n_setting, bool json,
                     struct quire_text *out, quire_diag *diag)
{
    const struct quire_understood w = {self->built, self->n, model, settings, n_setting, out};
    const quire_status status = refuse_assemblies(&w, diag);
    if (status == QUIRE_OK) {
        (json ? quire_understood_write_json : write_model)(&w);
    }
    return status;
}
