/* The distance that laws with tractions before touch go by: its parameters, powers and fade.
 * doc/theory/contact.md, 2.10. */
#ifndef QUIRE_LAW_DISTANCE_H
#define QUIRE_LAW_DISTANCE_H

#include "law/bounded.h"
#include "math/detmath.h"
#include "math/smoothstep.h"
#include "model/object.h"

#define QUIRE_DISTANCE_FADES 0.8 /* of the cut-off: there the tractions begin to fade */

/* Members of a law's parameter struct. */
struct quire_distance_params {
    double area;      /* on which the tractions act [m^2]; NaN: not given */
    double reference; /* d0 [m] */
    double cut;       /* [m]; NaN: none */
    double minimum;   /* [m]; NaN: a hundredth of reference */
    double layer;     /* [m] */
};

#define QUIRE_DISTANCE_FIELDS(type_, source_)                                                      \
    QUIRE_REAL(type_, distance.area, "area", "m^2", QUIRE_OPTIONAL, QUIRE_POSITIVE,                \
               "area A on which the tractions act: of the whole contact, or per reference-length " \
               "for distributed contact; for a sheet its width times reference-length",            \
               NULL),                                                                              \
        QUIRE_REAL(type_, distance.reference, "reference-distance", "m", QUIRE_REQUIRED,           \
                   QUIRE_POSITIVE, "distance d0 for which the tractions are given", source_),      \
        QUIRE_REAL(type_, distance.cut, "cut-off", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,            \
                   "cut-off distance dc: the tractions are zero beyond it; required in a "         \
                   "machine; must be greater than layer",                                          \
                   NULL),                                                                          \
        QUIRE_REAL(type_, distance.minimum, "minimum-distance", "m", QUIRE_OPTIONAL,               \
                   QUIRE_POSITIVE,                                                                 \
                   "smallest allowed distance, also at the start; default: a hundredth of "        \
                   "reference-distance",                                                           \
                   NULL),                                                                          \
        QUIRE_REAL(type_, distance.layer, "layer", "m", "0 m", QUIRE_NON_NEGATIVE,                 \
                   "thickness of a compliant layer on the surface; the distance is measured from " \
                   "the bottom of the layer",                                                      \
                   NULL)

struct quire_distance {
    double per_reference; /* 1/d0 [1/m] */
    double cut, minimum, layer;
};

quire_status quire_distance_check(const struct quire_object *self,
                                  const struct quire_distance_params *params, quire_diag *diag);
struct quire_distance quire_distance_compile(const struct quire_distance_params *params);

/* The distance at an overlap, at least the minimum [m]; and how far the overlap is beyond that [m].
 */
static inline double
quire_distance_of(const struct quire_distance *self, double overlap)
{
    const double d = self->layer - quire_law_bounded(overlap);

    return d < self->minimum ? self->minimum : d;
}

static inline double
quire_distance_beyond(const struct quire_distance *self, double overlap)
{
    const double d = self->layer - quire_law_bounded(overlap);

    return d < self->minimum ? self->minimum - d : 0;
}

/* (d/d0)^-exponent, and its integral from d on [m] (a constant is left out) */
static inline double
quire_distance_power(const struct quire_distance *self, double d, double exponent)
{
    return 1 / quire_pow(d * self->per_reference, exponent);
}

static inline double
quire_distance_integral(const struct quire_distance *self, double d, double exponent)
{
    const double x = d * self->per_reference, n = exponent - 1;

    return n > 0 || n < 0 ? 1 / (n * quire_pow(x, n) * self->per_reference)
                          : -quire_log(x) / self->per_reference;
}

/* What is left of the tractions at a distance, and its slope [1/m]. */
static inline double
quire_distance_fade(const struct quire_distance *self, double d, double *slope)
{
    if (!(d > QUIRE_DISTANCE_FADES * self->cut)) {
        *slope = 0;
        return 1;
    }
    /* so turned that it is exact next to 0 */
    const double left = quire_step(-d, -self->cut, 0, -QUIRE_DISTANCE_FADES * self->cut, 1, slope);
    *slope = -*slope;
    return left;
}

/* How far beyond the surface it acts, and the overlap at which nobody may be [m]. */
static inline double
quire_distance_reach(const struct quire_distance *self)
{
    return self->cut - self->layer;
}

static inline double
quire_distance_deepest(const struct quire_distance *self)
{
    return self->layer - self->minimum;
}

#endif
