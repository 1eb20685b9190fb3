/* Making a law from its name and settings, and asking it for a force. */
#include "lawlab/law.h"
#include "base/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "catalog/catalog.h"
#include "kind/attributes.h"
#include "kind/synonyms.h"
#include "kind/value.h"
#include "text/number.h"
#include "text/suggest.h"

/* ---- what surrounds a friction law: a kind of its own, read like every other ---- */

#define AROUND struct quire_law_surroundings

static const struct quire_field around_fields[] = {
    QUIRE_REAL(AROUND, guide_velocity, "guide-velocity", "m/s", "0 m/s", QUIRE_ANY,
               "velocity of an imaginary belt on the other surface, along the slip direction",
               NULL),
    QUIRE_REAL(AROUND, overdrive, "overdrive-factor", "N^-1", "0 N^-1", QUIRE_ANY,
               "share by which each newton of normal force speeds the roller up", NULL),
    QUIRE_REAL(AROUND, roller_speed, "roller-speed", "m/s", "0 m/s", QUIRE_ANY,
               "surface speed of the roller, which overdrive-factor multiplies", NULL),
    QUIRE_REAL(AROUND, vertex_factor, "vertex-friction-factor", "", "1", QUIRE_NON_NEGATIVE,
               "multiplies the coefficient of friction, as at a sheet's end", NULL),
    QUIRE_REAL(AROUND, penetration, "penetration", "m", "0 m", QUIRE_ANY,
               "penetration at which laws that follow it act; negative: the distance before touch",
               NULL),
    QUIRE_FIELD_END,
};

static quire_status
around_check(const struct quire_object *self, quire_diag *diag)
{
    if (quire_object_has(self, "overdrive-factor") != quire_object_has(self, "roller-speed")) {
        return quire_diag_error(diag, "E-MISSING", self->place, "friction law", NULL,
                                "overdrive-factor and roller-speed need each other");
    }
    return QUIRE_OK;
}

static const struct quire_kind around_kind = {
    .family = &quire_family_friction,
    .element = "friction",
    .size = sizeof(AROUND),
    .fields = around_fields,
    .check = around_check,
};

/* ---- what a normal law remembers: told as if the numbers that it captures were attributes ---- */

struct remembered {
    double number[QUIRE_LAW_HISTORY];
    struct quire_field field[QUIRE_LAW_HISTORY + 1];
    char zero[QUIRE_LAW_HISTORY][24];
    struct quire_kind kind;
};

static void
remembered_init(struct remembered *r, const struct quire_normal_law *law)
{
    *r = (struct remembered){.kind = {.family = &quire_family_normal,
                                      .element = "normal",
                                      .size = sizeof r->number,
                                      .fields = r->field}};
    for (size_t i = 0; i < QUIRE_LAW_HISTORY && law->history[i].name != NULL; i++) {
        const struct quire_law_number *c = &law->history[i];
        quire_number_format(r->zero[i], sizeof r->zero[i], "0%s%s", c->unit[0] != '\0' ? " " : "",
                            c->unit);
        r->field[i] = (struct quire_field){c->name,
                                           QUIRE_FIELD_REAL,
                                           i * sizeof r->number[0],
                                           c->unit,
                                           r->zero[i],
                                           QUIRE_ANY,
                                           NULL,
                                           c->help,
                                           NULL,
                                           QUIRE_STAYS,
                                           0,
                                           0};
    }
}

/* ---- settings ---- */

/* the law's own settings, or those of what is around it; of a name set twice the last one counts */
struct selection {
    struct quire_attribute *attribute, **list;
    size_t n;
};

static bool
select_settings(struct selection *out, struct quire_arena *arena, const quire_setting *settings,
                size_t n_setting, const struct quire_kind *surroundings, bool around)
{
    out->n = 0;
    out->attribute = quire_arena_get(arena, n_setting, sizeof *out->attribute);
    out->list = quire_arena_get(arena, n_setting, sizeof *out->list);
    if (out->attribute == NULL || out->list == NULL) {
        return false;
    }
    for (size_t i = 0; i < n_setting; i++) {
        if ((quire_field_find(surroundings->fields, settings[i].name) != NULL) != around) {
            continue;
        }
        struct quire_attribute *a = quire_attribute_find(out->list, out->n, settings[i].name);
        if (a == NULL) {
            a = out->list[out->n] = &out->attribute[out->n];
            out->n++;
        }
        *a = (struct quire_attribute){.name = settings[i].name, .text = settings[i].value};
    }
    return true;
}

/* what a name that is neither the law's nor of what is around it may have been meant for; NULL:
 * nothing */
static const char *
find_likely(const struct quire_kind *kind, const struct quire_kind *surroundings, const char *name,
            char *hint, size_t size)
{
    const struct quire_kind *const both[] = {kind, surroundings};
    const struct quire_synonym *other = quire_synonym_find(name);
    const char *ours = other == NULL           ? NULL
                       : other->around != NULL ? other->around
                                               : other->attribute;
    struct quire_suggest s = quire_suggest_begin(name);
    for (size_t k = 0; k < 2; k++) {
        for (const struct quire_field *f = both[k]->fields; f != NULL && f->name != NULL; f++) {
            if (ours != NULL && strcmp(f->name, ours) == 0) {
                quire_number_format(hint, size, "did you mean '%s'?", ours);
                return hint;
            }
            quire_suggest_offer(&s, f->name);
        }
    }
    return quire_suggest_hint(&s, hint, size);
}

/* names that are near to one of what is around the law; others are told of when its own are read */
static quire_status
check_names(const struct quire_kind *kind, const struct quire_kind *surroundings,
            const struct selection *own, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < own->n; i++) {
        char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
        struct quire_attribute *a = own->list[i];
        if (quire_field_find(kind->fields, a->name) != NULL ||
            find_likely(kind, surroundings, a->name, hint, sizeof hint) == NULL) {
            continue;
        }
        a->bad = true;
        status = quire_diag_error(diag, "E-UNKNOWN-ATTRIBUTE", quire_nowhere(), kind->variant, hint,
                                  "the law '%s' has no '%s'", kind->variant,
                                  quire_excerpt(excerpt, a->name));
    }
    return status;
}

/* fills an object of `kind` from the settings and checks it */
static quire_status
make_object(struct quire_object *out, const struct quire_kind *kind, const struct selection *from,
            struct quire_arena *arena, quire_diag *diag)
{
    const struct quire_site site = {diag, {NULL, 0, 0}, kind->variant, quire_catalog_all()};
    *out = (struct quire_object){.kind = kind, .params = quire_arena_get(arena, 1, kind->size)};
    if (out->params == NULL) {
        return quire_diag_error(diag, "E-MEMORY", out->place, NULL, NULL, "memory ran out");
    }
    quire_status status =
        quire_attributes_fill(out->params, &out->present, kind, from->list, from->n, arena, &site);
    if (status == QUIRE_OK && kind->check != NULL) {
        status = kind->check(out, diag);
    }
    return status;
}

static bool
is_law(const struct quire_kind *kind)
{
    return kind->variant != NULL &&
           (kind->family == &quire_family_normal || kind->family == &quire_family_friction);
}

const struct quire_kind *
quire_law_find(const char *name, quire_diag *diag)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    struct quire_suggest near = quire_suggest_begin(name);
    char hint[160], excerpt[QUIRE_EXCERPT_SIZE];
    for (size_t i = 0; i < catalog->n; i++) {
        if (!is_law(catalog->kind[i])) {
            continue;
        }
        if (strcmp(catalog->kind[i]->variant, name) == 0) {
            return catalog->kind[i];
        }
        quire_suggest_offer(&near, catalog->kind[i]->variant);
    }
    (void)quire_diag_error(diag, "E-USAGE", (struct quire_place){NULL, 0, 0}, NULL,
                           quire_suggest_hint(&near, hint, sizeof hint), "there is no law '%s'",
                           quire_excerpt(excerpt, name));
    return NULL;
}

quire_status
quire_law_from_kind(quire_law **out, const struct quire_kind *kind, const quire_setting *settings,
                    size_t n_setting, quire_diag *diag)
{
    const bool friction = kind->family == &quire_family_friction;
    struct quire_arena *arena = quire_arena_create();
    struct remembered remembered;
    const struct quire_kind *beside = friction ? &around_kind : &remembered.kind;
    struct selection own, around;
    struct quire_object law, surroundings = {0};
    quire_status status = QUIRE_ERROR_LIMIT;

    *out = NULL;
    if (!friction) {
        remembered_init(&remembered, kind->ops);
    }
    if (arena == NULL || !select_settings(&own, arena, settings, n_setting, beside, false) ||
        !select_settings(&around, arena, settings, n_setting, beside, true)) {
        status = quire_diag_error(diag, "E-MEMORY", (struct quire_place){NULL, 0, 0}, NULL, NULL,
                                  "memory ran out");
        goto done;
    }
    status = check_names(kind, beside, &own, diag);
    status = quire_status_worse(status, make_object(&law, kind, &own, arena, diag));
    status = quire_status_worse(status, make_object(&surroundings, beside, &around, arena, diag));
    if (status == QUIRE_OK) {
        status = quire_law_from_object(out, &law, friction ? surroundings.params : NULL, diag);
    }
    if (status == QUIRE_OK && !friction) {
        memcpy((*out)->memory.history, surroundings.params, sizeof(*out)->memory.history);
    }
done:
    quire_arena_destroy(arena);
    return status;
}

quire_status
quire_law_create(quire_law **out, const char *name, const quire_setting *settings, size_t n_setting,
                 quire_diag *diag)
{
    if (out == NULL || name == NULL || !quire_settings_are_whole(settings, n_setting)) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    const struct quire_kind *kind = quire_law_find(name, diag);
    *out = NULL;
    return kind == NULL ? QUIRE_ERROR_USAGE
                        : quire_law_from_kind(out, kind, settings, n_setting, diag);
}

/* ---- the law ---- */

quire_status
quire_law_from_object(quire_law **out, const struct quire_object *self,
                      const struct quire_law_surroundings *around, quire_diag *diag)
{
    quire_law *law = calloc(1, sizeof *law);
    quire_status status;
    *out = NULL;
    if (law == NULL) {
        return quire_diag_error(diag, "E-MEMORY", self->place, NULL, NULL, "memory ran out");
    }
    law->kind = self->kind;
    law->around = around != NULL ? *around : (struct quire_law_surroundings){.vertex_factor = 1.0};
    if (self->kind->family == &quire_family_normal) {
        law->normal = self->kind->ops;
        status = law->normal->compile(self, law->compiled, diag);
    } else {
        law->friction = self->kind->ops;
        status = law->friction->compile(self, law->compiled, diag);
    }
    if (status != QUIRE_OK) {
        free(law);
        return status;
    }
    *out = law;
    return QUIRE_OK;
}

void
quire_law_destroy(quire_law *law)
{
    free(law);
}

quire_law_family
quire_law_get_family(const quire_law *law)
{
    if (law == NULL) {
        return QUIRE_NORMAL_LAW;
    }
    return law->normal != NULL ? QUIRE_NORMAL_LAW : QUIRE_FRICTION_LAW;
}

double
quire_law_normal_force(const quire_law *law, double penetration, double rate)
{
    if (law == NULL) {
        return (double)NAN;
    }
    struct quire_law_memory memory;
    struct quire_normal_out out;
    if (law->normal == NULL) {
        return NAN;
    }
    if (penetration <= (law->normal->reach != NULL ? -law->normal->reach(law->compiled) : 0.0)) {
        return 0.0;
    }
    memory = law->memory;
    memory.mode = law->normal->commit != NULL ? QUIRE_LAW_CLOSED : 0;
    const struct quire_normal_in in = {.overlap = penetration, .closing = rate, .memory = &memory};
    law->normal->eval(law->compiled, &in, &out);
    return out.force;
}

#define FAR 1e3 /* a law that sticks has been sliding for long [m] */

double
quire_law_friction_force(const quire_law *law, double slip, double normal_force)
{
    if (law == NULL) {
        return (double)NAN;
    }
    const struct quire_law_memory fresh = {0};
    const double normal = normal_force < 0.0 ? 0.0 : normal_force; /* pulling does not rub */
    const double belt =
        law->around.guide_velocity + law->around.roller_speed * law->around.overdrive * normal;
    const struct quire_friction_in in = {
        .slip = slip - belt,
        .normal = normal,
        .factor = law->around.vertex_factor,
        .overlap = law->around.penetration,
        .memory = &fresh,
        .slid = slip > belt   ? FAR
                : slip < belt ? -FAR
                              : 0.0,
    };
    struct quire_friction_out out;
    if (law->friction == NULL) {
        return NAN;
    }
    law->friction->eval(law->compiled, &in, &out);
    return out.force;
}
