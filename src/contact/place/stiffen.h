/* Laws that stiffen deep in a solid: the law stores g = 1 + x^2 times as much, x being how far the
 * overlap is past a bound. doc/theory/contact-kernel.md, 6 */
#ifndef QUIRE_CONTACT_PLACE_STIFFEN_H
#define QUIRE_CONTACT_PLACE_STIFFEN_H

#include "contact/place/record.h"

/* by which times a law that grows from an overlap `from` on, over so much, stores more */
QUIRE_INLINE quire_v4
times_stored(const struct place *p, quire_v4 from, quire_v4 over)
{
    const quire_v4 past = quire_where4(p->on & (p->overlap > from), (p->overlap - from) / over);

    return 1 + past * past;
}

/* The force of a law that stores g U: g N + g' U. Between both laws. */
QUIRE_INLINE void
stiffen_places(const struct quire_contact_law *law, struct place *p, quire_v4 from, quire_v4 over,
               const struct place_memory *m, struct place_asks *ask)
{
    const quire_v4 times = times_stored(p, from, over);
    struct quire_normal_lanes *no = &ask->no;

    for (int k = 0; k < LANES; k++) {
        if (times[k] > 1) {
            const double past = (p->overlap[k] - from[k]) / over[k], slope = 2 * past / over[k],
                         curve = 2 / (over[k] * over[k]), stored = place_stored(law, p, m, k);
            no->d_overlap[k] = times[k] * no->d_overlap[k] +
                               slope * (no->force[k] + no->elastic[k]) + curve * stored;
            no->force[k] = times[k] * no->force[k] + slope * stored;
            no->elastic[k] = times[k] * no->elastic[k] + slope * stored;
            no->d_closing[k] *= times[k];
        }
    }
    set_pressing(p, ask);
}

#endif
