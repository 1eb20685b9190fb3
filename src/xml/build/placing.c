#include "xml/build/placing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/expression.h"
#include "math/detmath.h"
#include "model/kinds_assembly.h"
#include "text/text.h"
#include "xml/tree/instance.h"

#define HALF_PI 1.57079632679489661923
#define SQUARE  1e-12 /* an angle so near to a multiple of 90 deg is meant to be one */

static const struct quire_instance_frame whole_machine = {.cosine = 1};

/* one object at its instance's place */
struct placing {
    struct quire_reader *r;
    struct quire_object *object;
    const struct quire_node *node;
    const struct quire_instance *in;
    const struct quire_instance_frame *frame;
    quire_status status;
};

static void *
member(const struct placing *p, const struct quire_field *f)
{
    return (char *)p->object->params + f->offset;
}

static bool
is_given(const struct placing *p, const struct quire_field *f)
{
    return (p->object->present >> (f - p->object->kind->fields) & 1U) != 0;
}

static void
refuse(struct placing *p, const char *attribute, const char *hint, const char *why)
{
    char label[300];
    const struct quire_attribute *a =
        quire_attribute_find(p->node->attribute, p->node->n_attribute, attribute);
    p->status =
        quire_diag_error(p->r->diag, "E-MODEL", a != NULL ? a->place : p->node->place,
                         quire_object_label(p->object, label, sizeof label), hint, "'%s' %s '%s'",
                         attribute, why, quire_node_get(p->in->node, "name"));
}

/* ---- geometry ---- */

/* a direction of the frame in the machine */
static void
turn(const struct quire_instance_frame *frame, double v[2])
{
    const double x = v[0], y = frame->mirrored ? -v[1] : v[1];
    v[0] = frame->cosine * x - frame->sine * y;
    v[1] = frame->sine * x + frame->cosine * y;
}

static void
move(const struct quire_instance_frame *frame, double v[2])
{
    turn(frame, v);
    v[0] += frame->origin[0];
    v[1] += frame->origin[1];
}

static double
sign_of(const struct quire_instance_frame *frame)
{
    return frame->mirrored ? -1.0 : 1.0;
}

static void
set_angle(struct quire_instance_frame *frame, double angle)
{
    const double quarters = round(angle / HALF_PI);
    frame->angle = angle;
    if (fabs(angle / HALF_PI - quarters) < SQUARE) { /* exactly */
        static const double cosine[] = {1, 0, -1, 0};
        const int quarter = (int)fmod(fmod(quarters, 4) + 4, 4);
        frame->cosine = cosine[quarter];
        frame->sine = cosine[(quarter + 3) % 4];
    } else {
        frame->cosine = quire_cos(angle);
        frame->sine = quire_sin(angle);
    }
}

/* ---- fields by their roles ---- */

static bool
has_point(const struct placing *p)
{
    for (const struct quire_field *f = p->object->kind->fields; f->name != NULL; f++) {
        if (f->role == QUIRE_POINT && is_given(p, f)) {
            return true;
        }
    }
    return false;
}

static void
place_points(const struct placing *p, const struct quire_field *f)
{
    if (f->type == QUIRE_FIELD_POINTS) {
        const struct quire_points *points = member(p, f);
        for (size_t i = 0; i < points->n; i++) {
            move(p->frame, points->at[i]);
        }
    } else {
        double *v = member(p, f);
        if (!isnan(v[0])) {
            move(p->frame, v);
        }
    }
}

/* coordinates and directions have no meaning where only a place along a path is known */
static bool
needs_coordinates(struct placing *p, const struct quire_field *f)
{
    const bool matters =
        f->role == QUIRE_POINT ? !quire_value_is_absent(p->object->params, f) : is_given(p, f);
    if (p->frame->on_path && matters) {
        refuse(p, f->name,
               "place the instance by at=\"x, y\", or the element by at= along the path",
               "is a coordinate or direction, which cannot be placed along the path of instance");
    }
    return !p->frame->on_path;
}

static void
exchange_stops(const struct placing *p, const struct quire_field *lower)
{
    const struct quire_field *upper = lower;
    while (upper->role != QUIRE_UPPER_STOP) {
        upper++;
    }
    double *low = member(p, lower), *high = member(p, upper);
    const double former = *low;
    const uint64_t bit[2] = {UINT64_C(1) << (lower - p->object->kind->fields),
                             UINT64_C(1) << (upper - p->object->kind->fields)};
    const uint64_t given = ((p->object->present & bit[0]) != 0 ? bit[1] : 0) |
                           ((p->object->present & bit[1]) != 0 ? bit[0] : 0);
    *low = -*high;
    *high = -former;
    p->object->present = (p->object->present & ~(bit[0] | bit[1])) | given;
}

static void
exchange_sides(const struct placing *p, const struct quire_field *f)
{
    int *choice = member(p, f);
    if (*choice == 0 || *choice == 1) {
        *choice = 1 - *choice;
    }
}

/* ---- formulas ---- */

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
is_part(const struct quire_reader *r, const char *name)
{
    return r->part_name.n > 0 &&
           bsearch(&name, r->part_name.item, r->part_name.n, sizeof name, compare_texts) != NULL;
}

/* the length of the longest name of an own part at the start of `text`, not longer than `n`; *in is
 * set to the instance that it is a part of */
static size_t
own_name(const struct quire_reader *r, const struct quire_instance **in, const char *text, size_t n)
{
    char word[QUIRE_NAME_LIMIT + 1], scoped[QUIRE_SCOPED_SIZE];
    for (; n > 0 && n <= QUIRE_NAME_LIMIT; n--) {
        const bool ends = text[n] != '_' &&
                          (text[n] == '\0' ||
                           strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                                  text[n]) == NULL);
        memcpy(word, text, n);
        word[n] = '\0';
        for (const struct quire_instance *i = *in; ends && i != NULL; i = i->outer) {
            if (is_part(r, quire_scoped_name(scoped, i, word))) {
                *in = i;
                return n;
            }
        }
    }
    return 0;
}

static size_t
word_length(const char *p)
{
    size_t n = 0;
    while ((p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z') ||
           (p[n] >= '0' && p[n] <= '9') || p[n] == '_' || p[n] == '-' ||
           (unsigned char)p[n] >= 0x80) {
        n++;
    }
    return n;
}

/* "s1.lead.count > 2" becomes "n2-s1.lead.count > 2"; what follows a dot or a number is no name of
 * its own */
static void
write_formula(const struct quire_reader *r, const struct quire_instance *in, const char *text,
              struct quire_text *out)
{
    bool may_begin = true;
    while (*text != '\0') {
        const bool number = (*text >= '0' && *text <= '9') || *text == '.';
        const bool letter = !number && *text != '-' && word_length(text) > 0;
        size_t n = number ? strspn(text, "0123456789.eE") : letter ? word_length(text) : 1;
        if (letter && may_begin) {
            const struct quire_instance *of = in;
            const size_t own = own_name(r, &of, text, n);
            quire_text_add(out, own > 0 ? of->prefix : "");
            n = own > 0 ? own : n;
        }
        quire_text_add_bytes(out, text, n);
        /* a unit follows its number after a blank */
        may_begin = text[n - 1] == ' ' ? may_begin : !number;
        text += n;
        while (letter && *text == '.') { /* the rest of a dotted name */
            const size_t rest = 1 + word_length(text + 1);
            quire_text_add_bytes(out, text, rest);
            text += rest;
        }
    }
}

static void
place_formula(struct placing *p, const struct quire_field *f)
{
    const char **text = member(p, f);
    struct quire_text out = {0};
    if (*text == NULL) {
        return;
    }
    write_formula(p->r, p->in, *text, &out);
    const char *copy =
        out.failed ? NULL : quire_arena_copy(p->r->arena, out.data != NULL ? out.data : "");
    quire_text_clear(&out);
    if (copy == NULL) {
        p->status = quire_diag_memory_error(p->r->diag);
    } else {
        *text = copy;
    }
}

/* ---- an object ---- */

static void
place_along(const struct placing *p, const struct quire_field *f)
{
    const struct quire_attribute *path =
        quire_attribute_find(p->node->attribute, p->node->n_attribute, "path");
    if (path != NULL && path == p->in->path) {
        *(double *)member(p, f) += p->frame->along;
    }
}

static void
place_field(struct placing *p, const struct quire_field *f)
{
    const struct quire_instance_frame *frame = p->frame;
    double *real = member(p, f);
    switch (f->role) {
    case QUIRE_STAYS:
    case QUIRE_UPPER_STOP: break;
    case QUIRE_ALONG: place_along(p, f); break;
    case QUIRE_ACROSS: *real += frame->across; break;
    case QUIRE_POINT:
        if (needs_coordinates(p, f)) {
            place_points(p, f);
        }
        break;
    case QUIRE_ARROW:
        if (needs_coordinates(p, f)) {
            turn(frame, real);
        }
        break;
    case QUIRE_HEADING:
        if (needs_coordinates(p, f)) {
            *real = frame->angle + sign_of(frame) * *real;
        }
        break;
    case QUIRE_LOOKS: *real = sign_of(frame) * *real + (has_point(p) ? frame->angle : 0.0); break;
    case QUIRE_SIGNED: *real = frame->mirrored && *real != 0.0 ? -*real : *real; break;
    case QUIRE_LOWER_STOP:
        if (frame->mirrored) {
            exchange_stops(p, f);
        }
        break;
    case QUIRE_SIDED:
        if (frame->mirrored) {
            exchange_sides(p, f);
        }
        break;
    case QUIRE_UNTURNED:
    case QUIRE_UNMIRRORED:
        if (is_given(p, f) &&
            (frame->mirrored || (f->role == QUIRE_UNTURNED && frame->angle != 0.0))) {
            refuse(p, f->name, NULL,
                   f->role == QUIRE_UNTURNED ? "cannot be turned or mirrored with instance"
                                             : "cannot be mirrored with instance");
        }
        break;
    case QUIRE_FORMULA: place_formula(p, f); break;
    }
}

/* ---- frames ---- */

/* one or two lengths with a comma between them; returns how many, 0 after a problem */
static int
read_place(struct placing *p, const char *name, const char *text, double out[2])
{
    static const struct quire_dimension length = {0, 1, 0, 0, 0};
    char part[QUIRE_QUANTITY_LIMIT + 1], error[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_quantity q;
    int n = 0;
    for (const char *at = text; n < 3; n++) {
        const size_t size = strcspn(at, ",");
        quire_number_format(part, sizeof part, "%.*s",
                            (int)(size < sizeof part ? size : sizeof part - 1), at);
        if (n == 2 || !quire_quantity_read(&q, part, error, sizeof error) ||
            !quire_dimension_fits(q.dimension, length)) {
            break;
        }
        out[n] = q.value;
        at += size;
        if (*at == '\0') {
            return n + 1;
        }
        at++;
    }
    char label[300];
    const struct quire_attribute *a =
        quire_attribute_find(p->node->attribute, p->node->n_attribute, name);
    p->status =
        quire_diag_error(p->r->diag, "E-UNIT", a != NULL ? a->place : p->node->place,
                         quire_object_label(p->object, label, sizeof label),
                         "such as 150 mm along a path, or 300 mm, 20 mm",
                         "%s = '%s' must be one length or two", name, quire_excerpt(excerpt, text));
    return 0;
}

static void
refuse_count(struct placing *p, const char *name, bool on_path)
{
    char label[300];
    const struct quire_attribute *a =
        quire_attribute_find(p->node->attribute, p->node->n_attribute, name);
    p->status =
        quire_diag_error(p->r->diag, "E-MODEL", a != NULL ? a->place : p->node->place,
                         quire_object_label(p->object, label, sizeof label), NULL,
                         on_path ? "'%s' must be one length, along the path"
                                 : "'%s' must be two lengths, x and y, where there is no path",
                         name);
}

/* at + number*pitch: along the path, or in the frame around */
static bool
read_places(struct placing *p, const struct quire_instance_params *given, long number, bool on_path,
            double at[2])
{
    const char *const name[] = {"at", "pitch"}, *const text[] = {given->at, given->pitch};
    const double factor[] = {1.0, (double)number};
    at[0] = at[1] = 0.0;
    for (int i = 0; i < 2; i++) {
        double value[2] = {0.0, 0.0};
        const int n = text[i] != NULL ? read_place(p, name[i], text[i], value) : on_path ? 1 : 2;
        if (n == 0) {
            return false;
        }
        if (n != (on_path ? 1 : 2)) {
            refuse_count(p, name[i], on_path);
            return false;
        }
        at[0] += factor[i] * value[0];
        at[1] += factor[i] * value[1];
    }
    return true;
}

static bool
make_frame(struct placing *p, struct quire_instance *in)
{
    const struct quire_instance_params *given = p->object->params;
    const struct quire_instance_frame *outer =
        in->outer != NULL ? &in->outer->frame : &whole_machine;
    struct quire_instance_frame *frame = &in->frame;
    double at[2];
    *frame = *outer;
    frame->across += given->across;
    frame->mirrored = outer->mirrored != given->mirrored;
    if (!read_places(p, given, in->number, in->path != NULL, at)) {
        return false;
    }
    if (in->path != NULL) {
        const bool inherited = in->outer != NULL && in->path == in->outer->path;
        frame->along = at[0] + (inherited ? outer->along : 0.0);
        frame->on_path = true;
        return true;
    }
    if (outer->on_path && (given->at != NULL || quire_object_has(p->object, "angle"))) {
        refuse(p, given->at != NULL ? "at" : "angle", NULL,
               "gives coordinates, which cannot be placed along the path of instance");
        return false;
    }
    frame->along = 0.0;
    move(outer, at);
    frame->origin[0] = at[0];
    frame->origin[1] = at[1];
    set_angle(frame, outer->angle + sign_of(outer) * given->angle);
    return true;
}

quire_status
quire_place_object(struct quire_reader *r, struct quire_object *object,
                   const struct quire_node *node)
{
    struct placing p = {.r = r, .object = object, .node = node, .in = node->in};
    if (node->made != NULL) {
        p.in = node->made->outer != NULL ? node->made->outer : node->made;
        node->made->placed = (node->in == NULL || node->in->placed) && make_frame(&p, node->made);
    } else if (node->in != NULL && node->in->placed) {
        p.frame = &node->in->frame;
        for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL;
             f++) {
            place_field(&p, f);
        }
    }
    return p.status;
}
