/* Numbers that laws take from the two that touch where the file does not give them.
 * doc/theory/contact.md, 2.11. */
#include <math.h>
#include <string.h>

#include "compile/law/compile_law.h"
#include "law/cover.h"
#include "model/kinds_contact.h"
#include "model/kinds_media.h"
#include "model/problem.h"

/* ---- the two ---- */

static const struct quire_object *
named(const struct quire_compile *c, const struct quire_kind *kind, const char *name)
{
    const struct quire_object *object;

    for (size_t i = 0; (object = quire_object_next_of(c->root, kind, &i)) != NULL;) {
        if (object->name != NULL && strcmp(object->name, name) == 0) {
            return object;
        }
    }
    return NULL;
}

/* (1 - nu^2)/E of a medium or surface; 0 if its material is not told */
static double
compliance(const struct quire_compile *c, const char *name)
{
    const struct quire_object *media = named(c, &quire_kind_media, name),
                              *surface = named(c, &quire_kind_surface, name);
    double modulus = (double)NAN, ratio = 0;

    if (media != NULL) {
        const struct quire_media_params *p = media->params;
        modulus = p->modulus_through;
        ratio = p->poisson_ratio;
    } else if (surface != NULL) {
        const struct quire_surface_params *p = surface->params;
        modulus = p->modulus;
        ratio = p->poisson_ratio;
    }
    return isnan(modulus) ? 0 : (1 - ratio * ratio) / modulus;
}

/* 1/R = 1/R1 + 1/R2 of what is curved towards the other; NaN where both are flat or follow each
 * other */
static double
effective_radius(const struct quire_side *a, const struct quire_side *b)
{
    const double sum = a->curvature + b->curvature;

    return sum > 0 ? 1 / sum : (double)NAN;
}

/* The mean of two radii; on what is flat or hollow, which stands for the mirror image of the body,
 * twice its own. NaN where that says nothing: sheets are not round. */
static double
mean_radius(const struct quire_side *a, const struct quire_side *b)
{
    if (!isnan(a->width) || !isnan(b->width) || isnan(a->curvature) || isnan(b->curvature) ||
        !(a->curvature > 0 || b->curvature > 0)) {
        return (double)NAN;
    }
    if (a->curvature > 0 && b->curvature > 0) {
        return 0.5 * (1 / a->curvature + 1 / b->curvature);
    }
    return 2 / fmax(a->curvature, b->curvature);
}

static double
effective_mass(const struct quire_side *a, const struct quire_side *b)
{
    return isnan(a->mass)   ? b->mass
           : isnan(b->mass) ? a->mass
                            : a->mass * b->mass / (a->mass + b->mass);
}

double
quire_outline_curvature(const struct quire_outline *outline, double side)
{
    double curvature = 0;

    for (size_t i = 0; i < outline->n; i++) {
        const struct quire_piece *p = outline->piece + i;
        /* turning towards the sheet's side is hollow */
        const double here = p->radius > 0 ? -p->turn * side / p->radius : 0;
        if (i > 0 && fabs(here - curvature) > 1e-6 * fabs(curvature)) {
            return (double)NAN;
        }
        curvature = here;
    }
    return curvature;
}

/* ---- a law of its own for them ---- */

static void
fill_cover(struct quire_compile *c, const struct quire_object *cover, double width,
           double number[QUIRE_PAIR_NUMBERS])
{
    const struct quire_cover_params *p = cover->params;
    const struct quire_cover from = {p->kind, p->modulus, p->poisson_ratio, p->thickness,
                                     p->largest};
    const double radius = number[QUIRE_PAIR_RADIUS];
    double error;

    if (isnan(radius) || !(width > 0)) {
        quire_compile_note(
            c, quire_object_error(cover, c->diag, "E-MODEL",
                                  "give the contact its stiffness and exponent",
                                  "no line contact here: it needs a sheet on a round surface"));
        return;
    }
    quire_cover_power(&from, radius, number + QUIRE_PAIR_STIFFNESS, number + QUIRE_PAIR_EXPONENT,
                      &error);
    number[QUIRE_PAIR_STIFFNESS] *= width;
}

static void
find_numbers(struct quire_compile *c, const struct quire_contact_law *law,
             const struct quire_object *cover, const struct quire_touching *t,
             double number[QUIRE_PAIR_NUMBERS])
{
    const struct quire_side *a = &t->side[0], *b = &t->side[1];
    const bool line = law->distribution == QUIRE_DISTRIBUTION_LINE ||
                      (law->distribution == QUIRE_DISTRIBUTION_AUTO && t->line);
    const double give = compliance(c, t->name[0]) + compliance(c, t->name[1]);
    struct quire_side sheet = *a;

    sheet.mass = isnan(a->width)
                     ? a->mass
                     : a->grammage * a->width * (line ? law->reference_length : a->segment);
    number[QUIRE_PAIR_RADIUS] = effective_radius(a, b);
    number[QUIRE_PAIR_MEAN_RADIUS] = mean_radius(a, b);
    number[QUIRE_PAIR_MASS] = effective_mass(&sheet, b);
    number[QUIRE_PAIR_MODULUS] = give > 0 ? 1 / give : (double)NAN;
    number[QUIRE_PAIR_AREA] = a->width * law->reference_length;
    number[QUIRE_PAIR_HEIGHT] = b->height;
    number[QUIRE_PAIR_LEAN] = b->lean;
    number[QUIRE_PAIR_STIFFNESS] = number[QUIRE_PAIR_EXPONENT] = (double)NAN;
    if (cover != NULL) {
        fill_cover(c, cover, t->width, number);
    }
}

static bool
is_open(const struct quire_law_need *needs, const struct quire_object *object)
{
    const bool covered = quire_object_child_of(object->parent, &quire_kind_cover) != NULL;

    for (; needs != NULL && needs->name != NULL; needs++) {
        const bool of_cover =
            needs->what == QUIRE_PAIR_STIFFNESS || needs->what == QUIRE_PAIR_EXPONENT;
        const bool replaced = needs->unless != NULL && quire_object_has(object, needs->unless);
        if (!quire_object_has(object, needs->name) && !replaced && (!of_cover || covered)) {
            return true;
        }
    }
    return false;
}

static bool
takes_stiffness(const struct quire_law_need *needs)
{
    for (; needs != NULL && needs->name != NULL; needs++) {
        if (needs->what == QUIRE_PAIR_STIFFNESS) {
            return true;
        }
    }
    return false;
}

void
quire_compile_check_cover(struct quire_compile *c, const struct quire_contact_law *law,
                          const struct quire_object *contact)
{
    const struct quire_object *cover = quire_object_child_of(contact, &quire_kind_cover);

    if (cover != NULL && !takes_stiffness(law->normal->needs)) {
        quire_compile_note(
            c, quire_object_error(
                   cover, c->diag, "E-MODEL", "use a normal law with a stiffness and an exponent",
                   "normal law '%s' takes neither from a cover",
                   quire_object_child_in(contact, &quire_family_normal)->kind->variant));
    }
}

bool
quire_compile_is_open(const struct quire_contact_law *law, const struct quire_object *contact)
{
    const struct quire_object *normal = quire_object_child_in(contact, &quire_family_normal),
                              *friction = quire_object_child_in(contact, &quire_family_friction);

    return is_open(law->normal->needs, normal) ||
           (friction != NULL && is_open(law->friction->needs, friction));
}

/* a law's element with its open parameters filled in */
static const struct quire_object *
filled(struct quire_compile *c, const struct quire_object *from, const struct quire_law_need *needs,
       const double number[QUIRE_PAIR_NUMBERS])
{
    struct quire_object *to = quire_compile_get(c, 1, sizeof *to);
    unsigned char *params = quire_compile_get(c, 1, from->kind->size);

    if (c->status != QUIRE_OK) {
        return from;
    }
    *to = *from;
    to->params = memcpy(params, from->params, from->kind->size);
    for (; needs != NULL && needs->name != NULL; needs++) {
        const bool told = quire_object_has(from, needs->name);
        if (!told && !isnan(number[needs->what])) {
            memcpy(params + needs->offset, number + needs->what, sizeof *number);
        }
    }
    return to;
}

/* an earlier law of this contact with the same constants */
static int
same_law(const struct quire_compile *c, int last)
{
    const struct quire_contact_law *law = c->sys->law + last;

    for (int k = 0; k < last; k++) {
        const struct quire_contact_law *l = c->sys->law + k;
        if (c->contact[k] == c->contact[last] && l->resolved &&
            memcmp(l->normal_data, law->normal_data, sizeof l->normal_data) == 0 &&
            memcmp(l->friction_data, law->friction_data, sizeof l->friction_data) == 0) {
            return k;
        }
    }
    return last;
}

static bool
make_room(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    if (sys->n_law < c->cap_law) {
        return true;
    }
    const int more = 2 * c->cap_law + 8;
    struct quire_contact_law *law = quire_compile_get(c, (size_t)more, sizeof *law);
    const struct quire_object **contact = quire_compile_get(c, (size_t)more, sizeof(void *));
    if (c->status != QUIRE_OK) {
        return false;
    }
    memcpy(law, sys->law, sizeof *law * (size_t)sys->n_law);
    memcpy(contact, c->contact, sizeof(void *) * (size_t)sys->n_law);
    sys->law = law;
    c->contact = contact;
    c->cap_law = more;
    return true;
}

int
quire_compile_resolve(struct quire_compile *c, int law, const struct quire_touching *touching)
{
    struct quire_system *sys = c->sys;
    double number[QUIRE_PAIR_NUMBERS];

    if (!sys->law[law].open || !make_room(c)) {
        return law;
    }
    const struct quire_object *contact = c->contact[law];
    const struct quire_object *normal = quire_object_child_in(contact, &quire_family_normal),
                              *friction = quire_object_child_in(contact, &quire_family_friction);
    struct quire_contact_law *own = sys->law + sys->n_law;
    *own = sys->law[law];
    own->open = false;
    own->resolved = true;
    c->contact[sys->n_law] = contact;
    find_numbers(c, own, quire_object_child_of(contact, &quire_kind_cover), touching, number);
    if (c->status == QUIRE_OK) {
        quire_compile_constants(c, own, filled(c, normal, own->normal->needs, number),
                                friction != NULL ? filled(c, friction, own->friction->needs, number)
                                                 : NULL);
    }
    if (c->status != QUIRE_OK) {
        return law;
    }
    const int same = same_law(c, sys->n_law);
    sys->n_law += same == sys->n_law ? 1 : 0;
    return same;
}
