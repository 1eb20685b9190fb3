#include "xml/rewrite/resolve_json.h"

#include "xml/tree/instance.h"

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
json_attribute(struct quire_text *out, const struct quire_understood_element *e, size_t i)
{
    static const char *const words[] = {"own", "instance", "like", "class"};
    const struct quire_attribute *a = e->node->attribute[i];
    const enum quire_origin origin = quire_origin_of(e->node, i);
    const bool placed = quire_understood_is_placed(e, a->name);
    json_member(out, "{", "name", a->name);
    json_member(out, ", ", "value", quire_understood_text(e, i));
    json_member(out, ", ", "from", words[origin]);
    if (origin == QUIRE_ORIGIN_CLASS) {
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
json_added(struct quire_text *out, const struct quire_understood_element *e,
           const struct quire_field *f)
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
json_attributes(struct quire_text *out, const struct quire_understood_element *e)
{
    const char *before = "";
    for (size_t i = 0; i < e->node->n_attribute; i++) {
        if (quire_understood_text(e, i) != NULL) {
            quire_text_add(out, before);
            json_attribute(out, e, i);
            before = ", ";
        }
    }
    for (const struct quire_field *f = e->field; (f = quire_understood_next_added(e, f)) != NULL;
         f++) {
        quire_text_add(out, before);
        json_added(out, e, f);
        before = ", ";
    }
}

/* element i and all inside it; recursion is bounded by the depth of the file and of likes */
static void
json_element(const struct quire_understood *w, size_t i, int depth)
{
    struct quire_text *out = w->out;
    const struct quire_understood_element e = quire_understood_look(w, i);
    const char *before = "";
    quire_text_add(out, "\n");
    quire_understood_indent(out, depth);
    json_member(out, "{", "element", e.node->element);
    json_place(out, e.node->place);
    if (e.node->in != NULL) {
        json_member(out, ", ", "instance", quire_node_get(e.node->in->node, "name"));
    }
    quire_text_add(out, ", \"attributes\": [");
    json_attributes(out, &e);
    quire_text_add(out, "], \"assumed\": {");
    for (const struct quire_field *f = e.field; (f = quire_understood_next_assumed(&e, f)) != NULL;
         f++) {
        json_member(out, before, f->name, f->fallback);
        before = ", ";
    }
    quire_text_add(out, "}, \"children\": [");
    before = "";
    for (size_t child = quire_understood_child(w, e.object, i + 1); child < w->n;
         child = quire_understood_child(w, e.object, quire_understood_skip(w, child))) {
        quire_text_add(out, before);
        json_element(w, child, depth + 1);
        before = ",";
    }
    quire_text_add(out, "]}");
}

void
quire_understood_write_json(const struct quire_understood *w)
{
    struct quire_text *out = w->out;
    size_t at = 0;
    json_member(out, "{", "schema", "quire-resolved-1");
    quire_text_add(out, ", \"parameters\": [");
    for (size_t i = 0; i < w->model->n_parameter; i++) {
        const struct quire_parameter *p = &w->model->parameter[i];
        const struct quire_place place = quire_understood_place(w, p, &at);
        json_member(out, i > 0 ? ",\n  {" : "\n  {", "name", p->name);
        json_member(out, ", ", "value", p->value);
        json_member(out, ", ", "from", quire_understood_is_set(w, p->name) ? "set" : "own");
        json_place(out, place);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "], \"root\": [");
    json_element(w, 0, 1);
    quire_text_add(out, "]}\n");
}
