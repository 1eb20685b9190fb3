#include "review/suspects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "formula/expression.h"
#include "kind/value.h"
#include "model/kinds_contact.h"
#include "model/kinds_settings.h"
#include "model/parameter.h"
#include "text/number.h"

/* Attributes that engineers set, of the elements of a named object; others are shapes, and numbers
 * of the calculation. */
static const char *const knobs[] = {
    "load",        "speed",
    "angle",       "stroke",
    "time",        "gap",
    "mouth",       "curl",
    "torque",      "thickness",
    "stiffness",   "preload",
    "yaw",         "lead",
    "across",      "radius",
    "modulus-md",  "dynamic-coefficient",
    "coefficient", "static-coefficient",
};

enum { OTHER = 1, NEAR = 2, NAMED = 3 };

/* ---- the numbers of a model, element by element ---- */

struct numbers {
    const struct quire_object **object; /* (n_object), each before its children */
    double *value;                      /* (n) of all fields of all objects */
    size_t *owner;                      /* (n) */
    const struct quire_field **field;   /* (n) */
    size_t n_object, n;
};

static size_t
numbers_of(const struct quire_object *object, const struct quire_field *field, const char **at)
{
    *at = (const char *)object->params + field->offset;
    switch (field->type) {
    case QUIRE_FIELD_REAL: return 1;
    case QUIRE_FIELD_VECTOR: return 2;
    case QUIRE_FIELD_TRIPLE: return 3;
    case QUIRE_FIELD_POINTS: {
        const struct quire_points *points = (const void *)*at;
        *at = (const char *)points->at;
        return 2 * points->n;
    }
    default: return 0;
    }
}

/* Counts only where there is no room yet. */
static void
list(struct numbers *self, const struct quire_object *object)
{
    const size_t own = self->n_object++;
    if (self->object != NULL) {
        self->object[own] = object;
    }
    for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL; f++) {
        const char *at;
        const size_t n = numbers_of(object, f, &at);
        for (size_t i = 0; i < n; i++, self->n++) {
            if (self->object != NULL) {
                memcpy(self->value + self->n, at + i * sizeof(double), sizeof(double));
                self->owner[self->n] = own;
                self->field[self->n] = f;
            }
        }
    }
    for (size_t i = 0; i < object->n_child; i++) {
        list(self, object->child[i]);
    }
}

static bool
list_all(struct numbers *self, const struct quire_object *root, struct quire_arena *arena)
{
    *self = (struct numbers){0};
    list(self, root);
    struct numbers room = {
        .object = quire_arena_get(arena, self->n_object + 1, sizeof *room.object),
        .value = quire_arena_get(arena, self->n + 1, sizeof *room.value),
        .owner = quire_arena_get(arena, self->n + 1, sizeof *room.owner),
        .field = quire_arena_get(arena, self->n + 1, sizeof *room.field),
    };
    if (room.object == NULL || room.value == NULL || room.owner == NULL || room.field == NULL) {
        return false;
    }
    list(&room, root);
    *self = room;
    return true;
}

/* ---- which elements matter ---- */

/* What is known of the base model, which ends with the next reading: its numbers and the rank of
 * each element. */
struct base {
    struct quire_arena *arena;
    struct numbers numbers;
    int *rank;      /* (n_object) */
    bool *by_other; /* (numbers.n) a parameter sets it */
};

/* "n2" of "n2.driver", a roller of it, or of "page.2", a copy: the name means the object. */
static bool
means(const char *name, const struct quire_object *object)
{
    const size_t n = object->name != NULL ? strlen(object->name) : 0;
    return n > 0 && name != NULL && strncmp(name, object->name, n) == 0 &&
           (name[n] == '\0' || name[n] == '.');
}

static size_t
index_of(const struct numbers *numbers, const struct quire_object *object)
{
    size_t i = 0;
    while (i < numbers->n_object && numbers->object[i] != object) {
        i++;
    }
    return i;
}

static void
raise_rank(struct base *b, const struct quire_object *object, int rank)
{
    const size_t i = object != NULL ? index_of(&b->numbers, object) : b->numbers.n_object;
    if (i >= b->numbers.n_object || b->rank[i] >= rank) {
        return;
    }
    b->rank[i] = rank;
    for (size_t k = 0; k < object->n_child; k++) {
        raise_rank(b, object->child[k], rank);
    }
}

/* What the elements of a rank refer to, and the contacts of their surfaces. */
static void
raise_what_is_near(struct base *b, const struct quire_object *root)
{
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        if (b->rank[i] < NEAR) {
            continue;
        }
        for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL;
             f++) {
            if (f->type == QUIRE_FIELD_REFERENCE) {
                raise_rank(b, *(const struct quire_object **)((char *)object->params + f->offset),
                           NEAR);
            }
        }
        const char *surface = quire_object_surface(object);
        const struct quire_object *pair;
        for (size_t k = 0; surface != NULL &&
                           (pair = quire_object_next_of(root, &quire_kind_pair, &k)) != NULL;) {
            const struct quire_pair_params *p = pair->params;
            if (p->surface != NULL && strcmp(p->surface, surface) == 0) {
                raise_rank(b, p->contact, NEAR);
            }
        }
    }
}

/* Parts that watch, and how the machine is calculated. */
static bool
is_apart(const struct quire_object *object)
{
    const struct quire_family *f = object->kind->family;
    for (const struct quire_object *o = object; o != NULL; o = o->parent) {
        if (o->kind == &quire_kind_settings) {
            return true;
        }
    }
    return f == &quire_family_check || f == &quire_family_sensor;
}

static void
find_ranks(struct base *b, const struct quire_object *root, const char *sheet,
           const char *const *name, size_t n_name, size_t n_named)
{
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        b->rank[i] = is_apart(object) ? 0 : OTHER;
        for (size_t k = 0; b->rank[i] == OTHER && k < n_name; k++) {
            b->rank[i] = !means(name[k], object) ? OTHER : k < n_named ? NAMED : NEAR;
        }
        if (b->rank[i] == OTHER && means(sheet, object) &&
            quire_object_is(object, QUIRE_ROLE_SHEET)) {
            b->rank[i] = NEAR;
        }
    }
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        for (size_t k = 0; b->rank[i] >= NEAR && k < object->n_child; k++) {
            raise_rank(b, object->child[k], b->rank[i]);
        }
    }
    raise_what_is_near(b, root);
}

/* ---- parameters ---- */

static double
number_of(const char *text)
{
    double number = (double)NAN;
    const char *end;
    return text != NULL && quire_number_read(&number, text, 0, &end) == QUIRE_NUMBER_OK
               ? number
               : (double)NAN;
}

/* In the unit of the value: 0.5 of "0.5 mm" in mm, 500 of "0.5 mm" in um. */
static double
in_unit(const char *text, const char *unit)
{
    struct quire_quantity q, one;
    char error[200], text_of_one[48];

    quire_number_format(text_of_one, sizeof text_of_one, "1%s%s", unit[0] != '\0' ? " " : "", unit);
    return text != NULL && quire_quantity_read(&q, text, error, sizeof error) &&
                   quire_quantity_read(&one, text_of_one, error, sizeof error)
               ? q.value / one.value
               : (double)NAN;
}

/* false: it is no number that could be varied */
static bool
take_parameter(struct quire_suspect *out, const struct quire_parameter *p)
{
    struct quire_quantity q;
    char error[200];

    if (p->choices != NULL || p->value == NULL ||
        !quire_quantity_read(&q, p->value, error, sizeof error)) {
        return false;
    }
    const char *unit = quire_parameter_unit(p->value);
    const double least = in_unit(p->minimum, unit), most = in_unit(p->maximum, unit);
    *out = (struct quire_suspect){.is_parameter = true,
                                  .value = number_of(p->value),
                                  .least = isnan(least) ? -HUGE_VAL : least,
                                  .most = isnan(most) ? HUGE_VAL : most,
                                  .tolerance = in_unit(p->tolerance, unit)};
    quire_number_format(out->unit, sizeof out->unit, "%s", unit);
    quire_number_format(out->name, sizeof out->name, "%s", p->name);
    return true;
}

/* Reads the model with a value that is a little different; the greatest rank of what follows. */
static quire_status
rank_parameter(struct base *b, struct quire_rerun *rerun, struct quire_suspect *p)
{
    const double step = fabs(p->value) > 0 ? 1e-3 * fabs(p->value) : 1e-3;
    const quire_model *model = NULL;
    quire_diag *unused = quire_diag_create();
    struct numbers now;
    quire_status status = quire_suspects_model(
        rerun, p, p->value + step <= p->most ? p->value + step : p->value - step, &model, unused);

    const bool starved = quire_diag_is_starved(unused);
    quire_diag_destroy(unused);
    p->rank = 0;
    if (status != QUIRE_OK) { /* a whole number, or one that must not be other */
        return starved ? QUIRE_ERROR_LIMIT : QUIRE_OK;
    }
    if (!list_all(&now, model->root, b->arena)) {
        return QUIRE_ERROR_LIMIT;
    }
    if (now.n != b->numbers.n || now.n_object != b->numbers.n_object) {
        p->rank = OTHER; /* it says how many there are */
        return QUIRE_OK;
    }
    for (size_t i = 0; i < now.n; i++) {
        if (memcmp(now.value + i, b->numbers.value + i, sizeof *now.value) != 0) {
            b->by_other[i] = true;
            p->rank = b->rank[now.owner[i]] > p->rank ? b->rank[now.owner[i]] : p->rank;
        }
    }
    return QUIRE_OK;
}

/* ---- attributes ---- */

static bool
is_knob(const struct quire_field *field)
{
    for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
        if (field->type == QUIRE_FIELD_REAL && strcmp(field->name, knobs[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* "load of nip 'n2'" */
static void
name_attribute(struct quire_suspect *out, const struct quire_object *object)
{
    char label[120];

    quire_number_format(out->name, sizeof out->name, "%s of %s", out->field->name,
                        quire_object_label(object, label, sizeof label));
}

static bool
take_attribute(struct quire_suspect *out, const struct base *b, size_t i)
{
    const struct quire_field *field = b->numbers.field[i];
    const struct quire_object *object = b->numbers.object[b->numbers.owner[i]];
    const int rank = b->rank[b->numbers.owner[i]];

    if (rank < NEAR || object->copied || !is_knob(field) ||
        !quire_object_has(object, field->name) || !isfinite(b->numbers.value[i])) {
        return false;
    }
    *out = (struct quire_suspect){.object = b->numbers.owner[i],
                                  .field = field,
                                  .value = b->numbers.value[i],
                                  .least = field->minimum,
                                  .most = field->maximum,
                                  .tolerance = NAN,
                                  .rank = rank};
    quire_number_format(out->unit, sizeof out->unit, "%s", field->unit);
    name_attribute(out, object);
    return strchr(out->unit, '{') == NULL;
}

/* ---- all together ---- */

/* Parameters that reach what is named come first, those that reach nothing near it last. */
static int
turn(const struct quire_suspect *p)
{
    return p->rank == OTHER ? 0 : p->is_parameter ? 2 + p->rank : p->rank;
}

/* Insertion keeps the order of the model among equals. */
static void
sort(struct quire_suspects *self)
{
    for (size_t i = 1; i < self->n; i++) {
        const struct quire_suspect one = self->one[i];
        size_t k = i;
        for (; k > 0 && turn(self->one + k - 1) < turn(&one); k--) {
            self->one[k] = self->one[k - 1];
        }
        self->one[k] = one;
    }
}

static quire_status
take_all(struct quire_suspects *out, struct base *b, struct quire_rerun *rerun,
         const quire_model *model)
{
    const size_t n_parameter = model->n_parameter, n_number = b->numbers.n;
    struct quire_suspect one;
    quire_status status = QUIRE_OK;

    out->one = calloc(n_parameter + n_number + 1, sizeof *out->one);
    if (out->one == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < n_parameter; i++) {
        out->n += take_parameter(out->one + out->n, &model->parameter[i]);
    }
    /* the elements end with the next reading */
    struct quire_suspect *attribute = quire_arena_get(b->arena, n_number + 1, sizeof *attribute);
    size_t *at = quire_arena_get(b->arena, n_number + 1, sizeof *at), n_attribute = 0;
    if (attribute == NULL || at == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < n_number; i++) {
        if (take_attribute(&one, b, i)) {
            at[n_attribute] = i;
            attribute[n_attribute++] = one;
        }
    }
    for (size_t i = 0; i < out->n && status == QUIRE_OK; i++) {
        status = rank_parameter(b, rerun, out->one + i);
    }
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++) {
        if (out->one[i].rank > 0) {
            out->one[n++] = out->one[i];
        }
    }
    for (size_t i = 0; i < n_attribute; i++) {
        if (!b->by_other[at[i]]) {
            out->one[n++] = attribute[i];
        }
    }
    out->n = n;
    sort(out);
    return status;
}

quire_status
quire_suspects_find(struct quire_suspects *out, struct quire_rerun *rerun, const char *sheet,
                    const char *const *name, size_t n_name, size_t n_named, quire_diag *diag)
{
    const quire_model *model = NULL;
    struct base b = {.arena = quire_arena_create()};

    *out = (struct quire_suspects){0};
    if (b.arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_rerun_model(rerun, NULL, NULL, &model, diag);
    if (status == QUIRE_OK) {
        status = list_all(&b.numbers, model->root, b.arena) ? QUIRE_OK : QUIRE_ERROR_LIMIT;
        b.rank = quire_arena_get(b.arena, b.numbers.n_object + 1, sizeof *b.rank);
        b.by_other = quire_arena_get(b.arena, b.numbers.n + 1, sizeof *b.by_other);
        if (status == QUIRE_OK && b.rank != NULL && b.by_other != NULL) {
            find_ranks(&b, model->root, sheet, name, n_name, n_named);
            status = take_all(out, &b, rerun, model);
        } else {
            status = QUIRE_ERROR_LIMIT;
        }
        status = status == QUIRE_OK ? status : quire_diag_memory_error(diag);
    }
    quire_arena_destroy(b.arena);
    return status;
}

void
quire_suspects_clear(struct quire_suspects *self)
{
    free(self->one);
    *self = (struct quire_suspects){0};
}

/* The element of this number; *n counts down. NULL: it is not among them. */
static struct quire_object *
element(struct quire_object *object, size_t *n)
{
    if (*n == 0) {
        return object;
    }
    for (size_t i = 0; i < object->n_child; i++) {
        --*n;
        struct quire_object *found = element(object->child[i], n);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* All elements that were made of the same one. */
static void
set_all(struct quire_object *object, const struct quire_object *like,
        const struct quire_field *field, double value)
{
    if (object->kind == like->kind && object->place.line == like->place.line &&
        object->place.column == like->place.column && object->place.file == like->place.file) {
        memcpy((char *)object->params + field->offset, &value, sizeof value);
    }
    for (size_t i = 0; i < object->n_child; i++) {
        set_all(object->child[i], like, field, value);
    }
}

quire_status
quire_suspects_model(struct quire_rerun *rerun, const struct quire_suspect *suspect, double value,
                     const quire_model **out, quire_diag *diag)
{
    char text[96];
    size_t n = suspect->object;

    if (suspect->is_parameter) {
        quire_number_format(text, sizeof text, "%.12g%s%s", value,
                            suspect->unit[0] != '\0' ? " " : "", suspect->unit);
        return quire_rerun_model(rerun, suspect->name, text, out, diag);
    }
    const quire_status status = quire_rerun_model(rerun, NULL, NULL, out, diag);
    struct quire_object *object = status == QUIRE_OK ? element((*out)->root, &n) : NULL;
    if (object == NULL) {
        return status;
    }
    set_all((*out)->root, object, suspect->field, value);
    return object->kind->check != NULL ? object->kind->check(object, diag) : QUIRE_OK;
}
