#include "exchange/import_mtt_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "catalog/catalog.h"
#include "formula/expression.h"
#include "kind/value.h"
#include "model/object.h"
#include "model/parameter.h"

#define DIGITS      15    /* that are written: rounding of conversions does not show */
#define NEARLY_ZERO 1e-12 /* coordinates below it are rounding alone [m] */

/* ---- values ---- */

bool
quire_mtt_has(const struct quire_mtt_entity *e, int k)
{
    return e->value[k].text != NULL;
}

/* the value goes into what is written; one that does not is not passed over in silence */
void
quire_mtt_use(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k)
{
    m->mtt.entity[e - m->mtt.entity].used |= 1u << k;
}

static bool
is_told(const quire_diag *diag, const char *code, int line)
{
    bool told = false;
    for (size_t i = 0; diag != NULL && i < quire_diag_count(diag) && !told; i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        told = p->line == line && strcmp(p->code, code) == 0;
    }
    return told;
}

/* once for a row, of which some are read more often */
void
quire_mtt_refuse(struct quire_mtt_import *m, const char *code, const struct quire_mtt_value *v,
                 const char *what, const char *why)
{
    if (m->status != QUIRE_OK && is_told(m->diag, code, v->place.line)) {
        return;
    }
    m->status = quire_status_worse(
        m->status, quire_diag_error(m->diag, code, v->place, NULL, NULL, "%s: %s", what, why));
}

/* The SI value of a cell in `unit`, which is also that of a cell without one; NaN after a message,
 * and where there is none. */
double
quire_mtt_read_value(struct quire_mtt_import *m, const struct quire_mtt_value *v, const char *name,
                     const char *unit)
{
    struct quire_quantity got, one;
    char text[2 * QUIRE_MTT_UNIT_SIZE], error[200];
    if (v->text == NULL) {
        return (double)NAN;
    }
    /* "12 mm" in one cell */
    const bool inside = v->unit[0] == '\0' && *quire_parameter_unit(v->text) != '\0';
    const char *own = v->unit[0] != '\0' ? v->unit : inside ? quire_parameter_unit(v->text) : unit;
    if (strlen(v->text) >= QUIRE_MTT_UNIT_SIZE || strlen(own) >= QUIRE_MTT_UNIT_SIZE - 4) {
        quire_mtt_refuse(m, "E-NUMBER", v, name, "is too long for a number and a unit");
        return (double)NAN;
    }
    snprintf(text, sizeof text, "%.*s %.*s", QUIRE_MTT_UNIT_SIZE, v->text, QUIRE_MTT_UNIT_SIZE - 4,
             own);
    if (!quire_quantity_read(&got, own[0] != '\0' && !inside ? text : v->text, error,
                             sizeof error)) {
        quire_mtt_refuse(m, "E-NUMBER", v, name, error);
        return (double)NAN;
    }
    snprintf(text, sizeof text, "1 %.*s", QUIRE_MTT_UNIT_SIZE, unit);
    if (!quire_quantity_read(&one, unit[0] != '\0' ? text : "1", error, sizeof error) ||
        !quire_dimension_fits(got.dimension, one.dimension)) {
        snprintf(error, sizeof error, "'%.60s' does not measure what %.60s does", own,
                 unit[0] != '\0' ? unit : "a plain number");
        quire_mtt_refuse(m, "E-UNIT", v, name, error);
        return (double)NAN;
    }
    return got.value;
}

/* in the toolkit's own unit, which has no open exponents */
double
quire_mtt_number(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k)
{
    const struct quire_mtt_term *term = &quire_mtt_sort[e->sort].term[k];
    quire_mtt_use(m, e, k);
    return quire_mtt_read_value(m, &e->value[k], term->name, term->unit);
}

double
quire_mtt_number_or(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
                    double otherwise)
{
    return quire_mtt_has(e, k) ? quire_mtt_number(m, e, k) : otherwise;
}

double
quire_mtt_positive(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k)
{
    const double v = quire_mtt_number(m, e, k);
    if (v <= 0.0) {
        quire_mtt_refuse(m, "E-RANGE", &e->value[k], quire_mtt_sort[e->sort].term[k].name,
                         "must be above zero");
    }
    return v;
}

/* ---- what is written ---- */

/* an element of this kind, made of `e` */
void
quire_mtt_begin(struct quire_mtt_import *m, const struct quire_mtt_entity *e,
                const struct quire_family *family, const char *element, const char *variant)
{
    const struct quire_catalog *all = quire_catalog_all();
    m->element = (struct quire_mtt_element){.from = e, .sound = true};
    for (size_t i = 0; i < all->n; i++) {
        const struct quire_kind *k = all->kind[i];
        if (k->family == family && strcmp(k->element, element) == 0 &&
            (variant == NULL || strcmp(k->variant, variant) == 0)) {
            m->element.kind = k;
        }
    }
    quire_text_format(&m->out, "<%s", element);
}

/* the attribute's text stands in what is written from `start` on, and comes from value k (-1: from
 * none) */
static void
note(struct quire_mtt_import *m, const char *attribute, size_t start, int k)
{
    struct quire_mtt_element *e = &m->element;
    const struct quire_place place =
        k >= 0 && quire_mtt_has(e->from, k) ? e->from->value[k].place : e->from->place;
    const char *text =
        m->out.failed || e->n == QUIRE_MTT_ATTRIBUTES
            ? NULL
            : quire_arena_copy_bytes(m->arena, m->out.data + start, m->out.size - start);
    e->sound = e->sound && text != NULL;
    if (text != NULL) {
        e->attribute[e->n++] =
            (struct quire_attribute){.name = attribute, .text = text, .place = place};
    }
    quire_text_add(&m->out, "\"");
}

void
quire_mtt_add_word(struct quire_mtt_import *m, const char *attribute, const char *word,
                   const char *end)
{
    quire_text_format(&m->out, " %s=\"", attribute);
    const size_t start = m->out.size;
    quire_text_add(&m->out, word);
    quire_text_add(&m->out, end);
    note(m, attribute, start, -1);
}

void
quire_mtt_add_number(struct quire_mtt_import *m, int k, const char *attribute, double v,
                     const char *unit)
{
    quire_text_format(&m->out, " %s=\"", attribute);
    const size_t start = m->out.size;
    m->element.sound = m->element.sound && isfinite(v);
    quire_text_rounded(&m->out, &v, 1, DIGITS);
    quire_text_format(&m->out, "%s%s", unit[0] != '\0' ? " " : "", unit);
    note(m, attribute, start, k);
}

void
quire_mtt_add_length(struct quire_mtt_import *m, double x)
{
    const double v = fabs(x) < NEARLY_ZERO ? 0.0 : x;
    quire_text_rounded(&m->out, &v, 1, DIGITS);
    quire_text_add(&m->out, " m");
}

void
quire_mtt_add_pair(struct quire_mtt_import *m, const char *attribute, double x, double y)
{
    quire_text_format(&m->out, " %s=\"", attribute);
    const size_t start = m->out.size;
    m->element.sound = m->element.sound && isfinite(x) && isfinite(y);
    quire_mtt_add_length(m, x);
    quire_text_add(&m->out, ", ");
    quire_mtt_add_length(m, y);
    note(m, attribute, start, -1);
}

/* the element's attributes are as its kind wants them, or the table is refused where they come
 * from; of laws also how they go together */
void
quire_mtt_end(struct quire_mtt_import *m, const char *close)
{
    struct quire_mtt_element *e = &m->element;
    struct quire_attribute *list[QUIRE_MTT_ATTRIBUTES];
    struct quire_object object = {.kind = e->kind, .place = e->from->place};
    char label[200];
    if (e->kind == NULL) {
        m->status =
            quire_status_worse(m->status, quire_diag_error(m->diag, "E-INTERNAL", e->from->place,
                                                           NULL, NULL, "an element of no kind"));
        return;
    }
    snprintf(label, sizeof label, "%s '%.100s'", quire_mtt_sort[e->from->sort].name, e->from->name);
    const struct quire_site site = {m->diag, e->from->place, label, NULL};
    const bool law =
        e->kind->family == &quire_family_normal || e->kind->family == &quire_family_friction;
    for (size_t i = 0; i < e->n; i++) {
        list[i] = &e->attribute[i];
    }
    object.params = quire_arena_get(m->arena, 1, e->kind->size);
    if (object.params == NULL) {
        m->status = quire_status_worse(m->status, quire_diag_memory_error(m->diag));
    } else if (e->sound) {
        quire_status status = quire_attributes_fill(object.params, &object.present, e->kind, list,
                                                    e->n, m->arena, &site);
        if (status == QUIRE_OK && law && e->kind->check != NULL) {
            object.name = e->from->name;
            status = e->kind->check(&object, m->diag);
        }
        m->status = quire_status_worse(m->status, status);
    }
    quire_text_add(&m->out, close);
}

/* "Stiffness Coefficient 12 N/mm^1.5 for 1 mm of depth, times 210": what stood in the table and
 * what was done to it; `done` may be "" */
void
quire_mtt_tell(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
               const char *unit, const char *done)
{
    const struct quire_mtt_value *v = &e->value[k];
    if (v->text != NULL) {
        quire_text_format(&m->out, "%s<!-- %s ", m->indent, quire_mtt_sort[e->sort].term[k].name);
        quire_text_xml(&m->out, v->text);
        quire_text_add(&m->out, unit[0] != '\0' ? " " : "");
        quire_text_xml(&m->out, v->unit[0] != '\0' ? v->unit : unit);
        quire_text_format(&m->out, "%s -->\n", done);
    }
}

/* the same for what MTT2D gives for a slice */
void
quire_mtt_tell_slice(struct quire_mtt_import *m, const struct quire_mtt_entity *e, int k,
                     const char *unit, const char *sign)
{
    char done[QUIRE_MTT_UNIT_SIZE] = "", number[QUIRE_NUMBER_SIZE];
    if (!m->spatial) {
        snprintf(done, sizeof done, " for 1 mm of depth, %s %s", sign,
                 quire_number_write_rounded(number, m->slices, 9));
    }
    quire_mtt_tell(m, e, k, unit, done);
}
