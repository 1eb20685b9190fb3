#include "review/suspects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "formula/expression.h"
#include "kind/value.h"
#include "model/parameter.h"
#include "text/number.h"

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

/* What has changed with a parameter: its rank, how far it reaches, and by which number it acts on
 * what matters most. */
static bool
take_reach(struct quire_suspect *p, struct quire_suspect_base *b, const struct quire_numbers *now,
           double step)
{
    bool *same = quire_arena_get(b->arena, now->n + 1, sizeof *same);
    size_t at = now->n, part = SIZE_MAX;
    double peer[2];

    if (same == NULL) {
        return false;
    }
    for (size_t i = 0; i < now->n; i++) {
        const size_t own = now->owner[i];
        same[i] = memcmp(now->value + i, b->numbers.value + i, sizeof *now->value) != 0;
        if (!same[i]) {
            continue;
        }
        const bool is_apt = b->rank[own] > 0 && quire_suspect_is_apt(b, own);
        b->by_other[i] = true;
        p->reach += b->rank[own] > 0 && b->part[own] != part;
        part = b->rank[own] > 0 ? b->part[own] : part;
        if (b->rank[own] > p->rank || (b->rank[own] == p->rank && is_apt && !p->is_apt)) {
            p->rank = b->rank[own];
            p->is_apt = is_apt;
            at = i;
        }
    }
    const size_t n = at < now->n ? quire_suspect_peers(b, at, same, peer) : 0;
    for (size_t k = 0; k < n; k++) {
        const double slope = (now->value[at] - b->numbers.value[at]) / step;
        p->guess[p->n_guess++] = p->value + (peer[k] - b->numbers.value[at]) / slope;
    }
    return true;
}

/* What the model's own file says of a parameter that was set. */
static quire_status
take_own_value(struct quire_suspect *p, struct quire_rerun *rerun, bool *starved)
{
    const quire_model *model = NULL;
    quire_diag *unused = quire_diag_create();
    const quire_status status = quire_rerun_model(rerun, p->name, NULL, &model, unused);

    *starved = quire_diag_is_starved(unused);
    quire_diag_destroy(unused);
    for (size_t i = 0; status == QUIRE_OK && i < model->n_parameter; i++) {
        if (strcmp(model->parameter[i].name, p->name) == 0) {
            const double own = in_unit(model->parameter[i].value, p->unit);
            if (isfinite(own) && fabs(own - p->value) > 0) {
                p->guess[p->n_guess++] = own;
            }
        }
    }
    return *starved ? QUIRE_ERROR_LIMIT : QUIRE_OK;
}

/* Reads the model with a value that is a little different. */
static quire_status
rank_parameter(struct quire_suspect_base *b, struct quire_rerun *rerun, struct quire_suspect *p)
{
    const double size = fabs(p->value) > 0 ? 1e-3 * fabs(p->value) : 1e-3,
                 step = p->value + size <= p->most ? size : -size;
    const quire_model *model = NULL;
    quire_diag *unused = quire_diag_create();
    struct quire_numbers now;
    bool starved = false;

    p->rank = 0;
    p->is_included = quire_manifest_includes(&rerun->manifest, p->name);
    if (quire_manifest_sets(&rerun->manifest, p->name) &&
        take_own_value(p, rerun, &starved) != QUIRE_OK) {
        quire_diag_destroy(unused);
        return QUIRE_ERROR_LIMIT;
    }
    const quire_status status = quire_suspects_model(rerun, p, p->value + step, &model, unused);
    starved = quire_diag_is_starved(unused);
    quire_diag_destroy(unused);
    if (status != QUIRE_OK) { /* a whole number, or one that must not be other */
        return starved ? QUIRE_ERROR_LIMIT : QUIRE_OK;
    }
    if (!quire_numbers_list(&now, model->root, b->arena)) {
        return QUIRE_ERROR_LIMIT;
    }
    if (now.n != b->numbers.n || now.n_object != b->numbers.n_object) {
        p->rank = QUIRE_SUSPECT_OTHER; /* it says how many there are */
        return QUIRE_OK;
    }
    return take_reach(p, b, &now, step) ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

/* ---- attributes ---- */

static size_t
number_among(const struct quire_object *parent, const struct quire_object *object)
{
    size_t n = 1;
    for (size_t i = 0; i < parent->n_child && parent->child[i] != object; i++) {
        n += strcmp(parent->child[i]->kind->element, object->kind->element) == 0;
    }
    return n;
}

/* the length of what is written */
static size_t
write_address(char *out, size_t size, const struct quire_object *object)
{
    const struct quire_object *parent = object->parent;
    if (parent == NULL) {
        return 0;
    }
    size_t n = write_address(out, size, parent);
    const char *before = n > 0 ? "/" : "", *element = object->kind->element;
    n = n < size ? n : size;
    return n + (size_t)(object->name != NULL
                            ? quire_number_format(out + n, size - n, "%s%s[%s]", before, element,
                                                  object->name)
                            : quire_number_format(out + n, size - n, "%s%s[%zu]", before, element,
                                                  number_among(parent, object)));
}

/* "load of nip 'n2'" */
static void
name_attribute(struct quire_suspect *out, const struct quire_object *object)
{
    const size_t size = sizeof out->address, n = write_address(out->address, size, object);

    if (n < size) {
        quire_number_format(out->address + n, size - n, "@%s", out->field->name);
    }
    quire_number_format(out->name, sizeof out->name, "%s of %s", out->field->name,
                        quire_object_label(object, out->of, sizeof out->of));
}

static bool
take_attribute(struct quire_suspect *out, const struct quire_suspect_base *b, size_t i)
{
    const struct quire_field *field = b->numbers.field[i];
    const struct quire_object *object = b->numbers.object[b->numbers.owner[i]];
    const int rank = b->rank[b->numbers.owner[i]];

    if (rank < QUIRE_SUSPECT_NEAR || object->copied || !quire_suspect_is_knob(field) ||
        !quire_object_has(object, field->name) || !isfinite(b->numbers.value[i])) {
        return false;
    }
    *out = (struct quire_suspect){.object = b->numbers.owner[i],
                                  .field = field,
                                  .value = b->numbers.value[i],
                                  .least = field->minimum,
                                  .most = field->maximum,
                                  .tolerance = NAN,
                                  .rank = rank,
                                  .is_apt = quire_suspect_is_apt(b, b->numbers.owner[i]),
                                  .reach = 1};
    out->n_guess = quire_suspect_peers(b, i, NULL, out->guess);
    quire_number_format(out->unit, sizeof out->unit, "%s", field->unit);
    name_attribute(out, object);
    return strchr(out->unit, '{') == NULL;
}

/* ---- all together ---- */

int
quire_suspect_turn(const struct quire_suspect *p)
{
    static const int parameter[] = {[0] = 0, 2, 5, 8, 10}, attribute[] = {[0] = 0, 2, 3, 6, 9};
    const int turn = (p->is_parameter ? parameter : attribute)[p->rank];

    return p->is_included ? 1 : p->rank >= QUIRE_SUSPECT_CAUSE && p->is_apt ? turn + 2 : turn;
}

/* Whether one comes before another: by its turn, then what reaches less before what reaches more.
 */
static bool
is_before(const struct quire_suspect *a, const struct quire_suspect *b)
{
    const int turn = quire_suspect_turn(a) - quire_suspect_turn(b);

    return turn != 0 ? turn > 0 : a->reach < b->reach;
}

/* Insertion keeps the order of the model among equals. */
static void
sort(struct quire_suspects *self)
{
    for (size_t i = 1; i < self->n; i++) {
        const struct quire_suspect one = self->one[i];
        size_t k = i;
        for (; k > 0 && is_before(&one, self->one + k - 1); k--) {
            self->one[k] = self->one[k - 1];
        }
        self->one[k] = one;
    }
}

static quire_status
take_all(struct quire_suspects *out, struct quire_suspect_base *b, struct quire_rerun *rerun,
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
quire_suspects_find(struct quire_suspects *out, struct quire_rerun *rerun,
                    const struct quire_culprits *culprits, quire_diag *diag)
{
    const quire_model *model = NULL;
    struct quire_suspect_base b = {.arena = quire_arena_create()};

    *out = (struct quire_suspects){0};
    if (b.arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_rerun_model(rerun, NULL, NULL, &model, diag);
    if (status == QUIRE_OK) {
        status = quire_suspect_base_find(&b, model->root, culprits)
                     ? take_all(out, &b, rerun, model)
                     : QUIRE_ERROR_LIMIT;
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
