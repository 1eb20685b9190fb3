/* Laws of four touching places side by side, where they keep nothing. */
#ifndef QUIRE_CONTACT_LAW_LAW_LANES_H
#define QUIRE_CONTACT_LAW_LAW_LANES_H

#include <math.h>

#include "kind/law.h"
#include "machine/contact_law.h"
#include "math/kernel.h"

#define LANES QUIRE_LAW_LANES

QUIRE_INLINE void
ask_normal(const struct quire_contact_law *law, struct quire_normal_lanes *l)
{
    if (law->normal->eval_lanes != NULL) {
        law->normal->eval_lanes(law->normal_data, l);
    } else {
        quire_normal_each(law->normal->eval, law->normal_data, l);
    }
}

QUIRE_INLINE void
ask_friction(const struct quire_contact_law *law, struct quire_friction_lanes *l)
{
    const quire_v4 zero = {0};

    if (law->friction == NULL) {
        quire_set_lanes(l->force, zero);
        quire_set_lanes(l->d_slip, zero);
        quire_set_lanes(l->d_normal, zero);
        quire_set_lanes(l->d_factor, zero);
        quire_set_lanes(l->limit, zero);
        quire_set_lanes(l->creep, zero);
    } else if (law->friction->eval_lanes != NULL) {
        law->friction->eval_lanes(law->friction_data, l);
    } else {
        quire_friction_each(law->friction->eval, law->friction_data, l);
    }
}

#endif
