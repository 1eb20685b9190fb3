/* A law that grows with the overlap. doc/theory/contact-kernel.md, 6 */
#ifndef QUIRE_CONTACT_LAW_STIFFENING_H
#define QUIRE_CONTACT_LAW_STIFFENING_H

#include "machine/contact_law.h"

/* It stores g times as much: g, dg/d(overlap) [1/m] and the second derivative [1/m^2]. */
struct stiffening {
    double times, slope, curve;
};

/* The force of a law that stores g U: g N + g' U. */
static inline void
stiffen_law(const struct quire_contact_law *law, const struct stiffening *g,
            const struct quire_normal_in *in, struct quire_normal_out *no)
{
    const double stored = quire_normal_stored(law->normal, law->normal_data, in);

    no->d_overlap =
        g->times * no->d_overlap + g->slope * (no->force + no->elastic) + g->curve * stored;
    no->force = g->times * no->force + g->slope * stored;
    no->elastic = g->times * no->elastic + g->slope * stored;
    no->d_closing *= g->times;
}

#endif
