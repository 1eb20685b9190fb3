/* The elastic part k overlap^exponent that most normal laws share. */
#ifndef QUIRE_LAW_STIFFNESS_H
#define QUIRE_LAW_STIFFNESS_H

#include "kind/law.h"
#include "math/detmath.h"
#include "model/object.h"

/* Members of a law's parameter struct: either the stiffness, or a force that is reached at a
 * penetration. */
struct quire_stiffness_params {
    double stiffness;      /* [N/m^exponent]; NaN if not given */
    double force;          /* [N]; NaN if not given */
    double at_penetration; /* [m]; NaN if not given */
    double exponent;
    double maximum_penetration; /* [m]; NaN: none */
};

/* clang-format off */
#define QUIRE_STIFFNESS_FIELDS(type_, source_)                                                     \
    QUIRE_REAL(type_, elastic.stiffness, "stiffness", "N/m^{exponent}", QUIRE_OPTIONAL,            \
               QUIRE_POSITIVE,                                                                     \
               "stiffness k of the elastic force k*penetration^exponent; or give force and "       \
               "at-penetration",                                                                   \
               source_),                                                                           \
    QUIRE_REAL(type_, elastic.force, "force", "N", QUIRE_OPTIONAL, QUIRE_POSITIVE,                 \
               "elastic force at the penetration at-penetration, for example a nip load; "         \
               "instead of stiffness",                                                             \
               NULL),                                                                              \
    QUIRE_REAL(type_, elastic.at_penetration, "at-penetration", "m", QUIRE_OPTIONAL,               \
               QUIRE_POSITIVE,                                                                     \
               "penetration at which the elastic force is `force`; a hundredth to a tenth of "     \
               "the thickness of a rubber cover",                                                  \
               NULL),                                                                              \
    QUIRE_REAL(type_, elastic.exponent, "exponent", "", "1.5", QUIRE_FROM_TO(1.0, 6.0),            \
               "exponent m of the elastic force; 1.5 for thin compressible covers, 2.5 for thin "  \
               "incompressible ones, 1 to 1.3 for stiff surfaces",                                 \
               source_),                                                                           \
    QUIRE_REAL(type_, elastic.maximum_penetration, "maximum-penetration", "m", QUIRE_OPTIONAL,     \
               QUIRE_POSITIVE,                                                                     \
               "penetration above which the contact force is zero; default: no limit",             \
               "RecurDyn support, FAQ 505")

/* clang-format on */

/* What such a law takes from its contact's <cover>, for its list of needs. */
#define QUIRE_STIFFNESS_NEEDS(type_)                                                               \
    {"stiffness", offsetof(type_, elastic.stiffness), QUIRE_PAIR_STIFFNESS, NULL},                 \
    {                                                                                              \
        "exponent", offsetof(type_, elastic.exponent), QUIRE_PAIR_EXPONENT, NULL                   \
    }

/* What eval uses. */
struct quire_elastic {
    double stiffness; /* k [N/m^exponent] */
    double deepest;   /* no force beyond [m]; inf if there is no limit */
    struct quire_power power;
};

/* Adds to diag what is wrong with the combination of stiffness, force and at-penetration. */
quire_status quire_stiffness_check(const struct quire_object *self,
                                   const struct quire_stiffness_params *params, quire_diag *diag);

/* k = stiffness, or force / at-penetration^exponent. For parameters that passed the check. */
struct quire_elastic quire_stiffness_compile(const struct quire_stiffness_params *params);

/* Energy k overlap^(m+1) / (m+1) [J]; 0 when open; beyond the deepest contact it stays as it was
 * there. */
double quire_elastic_stored(const struct quire_elastic *elastic, double overlap);

/* The same over elastic force times overlap, at overlaps that are not too deep. */
static inline double
quire_elastic_stored_part(const struct quire_elastic *elastic)
{
    return 1.0 / (elastic->power.exponent + 1.0);
}

#endif
