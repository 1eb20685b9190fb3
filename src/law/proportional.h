/* Damping in proportion to the elastic force E of a law: N = E (1 + c v) with the approach speed v,
 * cut at zero where the damping would pull. */
#ifndef QUIRE_LAW_PROPORTIONAL_H
#define QUIRE_LAW_PROPORTIONAL_H

#include "kind/law.h"
#include "math/kernel.h"

/* slope: dE/d(overlap) [N/m]; damping: c [s/m] */
static inline void
quire_law_proportional(double overlap, double closing, double elastic, double slope, double damping,
                       struct quire_normal_out *out)
{
    const double more = 1 + damping * closing;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0;
    if (overlap <= 0) {
        return;
    }
    out->elastic = elastic;
    if (more <= 0) {
        return;
    }
    out->force = elastic * more;
    out->d_overlap = slope * more;
    out->d_closing = elastic * damping;
}

QUIRE_INLINE void
quire_law_proportional4(quire_v4 overlap, quire_v4 closing, quire_v4 elastic, quire_v4 slope,
                        quire_v4 damping, struct quire_normal_lanes *l)
{
    const quire_v4 zero = {0}, more = 1 + damping * closing;
    const quire_mask4 touches = ~(overlap <= zero), stays = touches & ~(more <= zero);

    quire_set_lanes(l->elastic, quire_where4(touches, elastic));
    quire_set_lanes(l->force, quire_where4(stays, elastic * more));
    quire_set_lanes(l->d_overlap, quire_where4(stays, slope * more));
    quire_set_lanes(l->d_closing, quire_where4(stays, elastic * damping));
}

#endif
