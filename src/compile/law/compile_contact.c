#include <math.h>
#include <stdio.h>
#include <string.h>

#include "body/sheet.h"
#include "compile/law/compile_law.h"
#include "model/kinds_contact.h"
#include "model/problem.h"
#include "text/number.h"
#include "text/suggest.h"
#include "xml/expand/library.h"

static void
compile_law(struct quire_compile *c, const struct quire_object *contact,
            struct quire_contact_law *law)
{
    const struct quire_object *normal = quire_object_child_in(contact, &quire_family_normal),
                              *friction = quire_object_child_in(contact, &quire_family_friction),
                              *overdrive = quire_object_child_of(contact, &quire_kind_overdrive),
                              *vertex = quire_object_child_of(contact, &quire_kind_vertex);
    const struct quire_normal_common *common = normal->params;

    law->name = contact->name;
    law->normal = normal->kind->ops;
    law->distribution = common->distribution;
    law->reference_length = common->reference_length;
    if (friction != NULL) {
        law->friction = friction->kind->ops;
    }
    law->overdrive =
        overdrive != NULL ? ((const struct quire_overdrive_params *)overdrive->params)->factor : 0;
    law->vertex =
        vertex != NULL ? ((const struct quire_vertex_params *)vertex->params)->friction_factor : 1;
    law->edge =
        vertex != NULL ? ((const struct quire_vertex_params *)vertex->params)->normal_factor : 1;
    quire_compile_check_cover(c, law, contact);
    law->open = quire_compile_is_open(law, contact);
    if (!law->open) {
        quire_compile_constants(c, law, normal, friction);
    }
}

void
quire_compile_laws(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *contact;
    int n = 0;

    sys->n_law = quire_compile_count(c->root, &quire_kind_contact);
    sys->law = quire_compile_get(c, (size_t)sys->n_law, sizeof *sys->law);
    c->contact = quire_compile_get(c, (size_t)sys->n_law, sizeof(void *));
    c->cap_law = sys->n_law;
    for (size_t i = 0; c->status == QUIRE_OK && (contact = quire_object_next_of(
                                                     c->root, &quire_kind_contact, &i)) != NULL;) {
        c->contact[n] = contact;
        compile_law(c, contact, sys->law + n++);
    }
    const struct quire_object *pair;
    c->pair = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_pair) + 1,
                                sizeof(void *));
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (pair = quire_object_next_of(c->root, &quire_kind_pair, &i)) != NULL;) {
        c->pair[c->n_pair++] = pair;
    }
}

/* how specific a pair is for these; -1 if it does not fit */
static int
rank_pair(const struct quire_pair_params *pair, const char *media, const char *surface, int face)
{
    const bool any_media = quire_pair_is_any(pair->media),
               any_surface = quire_pair_is_any(pair->surface);

    if (pair->other_media != NULL || (!any_media && strcmp(pair->media, media) != 0) ||
        (!any_surface && strcmp(pair->surface, surface) != 0) ||
        (pair->face != 0 && pair->face != face)) {
        return -1;
    }
    return (any_media ? 0 : 4) + (any_surface ? 0 : 2) + (pair->face != 0 ? 1 : 0);
}

/* What gives a surface a contact: the library, the name of another surface, or a pair. */
static void
write_hint(const struct quire_compile *c, const char *surface, char *hint, size_t size)
{
    struct quire_suggest s = quire_suggest_begin(surface);

    for (int k = 0; k < c->n_pair; k++) {
        quire_suggest_offer(&s, ((const struct quire_pair_params *)c->pair[k]->params)->surface);
    }
    if (quire_library_hint("pair media=\"*\"", "surface", surface, hint, size) == NULL &&
        quire_suggest_hint(&s, hint, size) == NULL) {
        quire_number_format(hint, size, "add a <pair surface=\"%.64s\" contact=\"...\"/>", surface);
    }
}

int
quire_compile_pair(struct quire_compile *c, const struct quire_touching *two, int face,
                   const struct quire_object *where, bool required)
{
    const char *media = two->name[0], *surface = two->name[1];
    const struct quire_object *best = NULL, *tie = NULL;
    int rank = -1;

    for (int k = 0; k < c->n_pair; k++) {
        const struct quire_object *pair = c->pair[k];
        const int r = rank_pair(pair->params, media, surface, face);
        if (r > rank) {
            rank = r;
            best = pair;
            tie = NULL;
        } else if (r == rank && r >= 0) {
            tie = pair;
        }
    }
    if (best == NULL && !required) {
        return -1;
    }
    if (best == NULL) {
        char hint[QUIRE_SUGGEST_LONGEST + 160];
        write_hint(c, surface, hint, sizeof hint);
        quire_compile_note(
            c, quire_object_error(where, c->diag, "E-MODEL", hint,
                                  "no pair defines the contact of %s '%s' with surface '%s'",
                                  face != 0 ? "medium" : "its surface", media, surface));
        return -1;
    }
    if (tie != NULL) {
        char other[200];
        /* the second one of the file is reported */
        if (quire_place_compare(best->place, tie->place) > 0) {
            const struct quire_object *first_pair = tie;
            tie = best;
            best = first_pair;
        }
        quire_place_words(other, sizeof other, best->place, tie->place);
        quire_compile_note(
            c, quire_object_error(
                   tie, c->diag, "E-MODEL", "make one of them more specific",
                   "this pair and the one at %s match %s '%s' on surface '%s' equally well", other,
                   face != 0 ? "medium" : "surface", media, surface));
        return -1;
    }
    const struct quire_object *contact = ((const struct quire_pair_params *)best->params)->contact;
    for (int k = 0; k < c->sys->n_law; k++) {
        if (c->contact[k] == contact) {
            struct quire_touching touching = *two;
            touching.width = isnan(two->side[0].width) ? 0 : two->side[0].width;
            return quire_compile_resolve(c, k, &touching);
        }
    }
    return -1;
}

struct quire_side
quire_compile_sheet_side(const struct quire_system *sys, int sheet, int face)
{
    const struct quire_sheet *s = sys->sheet + sheet;
    const struct quire_sheet_params *p = s->object->params;

    /* curled towards its left face it is hollow there */
    return (struct quire_side){face == 0 ? -p->curl : p->curl,
                               (double)NAN,
                               p->width,
                               s->chain.h,
                               s->grammage,
                               (double)NAN,
                               (double)NAN};
}

int *
quire_compile_pairs(struct quire_compile *c, const char *surface, const struct quire_object *where,
                    const struct quire_side *other, bool line)
{
    const struct quire_system *sys = c->sys;
    int *law = quire_compile_get(c, 2 * (size_t)sys->n_sheet, sizeof *law);

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_sheet; k++) {
        const struct quire_sheet_params *sheet = sys->sheet[k].object->params;
        law[2 * k] = law[2 * k + 1] = -1;
        if (sys->sheet[k].chain.n < 3) {
            continue; /* no curve can be drawn through it */
        }
        /* what one face lacks need not be said of the other again */
        for (int face = 0; c->status == QUIRE_OK && face < 2; face++) {
            const struct quire_side side = quire_compile_sheet_side(sys, k, face);
            const struct quire_touching two = {
                .name = {sheet->media->name, surface}, .side = {side, *other}, .line = line};
            law[2 * k + face] = quire_compile_pair(c, &two, face + 1, where, true);
        }
    }
    return law;
}

double
quire_compile_reach(const struct quire_system *sys, const int *law)
{
    double longest = 0;

    for (int k = 0; law != NULL && k < 2 * sys->n_sheet; k++) {
        longest =
            law[k] >= 0 && sys->law[law[k]].reach > longest ? sys->law[law[k]].reach : longest;
    }
    return longest;
}

/* ---- factors ---- */

/* law: of both faces of all sheets */
static bool
has_law(const struct quire_compile *c, const int *law, int wanted)
{
    for (int k = 0; k < 2 * c->sys->n_sheet; k++) {
        if (law[k] == wanted) {
            return true;
        }
    }
    return false;
}

static const char *
find_roller(const struct quire_compile *c, int law)
{
    for (int k = 0; k < c->sys->n_roller; k++) {
        if (has_law(c, c->sys->roller[k].law, law)) {
            return c->sys->roller[k].name;
        }
    }
    return NULL;
}

static const char *
find_guide(const struct quire_compile *c, int law)
{
    for (int k = 0; k < c->sys->n_guide; k++) {
        if (has_law(c, c->sys->guide[k].law, law)) {
            return c->sys->guide[k].name;
        }
    }
    return NULL;
}

/* laws that act before touch do not act between the rollers of a nip */
static void
check_reach(struct quire_compile *c)
{
    const struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        if (nip->law >= 0 && sys->law[nip->law].reach > 0) {
            quire_compile_note(
                c,
                quire_object_error(
                    nip->object, c->diag, "E-MODEL", "give it a roller-contact with another law",
                    "contact '%s' acts before contact, which is not supported between two rollers",
                    sys->law[nip->law].name));
        }
    }
}

void
quire_compile_check_factors(struct quire_compile *c)
{
    check_reach(c);
    for (int k = 0; k < c->sys->n_law; k++) {
        const struct quire_contact_law *law = c->sys->law + k;
        const struct quire_object *contact = c->contact[k];
        const char *roller = law->vertex < 1 || law->vertex > 1 ? find_roller(c, k) : NULL;
        const char *guide = law->overdrive < 0 || law->overdrive > 0 ? find_guide(c, k) : NULL;

        if (roller != NULL) {
            quire_compile_note(
                c,
                quire_object_error(
                    quire_object_child_of(contact, &quire_kind_vertex), c->diag, "E-MODEL",
                    "give rollers a separate contact, without <vertex>",
                    "it is for guides only, but this contact also holds for roller '%s'", roller));
        }
        if (guide != NULL) {
            quire_object_warning(quire_object_child_of(contact, &quire_kind_overdrive), c->diag,
                                 "W-MODEL", "give guides a separate contact, without <overdrive>",
                                 "it is for rollers only, but this contact also applies to guide "
                                 "'%s', where it has no effect",
                                 guide);
        }
    }
}
