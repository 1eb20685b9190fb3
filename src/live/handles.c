#include "live/handles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "formula/expression.h"
#include "geometry/outline.h"
#include "kind/value.h"
#include "live/range.h"
#include "model/parameter.h"
#include "text/text.h"
#include "xml/rewrite/addresses.h"
#include "xml/rewrite/understood.h"
#include "xml/tree/instance.h"

/* STAND: along a path where there is one, otherwise a point */
enum way { NO_WAY, ALONG, ASIDE, ACROSS, POINT, RIM, TURN, STAND };

static const char *const way_name[] = {NULL, "along", "aside", "across", "point", "rim", "turn"};

/* Fields say by their roles what a drag does with them; these do not, or not all of it. What turns
 * does so about another attribute. */
static const struct {
    const char *element; /* NULL: any */
    const char *attribute;
    enum way way;
    const char *about;
} exceptions[] = {
    {NULL, "radius", RIM, "centre"},         {NULL, "offset", ASIDE, NULL},
    {"start", "lead", ALONG, NULL},          {"start", "from", POINT, NULL},
    {"start", "beside", ASIDE, NULL},        {"start", "across", ACROSS, NULL},
    {"start", "heading", TURN, "from"},      {"disc", "centre", POINT, NULL},
    {"block", "centre", POINT, NULL},        {"block", "angle", TURN, "centre"},
    {"path", "heading", TURN, "from"},       {"pivot", "angle", TURN, "at"},
    {"drawing", "rotation", TURN, "origin"}, {"arc", "start-angle", TURN, "centre"},
    {"solid", "centre", POINT, NULL},        {"instance", "at", STAND, NULL},
};

/* what all handles are made from */
struct maker {
    struct quire_json *json;
    const struct quire_model *model;
    const struct quire_view *view;
    const struct quire_tokens *tokens;
    const struct quire_address *address; /* (tokens->n) */
};

/* one of them */
struct handle {
    const struct quire_object *object;
    const struct quire_node *node;
    const struct quire_field *field;
    enum way way;
    const char *about;
    const struct quire_attribute *written; /* NULL: its default holds */
    const char *address;                   /* of its element; NULL: in another file */
    char why[300];
};

/* ---- what moves ---- */

static enum way
way_of(const struct quire_kind *kind, const struct quire_field *f, const char **about)
{
    *about = NULL;
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        if (strcmp(exceptions[i].attribute, f->name) == 0 &&
            (exceptions[i].element == NULL || strcmp(exceptions[i].element, kind->element) == 0)) {
            *about = exceptions[i].about;
            return exceptions[i].way;
        }
    }
    switch (f->role) {
    case QUIRE_ALONG: return ALONG;
    case QUIRE_ACROSS: return ACROSS;
    case QUIRE_POINT: return POINT;
    default: return NO_WAY;
    }
}

static const void *
value_of(const struct quire_object *object, const struct quire_field *f)
{
    return f != NULL && !quire_value_is_absent(object->params, f)
               ? (const char *)object->params + f->offset
               : NULL;
}

/* ---- places ---- */

static double
si_of(const char *text)
{
    struct quire_quantity q;
    char error[200];
    return text != NULL && quire_quantity_read(&q, text, error, sizeof error) ? q.value
                                                                              : (double)NAN;
}

/* where a handle is, or what it turns about */
struct place {
    const struct quire_object *path; /* NULL: none */
    double s, aside;                 /* [m] */
    double at[3];                    /* [m] */
    bool known;
};

static const struct quire_object *
path_of(const struct quire_object *object)
{
    const struct quire_field *f = quire_field_find(object->kind->fields, "path");
    const void *value = f != NULL && f->type == QUIRE_FIELD_REFERENCE ? value_of(object, f) : NULL;
    return value != NULL ? *(const struct quire_object *const *)value : NULL;
}

static void
place_along(struct place *p, const struct maker *m, const struct quire_object *path, double s,
            double aside)
{
    for (size_t i = 0; i < m->view->n_path && path != NULL; i++) {
        if (m->view->path_object[i] == path && isfinite(s)) {
            double tangent[2];
            quire_outline_at(&m->view->path[i], s, p->at, tangent);
            p->at[0] -= aside * tangent[1];
            p->at[1] += aside * tangent[0];
            p->path = path;
            p->s = s;
            p->aside = aside;
            p->known = true;
        }
    }
}

static const struct quire_roller_view *
wheel_of(const struct maker *m, const struct quire_object *object)
{
    for (size_t i = 0; i < m->view->n_roller; i++) {
        if (m->view->roller[i].object == object) {
            return &m->view->roller[i];
        }
    }
    return NULL;
}

static void
place_at(struct place *p, const struct quire_object *object, const char *attribute)
{
    const struct quire_field *f = quire_field_find(object->kind->fields, attribute);
    const double *at = f != NULL && f->type == QUIRE_FIELD_VECTOR ? value_of(object, f) : NULL;
    if (at != NULL) {
        p->at[0] = at[0];
        p->at[1] = at[1];
        p->known = true;
    }
}

/* beside its path a roller stands by its shaft */
static double
aside_of(const struct maker *m, const struct quire_object *object, const struct quire_object *path,
         double s)
{
    const struct quire_roller_view *wheel = wheel_of(m, object);
    const struct quire_field *f = quire_field_find(object->kind->fields, "offset");
    const double *offset = value_of(object, f);
    for (size_t i = 0; i < m->view->n_path && wheel != NULL; i++) {
        if (m->view->path_object[i] == path) {
            double at[2], t[2];
            quire_outline_at(&m->view->path[i], s, at, t);
            return t[0] * (wheel->y - at[1]) - t[1] * (wheel->x - at[0]);
        }
    }
    return offset != NULL ? *offset : 0;
}

/* the mean of all its places along its path */
static void
place_on_path(struct place *p, const struct maker *m, const struct quire_object *object)
{
    const char *about;
    double sum = 0;
    int n = 0;
    for (const struct quire_field *f = object->kind->fields; f->name != NULL; f++) {
        const double *s = way_of(object->kind, f, &about) == ALONG ? value_of(object, f) : NULL;
        sum += s != NULL ? *s : 0;
        n += s != NULL;
    }
    if (n > 0) {
        const struct quire_object *path = path_of(object);
        place_along(p, m, path, sum / n, aside_of(m, object, path, sum / n));
    }
}

/* what a handle that is no place itself belongs to */
static void
place_object(struct place *p, const struct maker *m, const struct quire_object *object)
{
    static const char *const attribute[] = {"centre", "from", "at"};
    const struct quire_roller_view *wheel = wheel_of(m, object);
    if (wheel != NULL) {
        *p = (struct place){.at = {wheel->x, wheel->y}, .known = true};
        return;
    }
    place_on_path(p, m, object);
    for (size_t i = 0; i < 3 && !p->known; i++) {
        place_at(p, object, attribute[i]);
    }
}

static struct place
place_of(const struct maker *m, const struct handle *h)
{
    struct place p = {0};
    const bool is_text = h->field->type == QUIRE_FIELD_TEXT; /* of an instance */
    const double number = is_text && h->written != NULL ? si_of(h->written->text) : (double)NAN,
                 *value = is_text ? &number : value_of(h->object, h->field);
    const struct quire_object *path = path_of(h->object);
    switch (h->way) {
    case ALONG:
        if (value != NULL) {
            place_along(&p, m, path, *value, aside_of(m, h->object, path, *value));
        }
        break;
    case ASIDE: /* at the surface of a roller */
        place_on_path(&p, m, h->object);
        if (p.known && value != NULL) {
            place_along(&p, m, path, p.s, *value);
        }
        break;
    case POINT: p.known = value != NULL; break;
    case TURN: place_at(&p, h->object, h->about); break;
    case RIM:
        if (wheel_of(m, h->object) != NULL) {
            place_object(&p, m, h->object);
        } else {
            place_at(&p, h->object, h->about);
        }
        break;
    case ACROSS:
        place_object(&p, m, h->object);
        p.at[2] = value != NULL ? *value : 0;
        break;
    default: break;
    }
    return p;
}

/* ---- why not ---- */

/* whether the attribute was taken over by "like": it is written in another element of the file */
static bool
is_shared(const struct handle *h)
{
    const struct quire_object *around = h->object->parent;
    const struct quire_node *parent = h->node->parent;
    return around != NULL && parent != NULL && around->kind != NULL &&
           (around->place.line != parent->place.line ||
            around->place.column != parent->place.column);
}

static void
explain(struct handle *h)
{
    const struct quire_place at = h->node->place;
    const struct quire_instance *in = h->node->in;
    enum quire_origin origin = QUIRE_ORIGIN_OWN;
    for (size_t i = 0; i < h->node->n_attribute; i++) {
        origin = h->node->attribute[i] == h->written ? quire_origin_of(h->node, i) : origin;
    }
    struct quire_text text = {0};
    if (in != NULL) {
        quire_text_format(&text,
                          "it is a part of instance '%.100s', line %d; its "
                          "assembly has it in line %d",
                          quire_node_get(in->node, "name"), in->node->place.line, at.line);
    } else if (is_shared(h)) {
        quire_text_format(&text, "it is that of '%.100s' (like), line %d",
                          quire_node_get(h->node->parent, "name") != NULL
                              ? quire_node_get(h->node->parent, "name")
                              : h->node->parent->element,
                          at.line);
    } else if (h->address == NULL) {
        quire_text_format(&text, "it is written in the included file %.150s, line %d", at.file,
                          at.line);
    } else if (origin == QUIRE_ORIGIN_LIKE) {
        quire_text_format(&text, "'%s' is that of '%.100s' (like), line %d", h->field->name,
                          quire_node_get(h->node, "like") != NULL ? quire_node_get(h->node, "like")
                                                                  : "another element",
                          h->written->place.line);
    } else if (origin == QUIRE_ORIGIN_CLASS) {
        quire_text_format(&text, "'%s' comes from <defaults>, line %d", h->field->name,
                          h->written->place.line);
    }
    if (!text.failed && text.size > 0) {
        snprintf(h->why, sizeof h->why, "%s", text.data);
    }
    quire_text_clear(&text);
}

/* ---- numbers ---- */

/* the length of the first of a list; not in braces */
static size_t
part_length(const char *text)
{
    size_t n = 0;
    int depth = 0;
    for (; text[n] != '\0' && (depth > 0 || strchr(",;", text[n]) == NULL); n++) {
        depth += (text[n] == '{') - (text[n] == '}');
    }
    return n;
}

static bool
copy_part(char *out, size_t size, const char **list)
{
    const size_t n = part_length(*list);
    const char *from = *list + strspn(*list, " \t\r\n");
    size_t length = from < *list + n ? (size_t)(*list + n - from) : 0;
    while (length > 0 && strchr(" \t\r\n", from[length - 1]) != NULL) {
        length--;
    }
    *list += n + ((*list)[n] != '\0');
    if (length >= size) {
        return false;
    }
    memcpy(out, from, length);
    out[length] = '\0';
    return length > 0;
}

/* "{load}" */
static const struct quire_parameter *
only_parameter(const struct maker *m, const char *raw)
{
    const size_t n = strlen(raw);
    for (size_t i = 0; n > 2 && i < m->model->n_parameter; i++) {
        const struct quire_parameter *p = &m->model->parameter[i];
        if (raw[0] == '{' && raw[n - 1] == '}' && strlen(p->name) == n - 2 &&
            memcmp(p->name, raw + 1, n - 2) == 0) {
            return p;
        }
    }
    return NULL;
}

static const char *
why_not(const struct quire_parameter *p, bool braces, double value)
{
    return !braces                      ? (isfinite(value) ? NULL : "it is no number")
           : p == NULL                  ? "a formula gives it: change a parameter of the formula"
           : p->choices != NULL         ? "its parameter has choices"
           : p->included                ? "its parameter is written in an included file"
           : !isfinite(si_of(p->value)) ? "its parameter is no number"
                                        : NULL;
}

static void
write_part(const struct maker *m, const struct handle *h, const char *raw, const char *text)
{
    const bool braces = strpbrk(raw, "{}") != NULL;
    const struct quire_parameter *p = only_parameter(m, raw);
    const char *own = p != NULL ? p->value : text, *unit = quire_parameter_unit(own),
               *why = why_not(p, braces, si_of(text));
    double least = h->field->minimum, most = h->field->maximum;
    if (p != NULL && p->minimum != NULL) {
        least = fmax(least, si_of(p->minimum));
    }
    if (p != NULL && p->maximum != NULL) {
        most = fmin(most, si_of(p->maximum));
    }
    quire_json_open(m->json, NULL, '{', true);
    quire_json_string(m->json, "text", own);
    quire_json_number(m->json, "value", si_of(text));
    quire_json_string(m->json, "unit", unit);
    quire_json_number(m->json, "size", live_unit_size(unit));
    quire_json_number(m->json, "least", isfinite(least) ? least : (double)NAN);
    quire_json_number(m->json, "most", isfinite(most) ? most : (double)NAN);
    quire_json_string(m->json, "parameter", why == NULL && p != NULL ? p->name : NULL);
    quire_json_string(m->json, "why", why);
    quire_json_close(m->json, '{');
}

static void
write_parts(const struct maker *m, const struct handle *h)
{
    char raw[QUIRE_QUANTITY_LIMIT + 1], text[QUIRE_QUANTITY_LIMIT + 1];
    const char *texts = h->written != NULL ? h->written->text : h->field->fallback,
               *raws = h->written != NULL && h->written->raw != NULL ? h->written->raw : texts;
    quire_json_open(m->json, "parts", '[', true);
    while (*texts != '\0' && *raws != '\0' && copy_part(raw, sizeof raw, &raws) &&
           copy_part(text, sizeof text, &texts)) {
        write_part(m, h, raw, text);
    }
    quire_json_close(m->json, '[');
}

/* ---- all together ---- */

static void
write_place(const struct maker *m, const struct place *p)
{
    quire_json_string(m->json, "path", p->path != NULL ? p->path->name : NULL);
    quire_json_number(m->json, "s", p->s);
    quire_json_number(m->json, "aside", p->aside);
    quire_json_open(m->json, "at", '[', true);
    for (size_t k = 0; k < 3; k++) {
        quire_json_number(m->json, NULL, p->at[k]);
    }
    quire_json_close(m->json, '[');
}

static void
write_handle(const struct maker *m, struct handle *h, const struct place *p)
{
    char label[300];
    const struct quire_object *named = h->object;
    struct quire_text id = {0};
    while (named->name == NULL && named->parent != NULL) {
        named = named->parent;
    }
    quire_text_format(&id, "%s@%s", h->address != NULL ? h->address : "", h->field->name);
    explain(h);
    quire_json_open(m->json, NULL, '{', true);
    quire_json_string(m->json, "id", id.failed ? NULL : id.data);
    quire_json_string(m->json, "of", named->name);
    quire_json_string(m->json, "label", quire_object_label(h->object, label, sizeof label));
    quire_json_string(m->json, "attribute", h->field->name);
    quire_json_string(m->json, "way", way_name[h->way]);
    quire_json_string(m->json, "raw",
                      h->written == NULL        ? NULL
                      : h->written->raw != NULL ? h->written->raw
                                                : h->written->text);
    quire_json_string(m->json, "why", h->why[0] != '\0' ? h->why : NULL);
    write_place(m, p);
    write_parts(m, h);
    quire_json_close(m->json, '{');
    quire_text_clear(&id);
}

static const char *
address_of(const struct maker *m, struct quire_place place)
{
    size_t low = 0, high = m->tokens->n;
    if (place.file == NULL || strcmp(place.file, m->model->source[0]->name) != 0) {
        return NULL;
    }
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct quire_address *a = &m->address[middle];
        if (a->line == place.line && a->column == place.column) {
            return a->text;
        }
        if (a->line < place.line || (a->line == place.line && a->column < place.column)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* its attribute, or a default that may become one */
static bool
is_there(struct handle *h, const struct maker *m)
{
    h->written = quire_attribute_find(h->node->attribute, h->node->n_attribute, h->field->name);
    return h->written != NULL ||
           (h->field->fallback != QUIRE_REQUIRED && h->field->fallback[0] != '\0' &&
            h->node->in == NULL && h->address != NULL && (h->way != ACROSS || m->view->spatial));
}

static void
write_object(const struct maker *m, const struct quire_built *b)
{
    struct handle h = {
        .object = b->object, .node = b->node, .address = address_of(m, b->node->place)};
    for (const struct quire_field *f = b->object->kind->fields; f != NULL && f->name != NULL; f++) {
        h.field = f;
        h.way = way_of(b->object->kind, f, &h.about);
        h.way = h.way != STAND ? h.way : path_of(b->object) != NULL ? ALONG : POINT;
        h.why[0] = '\0';
        if (h.way != NO_WAY && is_there(&h, m)) {
            const struct place p = place_of(m, &h);
            if (p.known) {
                write_handle(m, &h, &p);
            }
        }
    }
}

bool
live_handles_write(struct quire_json *json, const char *key, const struct quire_built_list *built,
                   const struct quire_model *model, const struct quire_view *view)
{
    struct quire_tokens tokens = {0};
    struct quire_arena *arena = quire_arena_create();
    struct maker m = {.json = json, .model = model, .view = view, .tokens = &tokens};
    const char *text = model->source[0]->text;
    const bool good = arena != NULL && quire_tokens_read(&tokens, text) &&
                      (m.address = quire_addresses_find(&tokens, text, arena)) != NULL;
    quire_json_open(json, key, '[', true);
    for (size_t i = 0; good && i < built->n; i++) {
        if (!built->built[i].object->copied) {
            write_object(&m, &built->built[i]);
        }
    }
    quire_json_close(json, '[');
    quire_tokens_clear(&tokens);
    if (arena != NULL) {
        quire_arena_destroy(arena);
    }
    return good;
}
