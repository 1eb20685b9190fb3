/* The sections of a DXF: the header tells the unit, the entities are what is drawn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "cad/dxf.h"

#define PAIRS_LIMIT 1000000 /* numbers of one entity */
#define KNOWN_LIMIT 16      /* layers that are remembered to name them in a message */
#define WORD_SIZE   80

struct reader {
    struct quire_dxf dxf;
    struct quire_drawing *out;
    struct quire_dxf_entity entity;
    struct quire_dxf_pair next; /* 0, TYPE: where the next entity begins */
    double unit;                /* [m]; NaN: not known yet */
    char layer[KNOWN_LIMIT][WORD_SIZE];
    size_t n_layer;
    bool found; /* something on the wanted layer */
};

/* ---- units ---- */

/* $INSUNITS [m]; NaN: none, or none that machines are drawn in */
static double
unit_of(double number)
{
    static const double metre[] = {(double)NAN, 0.0254, 0.3048,      (double)NAN, 1e-3,
                                   1e-2,        1.0,    (double)NAN, 2.54e-8,     2.54e-5,
                                   0.9144,      1e-10,  1e-9,        1e-6,        0.1};
    const size_t n = sizeof metre / sizeof metre[0];
    return number >= 0.0 && number < (double)n ? metre[(size_t)number] : (double)NAN;
}

/* an unit that is given counts; one that contradicts the drawing's is told */
static quire_status
settle_unit(struct reader *r)
{
    const struct quire_drawing_options *options = r->dxf.options;
    const struct quire_place place = quire_drawing_place(options, 0);
    if (!isnan(options->unit)) {
        if (!isnan(r->unit) && fabs(r->unit - options->unit) > 1e-9 * r->unit) {
            quire_diag_warning(r->dxf.diag, "W-MODEL", place, options->object, NULL,
                               "'unit' is %g mm, but the drawing says %g mm", 1e3 * options->unit,
                               1e3 * r->unit);
        }
        r->unit = options->unit;
    }
    if (isnan(r->unit)) {
        return quire_diag_error(r->dxf.diag, "E-UNIT", place, options->object,
                                "unit=\"1 mm\" says that it is drawn in millimetres",
                                "the drawing does not say its unit ($INSUNITS)");
    }
    return QUIRE_OK;
}

/* ---- sections ---- */

static quire_status
next(struct reader *r)
{
    return quire_dxf_next(&r->dxf, &r->next);
}

/* to the next pair with code 0 */
static quire_status
skip(struct reader *r)
{
    quire_status status;
    do {
        status = next(r);
    } while (status == QUIRE_OK && r->next.code != 0);
    return status;
}

static quire_status
skip_section(struct reader *r)
{
    quire_status status = QUIRE_OK;
    while (status == QUIRE_OK && !(r->next.code == 0 && quire_dxf_is(&r->next, "ENDSEC"))) {
        status = r->next.code == 0 && quire_dxf_is(&r->next, "EOF")
                     ? quire_dxf_error(&r->dxf, r->next.line, NULL, "a section is not ended")
                     : next(r);
    }
    return status;
}

static quire_status
read_header(struct reader *r)
{
    quire_status status = next(r);
    while (status == QUIRE_OK && r->next.code != 0) {
        const bool is_unit = r->next.code == 9 && quire_dxf_is(&r->next, "$INSUNITS");
        status = next(r);
        double number = 0.0;
        if (status == QUIRE_OK && is_unit && r->next.code == 70) {
            status = quire_dxf_number(&r->dxf, &r->next, &number);
            r->unit = unit_of(number);
        }
    }
    return status == QUIRE_OK ? skip_section(r) : status;
}

/* ---- layers ---- */

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/* names of layers do not tell small letters from capital ones */
static bool
same_word(const struct quire_dxf_pair *pair, const char *word)
{
    size_t i = 0;
    while (i < pair->length && word[i] != '\0' && lower(pair->text[i]) == lower(word[i])) {
        i++;
    }
    return i == pair->length && word[i] == '\0';
}

static void
remember_layer(struct reader *r, const struct quire_dxf_pair *pair)
{
    for (size_t i = 0; i < r->n_layer; i++) {
        if (same_word(pair, r->layer[i])) {
            return;
        }
    }
    if (r->n_layer < KNOWN_LIMIT && pair->length < WORD_SIZE) {
        memcpy(r->layer[r->n_layer], pair->text, pair->length);
        r->layer[r->n_layer++][pair->length] = '\0';
    }
}

static quire_status
report_layer(const struct reader *r)
{
    const struct quire_drawing_options *options = r->dxf.options;
    char hint[WORD_SIZE + 40], list[KNOWN_LIMIT * (WORD_SIZE + 4)];
    size_t used = 0;
    struct quire_suggest s = quire_suggest_begin(options->layer != NULL ? options->layer : "");
    list[0] = '\0';
    for (size_t i = 0; i < r->n_layer; i++) {
        quire_suggest_offer(&s, r->layer[i]);
        used += (size_t)quire_number_format(list + used, sizeof list - used, "%s'%s'",
                                            i > 0 ? ", " : "", r->layer[i]);
    }
    if (options->layer == NULL) {
        return quire_dxf_error(&r->dxf, 0, NULL, "nothing is drawn in it");
    }
    return quire_diag_error(r->dxf.diag, "E-REFERENCE", quire_drawing_place(options, 0),
                            options->object, quire_suggest_hint(&s, hint, sizeof hint),
                            "nothing is drawn on a layer '%.80s'; there is %s", options->layer,
                            list[0] != '\0' ? list : "nothing at all");
}

/* ---- entities ---- */

/* what of an entity is looked at beside its numbers */
struct traits {
    bool wanted, hidden;
};

static bool
tells_form(int code)
{
    return (code >= 10 && code <= 59) || (code >= 70 && code <= 79) || (code >= 90 && code <= 99) ||
           (code >= 210 && code <= 230);
}

static quire_status
keep_pair(struct reader *r, const struct quire_dxf_pair *pair)
{
    struct quire_dxf_entity *entity = &r->entity;
    if (entity->n == entity->capacity) {
        const size_t capacity = entity->capacity > 0 ? 2 * entity->capacity : 32;
        struct quire_dxf_pair *grown = realloc(entity->pair, capacity * sizeof *grown);
        if (grown == NULL) {
            return quire_diag_memory_error(r->dxf.diag);
        }
        entity->pair = grown;
        entity->capacity = capacity;
    }
    if (entity->n == PAIRS_LIMIT) {
        return quire_diag_error(
            r->dxf.diag, "E-LIMIT", quire_drawing_place(r->dxf.options, entity->line),
            r->dxf.options->object, NULL, "one entity has more than %d numbers", PAIRS_LIMIT);
    }
    entity->pair[entity->n++] = *pair;
    return QUIRE_OK;
}

/* the pairs up to the next entity; paper space and invisible entities are no part of the drawing */
static quire_status
collect(struct reader *r, struct traits *traits)
{
    quire_status status = next(r);
    while (status == QUIRE_OK && r->next.code != 0) {
        const struct quire_dxf_pair *pair = &r->next;
        if (pair->code == 8) {
            remember_layer(r, pair);
            traits->wanted =
                r->dxf.options->layer == NULL || same_word(pair, r->dxf.options->layer);
        } else if (pair->code == 67 || pair->code == 60) {
            traits->hidden = traits->hidden || quire_dxf_is(pair, "1");
        } else if (tells_form(pair->code)) {
            status = keep_pair(r, pair);
        }
        status = status == QUIRE_OK ? next(r) : status;
    }
    return status;
}

static void
begin_entity(struct reader *r)
{
    const size_t n =
        r->next.length < sizeof r->entity.type ? r->next.length : sizeof r->entity.type - 1;
    memcpy(r->entity.type, r->next.text, n);
    r->entity.type[n] = '\0';
    r->entity.line = r->next.line;
    r->entity.n = 0;
}

/* the vertices of an old polyline follow it as entities: all become one, its own pairs first. A
 * vertex begins with a pair 0. */
static quire_status
collect_vertices(struct reader *r)
{
    struct traits ignored = {0};
    quire_status status = QUIRE_OK;
    while (status == QUIRE_OK && quire_dxf_is(&r->next, "VERTEX")) {
        status = keep_pair(r, &r->next);
        status = status == QUIRE_OK ? collect(r, &ignored) : status;
    }
    if (status == QUIRE_OK && !quire_dxf_is(&r->next, "SEQEND")) {
        return quire_dxf_error(&r->dxf, r->entity.line, NULL,
                               "the POLYLINE is not ended by a SEQEND");
    }
    return status == QUIRE_OK ? skip(r) : status;
}

static quire_status
read_entity(struct reader *r)
{
    struct traits traits = {.wanted = r->dxf.options->layer == NULL};
    begin_entity(r);
    quire_status status = collect(r, &traits);
    if (status == QUIRE_OK && strcmp(r->entity.type, "POLYLINE") == 0) {
        status = collect_vertices(r);
    }
    if (status != QUIRE_OK || !traits.wanted || traits.hidden) {
        return status;
    }
    r->found = true;
    return quire_dxf_entity_add(r->out, &r->dxf, &r->entity, r->unit * r->dxf.options->scale);
}

/* all problems of entities are told, as long as the pairs can be followed */
static quire_status
read_entities(struct reader *r)
{
    quire_status status = settle_unit(r), worst = QUIRE_OK;
    status = status == QUIRE_OK ? skip(r) : status;
    while (status == QUIRE_OK && !quire_dxf_is(&r->next, "ENDSEC") &&
           !quire_dxf_is(&r->next, "EOF")) {
        const quire_status one = read_entity(r);
        worst = worst != QUIRE_OK ? worst : one;
        if (one == QUIRE_ERROR_LIMIT || r->dxf.broken || quire_diag_may_stop(r->dxf.diag, worst)) {
            return worst;
        }
    }
    status = status == QUIRE_OK ? skip_section(r) : status;
    return worst != QUIRE_OK ? worst : status;
}

static quire_status
read_sections(struct reader *r)
{
    bool entities = false;
    quire_status status = next(r);
    while (status == QUIRE_OK && !(r->next.code == 0 && quire_dxf_is(&r->next, "EOF"))) {
        const bool is_section = r->next.code == 0 && quire_dxf_is(&r->next, "SECTION");
        status = next(r);
        if (status != QUIRE_OK || !is_section || r->next.code != 2) {
            continue;
        }
        if (quire_dxf_is(&r->next, "HEADER")) {
            status = read_header(r);
        } else if (quire_dxf_is(&r->next, "ENTITIES")) {
            entities = true;
            status = read_entities(r);
        } else {
            status = skip_section(r);
        }
    }
    if (status == QUIRE_OK && !entities) {
        return quire_dxf_error(&r->dxf, 0, "is it a DXF in ASCII?",
                               "the drawing has no section ENTITIES");
    }
    return status == QUIRE_OK && !r->found ? report_layer(r) : status;
}

quire_status
quire_dxf_read(struct quire_drawing *out, const char *bytes, size_t size,
               const struct quire_drawing_options *options, quire_diag *diag)
{
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return quire_diag_memory_error(diag);
    }
    r->dxf = (struct quire_dxf){.at = bytes, .end = bytes + size, .options = options, .diag = diag};
    r->out = out;
    r->unit = (double)NAN;
    const quire_status status = read_sections(r);
    free(r->entity.pair);
    free(r);
    return status;
}
