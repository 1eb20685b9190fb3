/* A list of attributes becomes a parameter struct. */
#include "kind/attributes.h"

#include <assert.h>
#include <string.h>

#include "kind/synonyms.h"
#include "text/number.h"
#include "text/suggest.h"

quire_status
quire_status_worse(quire_status a, quire_status b)
{
    return a > b ? a : b; /* larger numbers are further from the user's input */
}

struct quire_attribute *
quire_attribute_find(struct quire_attribute *const *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (*list[i]->name == *name && strcmp(list[i]->name, name) == 0) {
            return list[i];
        }
    }
    return NULL;
}

static bool
is_known(const struct quire_kind *kind, const char *name)
{
    return quire_field_find(kind->fields, name) != NULL || strcmp(name, "like") == 0 ||
           strcmp(name, "doc") == 0 || strcmp(name, "class") == 0 ||
           (kind->selector != NULL && strcmp(kind->selector, name) == 0);
}

/* `law="eepa" has it` of the first other kind of the same element that does; NULL if none does */
static const char *
find_owner(const struct quire_kind *kind, const char *name, const struct quire_catalog *catalog,
           char *hint, size_t size)
{
    for (size_t i = 0; catalog != NULL && kind->selector != NULL && i < catalog->n; i++) {
        const struct quire_kind *other = catalog->kind[i];
        if (other->variant != NULL && strcmp(other->element, kind->element) == 0 &&
            other->family == kind->family && quire_field_find(other->fields, name) != NULL) {
            quire_number_format(hint, size, "%s=\"%s\" has it", kind->selector, other->variant);
            return hint;
        }
    }
    return NULL;
}

/* our name for a name that others use for it; NULL if it is none of those */
static const char *
translate(const struct quire_kind *kind, const char *name, const struct quire_catalog *catalog,
          char *hint, size_t size)
{
    const struct quire_synonym *s = quire_synonym_find(name);
    char owner[100];
    if (s == NULL) {
        return NULL;
    }
    if (quire_field_find(kind->fields, s->attribute) != NULL) {
        quire_number_format(hint, size, "did you mean '%s'?", s->attribute);
    } else if (find_owner(kind, s->attribute, catalog, owner, sizeof owner) != NULL) {
        quire_number_format(hint, size, "did you mean '%s'? %s", s->attribute, owner);
    } else if (s->element != NULL) {
        quire_number_format(hint, size, "did you mean '%s' of <%s>?", s->attribute, s->element);
    } else {
        return NULL;
    }
    return hint;
}

/* the field that an unknown name most likely stands for; NULL: none */
static const struct quire_field *
find_meant(const struct quire_kind *kind, const char *name)
{
    const struct quire_synonym *other = quire_synonym_find(name);
    struct quire_suggest s = quire_suggest_begin(name);
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        quire_suggest_offer(&s, f->name);
    }
    const struct quire_field *ours =
        other != NULL ? quire_field_find(kind->fields, other->attribute) : NULL;
    return ours == NULL ? quire_field_find(kind->fields, s.best) : ours;
}

static quire_status
report_unknown(const struct quire_kind *kind, struct quire_attribute *a,
               const struct quire_site *site)
{
    char hint[160], excerpt[QUIRE_EXCERPT_SIZE], variant[80] = "";
    struct quire_suggest s = quire_suggest_begin(a->name);
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        quire_suggest_offer(&s, f->name);
    }
    if (kind->selector != NULL) {
        quire_number_format(variant, sizeof variant, " %s=\"%s\"", kind->selector, kind->variant);
    }
    if (find_owner(kind, a->name, site->catalog, hint, sizeof hint) == NULL &&
        translate(kind, a->name, site->catalog, hint, sizeof hint) == NULL &&
        quire_suggest_hint(&s, hint, sizeof hint) == NULL) {
        quire_number_format(hint, sizeof hint, "'quire describe %s' lists its attributes",
                            kind->element);
    }
    a->bad = true;
    return quire_diag_error(site->diag, "E-UNKNOWN-ATTRIBUTE", a->place, site->object, hint,
                            "unknown attribute '%s' on <%s%s>", quire_excerpt(excerpt, a->name),
                            kind->element, variant);
}

/* one field, from its attribute or its default */
static quire_status
fill_field(void *params, uint64_t *present, const struct quire_kind *kind,
           const struct quire_field *field, struct quire_attribute *a, bool misspelt,
           struct quire_arena *arena, const struct quire_site *site)
{
    struct quire_site at = *site;
    if (a != NULL) {
        *present |= UINT64_C(1) << (field - kind->fields);
        at.place = a->place;
        at.diag = a->bad ? NULL : site->diag;
        const quire_status status =
            quire_value_read(params, field, kind->fields, a->text, arena, &at);
        a->bad = a->bad || status != QUIRE_OK;
        return status;
    }
    if (field->fallback == QUIRE_REQUIRED && misspelt) {
        return QUIRE_ERROR_INPUT; /* it is there under another name, which was reported */
    }
    if (field->fallback == QUIRE_REQUIRED) {
        return quire_diag_error(site->diag, "E-MISSING", site->place, site->object, NULL,
                                "attribute '%s' is missing (%s)", field->name, field->help);
    }
    if (field->fallback[0] == '\0') {
        return QUIRE_OK;
    }
    /* a default can fail only where its unit hangs on a field that has failed already */
    at.diag = quire_value_depends(field) ? NULL : site->diag;
    return quire_value_read(params, field, kind->fields, field->fallback, arena, &at);
}

quire_status
quire_attributes_fill(void *params, uint64_t *present, const struct quire_kind *kind,
                      struct quire_attribute *const *list, size_t n, struct quire_arena *arena,
                      const struct quire_site *site)
{
    quire_status status = QUIRE_OK;
    uint64_t misspelt = 0; /* by field */
    *present = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_known(kind, list[i]->name)) {
            const struct quire_field *meant = find_meant(kind, list[i]->name);
            misspelt |= meant != NULL ? UINT64_C(1) << (meant - kind->fields) : 0;
            status = quire_status_worse(status, list[i]->bad ? QUIRE_ERROR_INPUT
                                                             : report_unknown(kind, list[i], site));
        }
    }
    if (kind->fields == NULL) {
        return status;
    }
    for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
        assert(f - kind->fields < 64); /* `present` has 64 bits */
        quire_value_clear(params, f);
    }
    for (int depends = 0; depends < 2; depends++) {
        for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
            if (quire_value_depends(f) == (depends == 1)) {
                struct quire_attribute *a = quire_attribute_find(list, n, f->name);
                status = quire_status_worse(
                    status, fill_field(params, present, kind, f, a,
                                       (misspelt >> (f - kind->fields) & 1) != 0, arena, site));
            }
        }
    }
    return status;
}

/* the values that units may hang on, as far as they are good */
static void
fill_plain(void *params, const struct quire_kind *kind, struct quire_attribute *const *list,
           size_t n, struct quire_arena *arena)
{
    const struct quire_site quiet = {.diag = NULL};
    for (size_t i = 0; i < n; i++) {
        const struct quire_field *f = quire_field_find(kind->fields, list[i]->name);
        if (f != NULL && !quire_value_depends(f)) {
            quire_value_read(params, f, kind->fields, list[i]->text, arena, &quiet);
        }
    }
}

quire_status
quire_attributes_try(const struct quire_kind *kind, struct quire_attribute *const *list, size_t n,
                     size_t i, struct quire_arena *arena, const struct quire_site *site)
{
    const struct quire_field *field = quire_field_find(kind->fields, list[i]->name);
    struct quire_site at = *site;
    if (field == NULL) {
        return QUIRE_OK;
    }
    void *params = quire_arena_get(arena, 1, kind->size);
    if (params == NULL) {
        return quire_diag_memory_error(site->diag);
    }
    for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
        quire_value_clear(params, f);
    }
    if (quire_value_depends(field)) {
        fill_plain(params, kind, list, n, arena);
    }
    if (!quire_value_unit_is_known(params, field, kind->fields)) {
        return QUIRE_OK;
    }
    at.place = list[i]->place;
    return quire_value_read(params, field, kind->fields, list[i]->text, arena, &at);
}
